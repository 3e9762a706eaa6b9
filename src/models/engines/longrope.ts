/** LongRoPE's list and its attention factor. */

import { longropeMagnitude } from "../../api/rotary/scaling/longrope.ts";
import { type Answer, citing, dropping, type EngineFact, listName, otherwise } from "./answer.ts";
import type { Reading } from "./reading.ts";

/** The answer with LongRoPE's list for texts of a number of tokens. */
export function withList(
  answer: Answer,
  { spec, served }: Reading,
  when: string,
  isLong: (tokens: number) => boolean,
): Answer {
  const { scaling } = spec;
  if (!("longFactor" in scaling)) return answer;
  const { base, width } = answer;
  return {
    ...answer,
    list: { list: listName(isLong(served)), when },
    ruleFor: (tokens) => {
      const divisors = isLong(tokens) ? scaling.longFactor : scaling.shortFactor;
      return { base, width, schedule: { type: "divided", divisors } };
    },
  };
}

/** The same by the length that is served, or the length of the text if that is over it. */
export function withListByServed(answer: Answer, reading: Reading, when: string): Answer {
  const { scaling } = reading.spec;
  if (!("longFactor" in scaling)) return answer;
  const { originalLength } = scaling;
  const isLong = (tokens: number) => Math.max(tokens, reading.served) > originalLength;
  const listed = withList(answer, reading, when, isLong);
  return reading.served > originalLength
    ? otherwise(listed, `uses the long list for texts of up to ${originalLength} tokens, too`)
    : listed;
}

const ofRatio = ({ stated, served }: Reading, originalLength: number): number =>
  longropeMagnitude((stated ?? served) / originalLength, originalLength);

/** The attention factor from the ratio of the lengths alone. */
export function withRatio(
  answer: Answer,
  reading: Reading,
  originalLength: number,
  fact: EngineFact,
): Answer {
  const attentionFactor = ofRatio(reading, originalLength);
  const fields = ["attention_factor", "short_mscale", "long_mscale"];
  return dropping({ ...citing(answer, fact), attentionFactor }, reading.rule, fields);
}

/** The attention factor from the number of the list, if the rule has one. The list must be set. */
export function withMscale(
  answer: Answer,
  reading: Reading,
  originalLength: number,
  fact: EngineFact,
): Answer {
  const own = reading.rule.number(`${answer.list?.list}_mscale`);
  const attentionFactor = own ?? ofRatio(reading, originalLength);
  return dropping({ ...citing(answer, fact), attentionFactor }, reading.rule, ["attention_factor"]);
}

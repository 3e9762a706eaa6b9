/** LongRoPE's list and its attention factor. */

import { longropeMagnitude } from "../../api/rotary/rule.ts";
import { type Answer, drop, listName } from "./answer.ts";
import type { Reading } from "./reading.ts";

/** Sets LongRoPE's list for texts of a number of tokens. */
export function setList(
  answer: Answer,
  { spec, served }: Reading,
  when: string,
  isLong: (tokens: number) => boolean,
): void {
  const { scaling } = spec;
  if (!("longFactor" in scaling)) return;
  const { base, width } = answer;
  answer.list = { list: listName(isLong(served)), when };
  answer.ruleFor = (tokens) => {
    const divisors = isLong(tokens) ? scaling.longFactor : scaling.shortFactor;
    return { base, width, schedule: { type: "divided", divisors } };
  };
}

/** Sets LongRoPE's list by the length that is served, or the length of the text if that is over it. */
export function setListByServed(answer: Answer, reading: Reading, when: string): void {
  const { scaling } = reading.spec;
  if (!("longFactor" in scaling)) return;
  const { originalLength } = scaling;
  setList(answer, reading, when, (tokens) => Math.max(tokens, reading.served) > originalLength);
  if (reading.served > originalLength)
    answer.causes.push(`uses the long list for texts of up to ${originalLength} tokens, too`);
}

/** Takes the attention factor from the ratio of the lengths alone. */
export function takeRatio(answer: Answer, { rule, stated, served }: Reading, originalLength: number): void {
  answer.facts.add("longropeFactor");
  answer.attentionFactor = longropeMagnitude((stated ?? served) / originalLength, originalLength);
  drop(answer, rule, ["attention_factor", "short_mscale", "long_mscale"]);
}

/** Takes it from the number of the list, if the rule has one. The list must be set. */
export function takeMscale(answer: Answer, { rule, stated, served }: Reading, originalLength: number): void {
  answer.facts.add("longropeFactor");
  const own = rule.number(`${answer.list?.list}_mscale`);
  answer.attentionFactor = own ?? longropeMagnitude((stated ?? served) / originalLength, originalLength);
  drop(answer, rule, ["attention_factor"]);
}

/** Diagnoses a list of rotary frequencies. */

import { cannotTell, type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { type Draft, draft } from "./findings.ts";
import { fitBase } from "./free-fit.ts";
import type { Claim } from "./phases.ts";
import { type FloatType, type Print, precisionOf, roundTo } from "./precision.ts";
import { rotaryClaims } from "./rotary-claims.ts";
import type { RotaryExpectation } from "./rotation.ts";

export interface FrequencyInput extends RotaryExpectation {
  readonly frequencies: Float64Array;
  readonly print: Print;
}

const SUBJECT = "The list of frequencies";

interface Reading {
  /** What the numbers are of a frequency. */
  readonly of: (frequency: number) => number;
  readonly says: string;
  readonly cost: number;
}

const readings: readonly Reading[] = [
  { of: (f) => f, says: "", cost: 0 },
  { of: (f) => f / (2 * Math.PI), says: ", in turns", cost: 0.5 },
  { of: (f) => (2 * Math.PI) / f, says: ", as periods in positions", cost: 0.5 },
  { of: (f) => 1 / f, says: ", as inverses", cost: 0.5 },
];

export function diagnoseFrequencies(input: FrequencyInput): Diagnosis {
  const { frequencies } = input;
  const precision = precisionOf([frequencies], input.print);
  const errors = frequencies.map((f) => precision.errorOf(f) + POWER * Math.abs(f));
  const claims = rotaryClaims({
    ...input,
    pairs: frequencies.length,
    errors,
    ...fitBase(frequencies, errors),
  });
  const tries = claims.flatMap((claim) =>
    readings.flatMap((reading) =>
      ([undefined, "bfloat16", "float16"] as const).map((type) => ({
        claim,
        reading,
        type,
        cost: claim.cost + reading.cost + (type === undefined ? 0 : 0.9),
      })),
    ),
  );
  tries.sort((a, b) => a.cost - b.cost);
  if (frequencies.length < 3) return cannotTell(SUBJECT, "two numbers fit many rules");
  const found = tries.find(({ claim, reading, type }) =>
    frequencies.every((f, pair) => isOf(f, { claim, reading, type, pair, errorOf: precision.errorOf })),
  );
  if (found === undefined) return cannotTell(SUBJECT, "they follow no rule that is known here");
  const { claim, reading, type } = found;
  const faults: Draft[] = [...claim.faults];
  // Short numbers are rounded only if the rule gives others.
  const isExact = frequencies.every((f, pair) =>
    isOf(f, { claim, reading, type: undefined, pair, errorOf: precision.printErrorOf }),
  );
  const short = isExact ? undefined : (type ?? (precision.type === "float32" ? undefined : precision.type));
  if (short !== undefined)
    faults.push(draft("frequencies-rounded", ["significant bits", short === "bfloat16" ? 8 : 11, "bits"]));
  const models = typeof claim.is === "string" ? [claim.is] : [];
  const judged = diagnosisOf({ is: claim.is, models, faults, confidence: 0.95, subject: SUBJECT });
  return reading.says === ""
    ? judged
    : { ...judged, verdict: `${judged.verdict.slice(0, -1)}${reading.says}.` };
}

interface Try {
  readonly claim: Claim;
  readonly reading: Reading;
  readonly type: FloatType | undefined;
  readonly pair: number;
  readonly errorOf: (value: number) => number;
}

/** Powers in float32 are off by some units of the last place. */
const POWER = 2 ** -21;

function isOf(value: number, { claim, reading, type, pair, errorOf }: Try): boolean {
  const exact = reading.of(claim.frequencies[pair]!);
  const off = POWER + ((claim.spread ?? 0) * pair) / claim.frequencies.length;
  const allowed = errorOf(value) + off * Math.abs(exact);
  if (type === undefined) return Math.abs(value - exact) <= allowed;
  return [exact, exact * (1 - POWER), exact * (1 + POWER)].some(
    (near) => Math.abs(value - roundTo(type, near)) <= allowed,
  );
}

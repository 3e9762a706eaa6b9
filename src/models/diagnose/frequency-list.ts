/** Diagnoses a list of rotary frequencies. */
import { counted } from "../../api/arguments/counted.ts";
import { judgedEach, listTable, nearestEach, otherList, POWER } from "./biases/against-each.ts";
import { frequenciesOf } from "./findings/columns.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "./findings/diagnosis.ts";
import { type Draft, draft } from "./findings/findings.ts";
import { type FloatType, type Precision, type Print, precisionOf, roundTo } from "./findings/precision.ts";
import { fitBase } from "./rotations/free-fit.ts";
import type { Claim } from "./rotations/phases.ts";
import { rotaryClaims } from "./rotations/rotary-claims.ts";
import type { RotaryExpectation } from "./rotations/rotation.ts";

export interface FrequencyInput extends RotaryExpectation {
  readonly frequencies: Float64Array;
  readonly print: Print;
  readonly allow?: number;
  /** What is expected, in sentences. */
  readonly name?: string;
}

const SUBJECT = "The list of frequencies";

interface Reading {
  /** What the numbers are of a frequency. */
  readonly of: (frequency: number) => number;
  /** The frequency of a number. */
  readonly from: (value: number) => number;
  readonly says: string;
  readonly cost: number;
}

const readings: readonly Reading[] = [
  { of: (f) => f, from: (x) => x, says: "", cost: 0 },
  { of: (f) => f / (2 * Math.PI), from: (x) => 2 * Math.PI * x, says: ", in turns", cost: 0.5 },
  {
    of: (f) => (2 * Math.PI) / f,
    from: (x) => (2 * Math.PI) / x,
    says: ", as periods in positions",
    cost: 0.5,
  },
];

/** Beside what is expected, inverses are frequencies that multiply where they should divide. */
const inverses: Reading = { of: (f) => 1 / f, from: (x) => 1 / x, says: ", as inverses", cost: 0.5 };

/** Names a list of frequencies, or compares it with what is expected. */
export function diagnoseFrequencies(input: FrequencyInput): Diagnosis {
  const precision = precisionOf([input.frequencies], input.print);
  const named = nameFrequencies(input, precision);
  if (input.expected === undefined) return named;
  const { expected, expectedName = null, name = "the expected rotation", frequencies, allow = 0 } = input;
  const right = frequenciesOf(expected);
  const ways = readings.map(({ of, says }) => ({
    name,
    is: expectedName,
    at: (_: number, pair: number) => (pair < right.length ? of(right[pair]!) : Number.NaN),
    layout: says === "" ? null : says.replace(/^, /, ""),
    notCompared: countsDiffer(frequencies.length, right.length),
  }));
  const nearest = nearestEach({ table: listTable(frequencies), precision, allow }, ways);
  const { comparison } = nearest;
  const isSame = comparison.equal && frequencies.length === right.length;
  const faults = named.findings.filter(
    ({ severity, name: each }) => severity === "fault" && (!isSame || each.endsWith("-rounded")),
  );
  return judgedEach(SUBJECT, nearest, faults);
}

/** Compares a list of frequencies with another one. */
export function againstFrequencies(
  { frequencies, print, allow = 0 }: Pick<FrequencyInput, "frequencies" | "print" | "allow">,
  other: Float64Array,
): Diagnosis {
  const precision = precisionOf([frequencies], print);
  const right = otherList(other, frequencies.length);
  return judgedEach(SUBJECT, nearestEach({ table: listTable(frequencies), precision, allow }, [right]), []);
}

const countsDiffer = (found: number, expected: number) =>
  found === expected
    ? []
    : [
        `${counted(Math.abs(found - expected), "pair")} that only ${found > expected ? "the list" : "the expected rotation"} has`,
      ];

function nameFrequencies(input: FrequencyInput, precision: Precision): Diagnosis {
  const { frequencies } = input;
  const all = input.expected === undefined ? [...readings, inverses] : readings;
  const tries = all.flatMap((reading) =>
    claimsFor(input, precision, reading).flatMap((claim) =>
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
  if (found === undefined) {
    const hint = frequencies.every((f) => f > 0 && f < 1)
      ? "; if they are slopes of ALiBi, give them as slopes"
      : "";
    return cannotTell(SUBJECT, `they follow no rule that is known here${hint}`);
  }
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

/** What the frequencies may follow if the numbers are read in one way. */
function claimsFor(input: FrequencyInput, precision: Precision, { from }: Reading): Claim[] {
  const frequencies = input.frequencies.map(from);
  if (!frequencies.every(Number.isFinite)) return [];
  const errors = input.frequencies.map(
    (x, pair) => (x === 0 ? 0 : precision.errorOf(x) / Math.abs(x) + POWER) * Math.abs(frequencies[pair]!),
  );
  return rotaryClaims({
    ...input,
    frequencies,
    pairs: frequencies.length,
    errors,
    ...fitBase(frequencies, errors),
  });
}

interface Try {
  readonly claim: Claim;
  readonly reading: Reading;
  readonly type: FloatType | undefined;
  readonly pair: number;
  readonly errorOf: (value: number) => number;
}

function isOf(value: number, { claim, reading, type, pair, errorOf }: Try): boolean {
  const exact = reading.of(claim.frequencies[pair]!);
  const off = POWER + ((claim.spread ?? 0) * pair) / claim.frequencies.length;
  const allowed = errorOf(value) + off * Math.abs(exact);
  if (type === undefined) return Math.abs(value - exact) <= allowed;
  return [exact, exact * (1 - POWER), exact * (1 + POWER)].some(
    (near) => Math.abs(value - roundTo(type, near)) <= allowed,
  );
}

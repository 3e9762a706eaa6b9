/** Cosines and sines of a cache that follow different rules, so that they rotate nothing. */
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { draft } from "./findings.ts";
import { fitBase, fitFrequencies } from "./free-fit.ts";
import { type Claim, isEnough, lengthOf, type Phases } from "./phases.ts";
import { rotaryClaims } from "./rotary-claims.ts";
import type { RotaryExpectation } from "./rotation.ts";

/** Frequencies, and a number that is added to positions. */
interface Rule {
  readonly claim: Claim;
  readonly offset: number;
}

const OFFSETS = [0, 1, -1, 2];

/** At most this many claims are tried: what is expected, and usual bases. */
const MOST_CLAIMS = 100;

/** The error of a phase in float32. */
const PHASE = 2 ** -21;

/** Says so if cosines follow one rule, and sines another one. */
export function diagnoseParts(
  phases: Phases,
  expectation: RotaryExpectation,
  subject: string,
): Diagnosis | undefined {
  const fit = fitFrequencies(phases);
  const bases = [
    ...basesOf(phases, phases.cos, Math.acos),
    ...basesOf(phases, phases.sin, Math.asin),
    ...fit.bases,
  ];
  const context = { ...expectation, ...fit, bases, pairs: phases.pairs, length: lengthOf(phases) };
  const claims = rotaryClaims(context)
    .filter(({ axes, spread = 0 }) => axes === undefined && spread === 0)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST_CLAIMS);
  const rules = claims.flatMap((claim) => OFFSETS.map((offset) => ({ claim, offset })));
  rules.sort((a, b) => Math.abs(a.offset) - Math.abs(b.offset));
  const byCosines = rules.find((rule) => outsideOf(phases, phases.cos, rule, Math.cos) === 0);
  const bySines = rules.find((rule) => outsideOf(phases, phases.sin, rule, Math.sin) === 0);
  const known = byCosines ?? bySines;
  if (known === undefined || byCosines === bySines || !isEnough(phases, known.claim.factor)) return undefined;
  if (byCosines === undefined || bySines === undefined) {
    // One part is as expected. The other part has a rule of its own: it is not a damaged copy of the expected one.
    if (expectation.expected === undefined || known.claim.faults.length > 0) return undefined;
    const far =
      byCosines === undefined
        ? outsideOf(phases, phases.cos, known, Math.cos)
        : outsideOf(phases, phases.sin, known, Math.sin);
    if (far < phases.cos.length / 2) return undefined;
  }
  const offsetOf = (rule: Rule | undefined, what: string): [string, number, string][] =>
    rule === undefined ? [] : [[`offset of ${what}`, rule.offset, "positions"]];
  const faults = [
    draft("parts-differ", ...offsetOf(byCosines, "cosines"), ...offsetOf(bySines, "sines")),
    draft("norm-changed", ["largest breach of cos² + sin² = 1", breachOf(phases, known.claim.factor)]),
  ];
  const says = `has ${textOf(byCosines, "cosines")} and ${textOf(bySines, "sines")}`;
  return diagnosisOf({ is: null, faults, confidence: 0.9, subject, says });
}

/** The bases that one part shows at position 1, where no pair has made half a turn. */
function basesOf(
  { pairs, error, positions }: Phases,
  values: Float64Array,
  inverse: (value: number) => number,
): readonly number[] {
  const row = positions[0]!.indexOf(1);
  if (row < 0) return [];
  const of = (list: Float64Array) => list.subarray(row * pairs, (row + 1) * pairs);
  return fitBase(of(values).map(inverse), of(error)).bases;
}

/** How many entries of a part do not follow a rule. */
function outsideOf(
  { rows, pairs, error, positions }: Phases,
  values: Float64Array,
  { claim, offset }: Rule,
  part: (phase: number) => number,
): number {
  const { frequencies, factor, sign = 1 } = claim;
  let count = 0;
  for (let row = 0; row < rows; row++)
    for (let pair = 0; pair < pairs; pair++) {
      const at = row * pairs + pair;
      const phase = sign * (positions[0]![row]! + offset) * frequencies[pair]!;
      const allowed = error[at]! + factor * (2 ** -24 + PHASE * Math.abs(phase));
      if (Math.abs(values[at]! - factor * part(phase)) > allowed) count++;
    }
  return count;
}

function breachOf({ cos, sin }: Phases, factor: number): number {
  let most = 0;
  for (let at = 0; at < cos.length; at++)
    most = Math.max(most, Math.abs((cos[at]! ** 2 + sin[at]! ** 2) / factor ** 2 - 1));
  return most;
}

function textOf(rule: Rule | undefined, what: string): string {
  if (rule === undefined) return `${what} of a rule of its own`;
  const { offset, claim } = rule;
  const { is } = claim;
  const fields = typeof is === "object" && is !== null ? is : {};
  const name = typeof is === "string" ? is : "base" in fields ? `base ${fields.base}` : "a rule of its own";
  const place = offset === 0 ? "" : ` at positions ${offset > 0 ? "+" : "−"} ${Math.abs(offset)}`;
  return `${what} of ${name}${place}`;
}

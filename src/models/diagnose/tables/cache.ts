/** Diagnoses cosines and sines that a rotary model caches. */
import { cannotTell, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, type Print, precisionOf } from "../findings/precision.ts";
import type { Matrix } from "../input/read.ts";
import type { Explanation } from "../rotations/explain.ts";
import { fitBase, fitFrequencies } from "../rotations/free-fit.ts";
import { type Claim, isEnough, lengthOf, type Phases } from "../rotations/phases.ts";
import { rotaryClaims } from "../rotations/rotary-claims.ts";
import {
  explainRotation,
  explainScaled,
  isOf,
  type RotaryExpectation,
  unnamed,
} from "../rotations/rotation.ts";
import { roundedCache } from "./table.ts";

// Cosines and sines of a cache that follow different rules, so that they rotate nothing.

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
function diagnoseParts(
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

export interface CacheInput extends RotaryExpectation {
  readonly cos: Matrix;
  readonly sin: Matrix;
  readonly positions: readonly Float64Array[];
  readonly assumed: boolean;
  readonly print: Print;
}

const SUBJECT = "The cache";

/** The rule of a cache without an expectation, and how each number is stored. */
export function explainCache(input: CacheInput): { found: Explanation; order: Order } | undefined {
  const precision = precisionOf([input.cos.values, input.sin.values], input.print);
  for (const order of ordersOf(input, precision)) {
    const found = explainRotation(phasesOf(input, precision, order), { ...input, isCache: true });
    if (found !== undefined) return { found, order };
  }
  return undefined;
}

export function diagnoseCache(input: CacheInput): Diagnosis {
  const precision = precisionOf([input.cos.values, input.sin.values], input.print);
  const all = ordersOf(input, precision).map((order) => phasesOf(input, precision, order));
  const rotation = { ...input, isCache: true };
  for (const phases of all) {
    const found = explainRotation(phases, rotation);
    if (found !== undefined) return cacheFound(found, precision);
  }
  for (const phases of all) {
    const parts = diagnoseParts(phases, input, SUBJECT);
    if (parts !== undefined) return parts;
    const scaled = explainScaled(phases, rotation);
    if (scaled !== undefined) return cacheFound(scaled, precision);
  }
  return cannotTell(SUBJECT, "no convention that is known here makes these cosines and sines");
}

export interface PartInput extends RotaryExpectation {
  readonly only: "cos" | "sin";
  readonly part: Matrix;
  /** The expected factor of cosines and sines. */
  readonly factor: number;
  readonly positions: readonly Float64Array[];
  readonly assumed: boolean;
  readonly print: Print;
}

/** Cosines alone, or sines alone: each pair has one column. */
export function diagnosePart({ only, part, factor, ...input }: PartInput): Diagnosis | undefined {
  const { rows, columns } = part;
  const precision = precisionOf([part.values], input.print);
  const values = part.values.map((value) => value / factor);
  const other = new Float64Array(values.length).fill(only === "cos" ? 0 : 1);
  const [cos, sin] = only === "cos" ? [values, other] : [other, values];
  const error = part.values.map((value) => precision.errorOf(value) / Math.abs(factor));
  const phases: Phases = { rows, pairs: columns, cos, sin, error, positions: input.positions, only };
  const found = explainRotation(phases, { ...input, isCache: true });
  return found && cacheFound(found, precision);
}

function cacheFound(found: Explanation, { type }: Precision): Diagnosis {
  const faults: Draft[] = [...found.faults];
  if (type === "bfloat16" || type === "float16") faults.push(roundedCache(type));
  const { claim, confidence } = found;
  const models = typeof claim.is === "string" ? [claim.is] : [];
  const is = isOf(claim, found);
  return diagnosisOf({ is, models, faults, confidence, subject: SUBJECT, ...unnamed(claim) });
}

/** Each number once, or twice: the list tiled, or each number repeated. */
export type Order = "once" | "tiled" | "repeated";

function ordersOf({ cos, sin, expected }: CacheInput, { errorOf }: Precision): Order[] {
  const { rows, columns } = cos;
  if (columns % 2 !== 0) return ["once"];
  const isTwice = (other: (column: number) => number) =>
    [cos, sin].every(({ values }) => {
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
          const [a, b] = [values[row * columns + column]!, values[row * columns + other(column)]!];
          if (Math.abs(a - b) > errorOf(a) + errorOf(b)) return false;
        }
      return true;
    });
  const orders: Order[] = [];
  if (isTwice((column) => (column + columns / 2) % columns)) orders.push("tiled");
  if (isTwice((column) => column ^ 1)) orders.push("repeated");
  // Two axes at the same position repeat each number, too.
  return expected?.rotaryDim === 2 * columns ? ["once", ...orders] : [...orders, "once"];
}

function phasesOf({ cos, sin, positions }: CacheInput, { errorOf }: Precision, order: Order): Phases {
  const { rows, columns } = cos;
  const pairs = order === "once" ? columns : columns / 2;
  const columnOf = (pair: number) => (order === "repeated" ? 2 * pair : pair);
  const take = ({ values }: Matrix) =>
    Float64Array.from({ length: rows * pairs }, (_, at) => {
      const row = Math.floor(at / pairs);
      return values[row * columns + columnOf(at - row * pairs)]!;
    });
  const [c, s] = [take(cos), take(sin)];
  const error = c.map((each, at) => Math.max(errorOf(each), errorOf(s[at]!)));
  return { rows, pairs, cos: c, sin: s, error, positions };
}

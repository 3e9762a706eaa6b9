/** Diagnoses cosines and sines that a rotary model caches. */
import { diagnoseParts } from "./cache-parts.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import type { Explanation } from "./explain.ts";
import type { Draft } from "./findings.ts";
import type { Phases } from "./phases.ts";
import { type Precision, type Print, precisionOf } from "./precision.ts";
import type { Matrix } from "./read.ts";
import { explainRotation, explainScaled, isOf, type RotaryExpectation, unnamed } from "./rotation.ts";
import { roundedCache } from "./table.ts";

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

import type { Posenc } from "../../../src/api/full.ts";
import { sincos } from "../../methods/sincos.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { pairDimensions } from "../definition/pair-dimensions.ts";
import { BFLOAT16, FLOAT16, type Format, rounded } from "./half.ts";

/** Ways to compute the same table in the number formats that are used for it. */

export type RecipeName = "float64" | "float32" | "float32-logarithmic" | "float16" | "bfloat16";

export interface TableRecipe {
  readonly name: RecipeName;
  readonly label: string;
  /** The formula; fl rounds to the format. */
  readonly steps: string;
}

export const RECIPES: readonly TableRecipe[] = [
  { name: "float64", label: "float64, then cast", steps: "fl32(sin(t · base^(−2i/d)))" },
  { name: "float32", label: "float32, direct", steps: "fl(sin(fl(t · fl(1 / fl(base^(2i/d))))))" },
  {
    name: "float32-logarithmic",
    label: "float32, log space",
    steps: "fl(sin(fl(t · fl(e^fl(2i · fl(−ln base / d))))))",
  },
  { name: "float16", label: "float16", steps: "fl(sin(fl(fl(t) · fl(base^(−2i/d)))))" },
  { name: "bfloat16", label: "bfloat16", steps: "fl(sin(fl(fl(t) · fl(base^(−2i/d)))))" },
];

/** Some rows of the table, (positions, dModel). */
export type Rows = Float64Array;

/**
 * The exact rows of consecutive positions, in double precision. The module gives sines and cosines of the last one, whose
 * angles t · ω are rounded to doubles: entries are within 1e-9 up to position 10⁷. Each row before it is the one after,
 * rotated back by one position, which adds 1e-16 or so a row.
 */
export function exactRows(pe: Posenc, spec: FigureSpec, positions: readonly number[]): Rows {
  const frequencies = pe.frequencies(spec);
  const pairs = frequencies.length;
  const last = (positions.length - 1) * pairs;
  const sines = new Float64Array(last + pairs);
  const cosines = new Float64Array(last + pairs);
  const anchor = sincos(
    pe,
    anglesOf(positions.slice(-1), frequencies, (angle) => angle),
  );
  sines.set(anchor.sines, last);
  cosines.set(anchor.cosines, last);
  const one = sincos(pe, frequencies);
  for (let n = last - 1; n >= 0; n--) {
    const pair = n % pairs;
    const [sine, cosine] = [sines[n + pairs] as number, cosines[n + pairs] as number];
    const [sineOfOne, cosineOfOne] = [one.sines[pair] as number, one.cosines[pair] as number];
    sines[n] = sine * cosineOfOne - cosine * sineOfOne;
    cosines[n] = cosine * cosineOfOne + sine * sineOfOne;
  }
  return placed(spec, positions.length, sines, cosines);
}

/** The rows of `exactRows`, computed by a recipe. */
export function recipeRows(
  pe: Posenc,
  spec: FigureSpec,
  positions: readonly number[],
  recipe: RecipeName,
  exact: Rows,
): Rows {
  if (recipe === "float64") return exact.map(Math.fround);
  if (recipe === "float16") return halfRows(pe, spec, positions, FLOAT16);
  if (recipe === "bfloat16") return halfRows(pe, spec, positions, BFLOAT16);
  return Float64Array.from(pe.encode({ ...spec, precision: recipe }, { positions }));
}

/** In a short format many large positions round to one number: the row of each number is computed once. */
function halfRows(pe: Posenc, spec: FigureSpec, positions: readonly number[], format: Format): Rows {
  const numbers = positions.map((position) => rounded(position, format));
  const distinct = [...new Set(numbers)];
  const rows = rowsOfNumbers(pe, spec, distinct, format);
  const { dModel } = spec;
  const all = new Float64Array(positions.length * dModel);
  for (const [row, number] of numbers.entries()) {
    const start = distinct.indexOf(number) * dModel;
    all.set(rows.subarray(start, start + dModel), row * dModel);
  }
  return all;
}

/** Frequency, its product with the position and the sine, each rounded; the frequency by way of float32, as a model is cast. */
function rowsOfNumbers(pe: Posenc, spec: FigureSpec, positions: readonly number[], format: Format): Rows {
  const to = (value: number) => rounded(value, format);
  const frequencies = pe.frequencies(spec).map((frequency) => to(Math.fround(frequency)));
  const angles = anglesOf(positions, frequencies, to);
  // A row of width 2 has the sine of its position, which is a float32 already: the recipe of float32 changes nothing.
  const finite = angles.map((angle) => (Number.isFinite(angle) ? angle : 0));
  const pairs = pe.encode({ method: "sinusoidal", dModel: 2, precision: "float32" }, { positions: finite });
  const half = (column: 0 | 1) =>
    angles.map((angle, n) => (Number.isFinite(angle) ? to(pairs[2 * n + column] as number) : Number.NaN));
  return placed(spec, positions.length, half(0), half(1));
}

/** Angles of every pair at every position, (positions, pairs). */
function anglesOf(
  positions: readonly number[],
  frequencies: Float64Array,
  round: (angle: number) => number,
): Float64Array {
  const pairs = frequencies.length;
  const angles = new Float64Array(positions.length * pairs);
  for (const [row, position] of positions.entries()) {
    for (let pair = 0; pair < pairs; pair++)
      angles[row * pairs + pair] = round(position * (frequencies[pair] as number));
  }
  return angles;
}

/** Sines and cosines, (positions, pairs), in the order of the layout. */
function placed(spec: FigureSpec, count: number, sines: Float64Array, cosines: Float64Array): Rows {
  const { dModel } = spec;
  const pairs = dModel / 2;
  const rows = new Float64Array(count * dModel);
  for (let pair = 0; pair < pairs; pair++) {
    const [sine, cosine] = pairDimensions(spec, pair);
    for (let row = 0; row < count; row++) {
      rows[row * dModel + sine] = sines[row * pairs + pair] as number;
      rows[row * dModel + cosine] = cosines[row * pairs + pair] as number;
    }
  }
  return rows;
}

import type { Posenc } from "../../../src/entries/encodings.ts";
import { sincos } from "../../methods/sincos.ts";
import { type FigureSpec, pairDimensions, range } from "../definition/figure-spec.ts";

/**
 * A number format of 16 bits. Rounding is to the nearest number, ties to even.
 *
 * Source: IEEE 754-2019, binary16; bfloat16 is the upper half of a binary32.
 */
interface Format {
  /** Adding it to a number from 1 to 2, and subtracting it, rounds to the nearest number of the format. */
  readonly shift: number;
  /** The smallest normal number. Smaller numbers have the same spacing. */
  readonly leastNormal: number;
  /** The largest finite number; larger results become infinite. */
  readonly largest: number;
}

export const FLOAT16: Format = { shift: shiftOf(11), leastNormal: 2 ** -14, largest: 65504 };
export const BFLOAT16: Format = { shift: shiftOf(8), leastNormal: 2 ** -126, largest: 2 ** 128 - 2 ** 120 };

/** A double has 53 significant bits. In a sum with this number, a number from 1 to 2 keeps only `bits` of them. */
function shiftOf(bits: number): number {
  return 1.5 * 2 ** (53 - bits);
}

/** The nearest number of a format. */
export function rounded(value: number, { shift, leastNormal, largest }: Format): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const scaled = Math.max(powerBelow(value), leastNormal) * shift;
  const nearest = value + scaled - scaled;
  return Math.abs(nearest) > largest ? Math.sign(value) * Number.POSITIVE_INFINITY : nearest;
}

const word = new DataView(new ArrayBuffer(8));

/** 2^⌊log₂|value|⌋ of a normal double: its exponent bits alone. */
function powerBelow(value: number): number {
  word.setFloat64(0, value);
  word.setUint32(0, word.getUint32(0) & 0x7ff00000);
  word.setUint32(4, 0);
  return word.getFloat64(0);
}

/** Recipes: ways to compute the table in common number formats. */

export type RecipeName = "float64" | "float32" | "float32-logarithmic" | "float16" | "bfloat16";

interface TableRecipe {
  readonly name: RecipeName;
  readonly label: string;
  /** The formula, in which fl rounds to the format. */
  readonly steps: string;
}

const RECIPES: readonly TableRecipe[] = [
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
type Rows = Float64Array;

/**
 * The exact rows of consecutive positions, in double precision. The last row comes from the module. Its angles t · ω are
 * rounded to doubles, so that up to position 10⁷ errors stay below 1e-9. Each row before is the next one, rotated back by
 * one position, which adds an error of about 1e-16.
 */
function exactRows(pe: Posenc, spec: FigureSpec, positions: readonly number[]): Rows {
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
function recipeRows(
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

/** In a 16-bit format many large positions round to one number. The row of each number is computed once. */
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

/** Rows with frequency, angle and sine each rounded to the format. Frequencies are first rounded to float32, like a model's. */
function rowsOfNumbers(pe: Posenc, spec: FigureSpec, positions: readonly number[], format: Format): Rows {
  const to = (value: number) => rounded(value, format);
  const frequencies = pe.frequencies(spec).map((frequency) => to(Math.fround(frequency)));
  const angles = anglesOf(positions, frequencies, to);
  // A row of width 2 is the sine and the cosine of its position. These angles are floats, so the float32 recipe is exact.
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

/** The errors of each recipe: its differences from the exact table. */

export interface RecipeErrors {
  readonly recipe: TableRecipe;
  /** The row of the position; NaN if the position or an angle is infinite in the format. */
  readonly values: Rows;
  readonly errors: Float64Array;
  /** The dimension with the largest error in the row. */
  readonly worst: number;
  /** Root mean square over the last rows up to the position. */
  readonly rms: number;
}

interface Errors {
  readonly exact: Rows;
  readonly recipes: readonly RecipeErrors[];
  /** Number of rows in the root mean squares. */
  readonly rows: number;
}

export interface PrecisionShown extends Errors {
  /** Everything that the errors depend on, as text. */
  readonly key: string;
  readonly spec: FigureSpec;
  readonly position: number;
  /** The dimension whose values are listed while there is no cursor. */
  readonly dimension: number;
}

/** Most rows in a root mean square: over a single row it varies by a tenth from position to position. */
const MOST_ROWS = 100;

export function errorsAt(pe: Posenc, spec: FigureSpec, position: number): Errors {
  const positions = range(Math.max(0, position - MOST_ROWS + 1), position + 1);
  const exact = exactRows(pe, spec, positions);
  const last = (positions.length - 1) * spec.dModel;
  const recipes = RECIPES.map((recipe): RecipeErrors => {
    const rows = recipeRows(pe, spec, positions, recipe.name, exact);
    const values = rows.subarray(last);
    const errors = values.map((value, n) => Math.abs(value - (exact[last + n] as number)));
    return { recipe, values, errors, worst: worstOf(errors), rms: rmsOf(rows, exact) };
  });
  return { exact: exact.subarray(last), recipes, rows: positions.length };
}

/** The index of the largest error; a NaN counts as larger than any error. */
function worstOf(errors: Float64Array): number {
  const lost = errors.findIndex(Number.isNaN);
  return lost >= 0 ? lost : errors.indexOf(errors.reduce((most, error) => Math.max(most, error)));
}

function rmsOf(rows: Rows, exact: Rows): number {
  let sum = 0;
  for (let n = 0; n < rows.length; n++) {
    const error = (rows[n] as number) - (exact[n] as number);
    sum += error * error;
  }
  return Math.sqrt(sum / rows.length);
}

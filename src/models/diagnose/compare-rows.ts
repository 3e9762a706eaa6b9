/** Compares rows with every convention of their width. */
import { rangeError } from "../../api/arguments/errors.ts";
import { type Convention, conventionsFor, type MadeRows } from "./conventions.ts";
import { precisionOf } from "./findings/precision.ts";
import { type Matrix, type Rows, readMatrix } from "./input/read.ts";

/** A convention, and how far the rows are from it. */
export interface ComparedRows {
  /** The convention. */
  readonly convention: Convention;
  /** The largest difference. */
  readonly difference: number;
  /** The row of the largest difference, from 0. */
  readonly row: number;
  /** The column of the largest difference, from 0. */
  readonly column: number;
  /** Whether all differences are within the rounding of the numbers and of the float32 recipe. */
  readonly fits: boolean;
}

/** What is known about how the numbers were printed. */
export interface CompareOptions {
  /** The largest error of a number because of its print. Default: estimated from the digits of all numbers. */
  readonly roundingOf?: ((value: number) => number) | undefined;
}

/** The rounding of a float, and the error of an angle for each position in the float32 recipe. */
const FLOAT = 2 ** -24;
const STEP = 2 ** -23;

/** No model has a table with more columns. */
const WIDEST = 65_536;

/**
 * Compares rows of a table, of cosines or sines, of frequencies or slopes with every convention that is known here.
 *
 * @param rows Rows of 2 to 65536 numbers, the first at position 0 unless the convention starts later.
 * @param options How the numbers were printed.
 * @returns All conventions of this width, the closest first.
 * @throws TypeError for rows that are no numbers; RangeError for rows of different lengths, and for a width out of range.
 * @example
 * compareRows([[0, 1, 0, 1], [0.841, 0.54, 0.01, 1]])[0].convention.models[0]; // "attention-is-all-you-need"
 */
export function compareRows(rows: Rows, options: CompareOptions = {}): ComparedRows[] {
  const matrix = readMatrix("rows", rows);
  if (matrix.columns < 2 || matrix.columns > WIDEST)
    throw rangeError(`rows must have 2 to ${WIDEST} numbers; the first one has ${matrix.columns}`, {
      code: "length",
      param: "rows",
      value: matrix.columns,
    });
  const roundingOf = options.roundingOf ?? precisionOf([matrix.values]).errorOf;
  return [...comparedIn(matrix, roundingOf)].sort((a, b) => a.difference - b.difference);
}

function* comparedIn(matrix: Matrix, roundingOf: (value: number) => number): Generator<ComparedRows> {
  const rounding = matrix.values.map(roundingOf);
  for (const made of conventionsFor(matrix.columns)) {
    if (made.isOne && matrix.rows > 1) continue; // slopes and frequencies are one row
    const { code, models } = made;
    yield { convention: { code, models }, ...compare(matrix, made, rounding) };
  }
}

function compare({ rows, columns, values }: Matrix, { at, last }: MadeRows, rounding: Float64Array) {
  const float = FLOAT + last(rows) * STEP;
  const found = { difference: -1, row: 0, column: 0, fits: true };
  for (let row = 0, index = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, index++) {
      const difference = Math.abs(values[index]! - at(row, column));
      if (difference > rounding[index]! + float) found.fits = false;
      if (difference > found.difference) Object.assign(found, { difference, row, column });
    }
  return found;
}

/** Which rows of an array are read. */
import { checkNumber, readOptions, wrongType } from "../../api/arguments/check.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { checkList } from "../../api/arguments/numbers.ts";
import type { ElementType, Values } from "./elements.ts";

/** The rows that are wanted. */
export interface RowOptions {
  /** The first row, and the one after the last, along the first axis. Default: all. */
  rows?: readonly [from: number, to: number] | undefined;
}

/** Numbers of a file. */
export interface NumberArray {
  /** The type of the numbers in the file. */
  readonly dtype: ElementType;
  /** The shape of `values`; `[]` for a single number. */
  readonly shape: readonly number[];
  /** Exactly the file's numbers, row-major: a Float32Array if they have at most 24 bits, otherwise a Float64Array. */
  readonly values: Values;
}

/** The most axes of an array: NumPy's. */
export const mostAxes = 64;

export const countOf = (shape: readonly number[]): number => shape.reduce((count, size) => count * size, 1);

/** The first row, the one after the last, and the shape of these rows. */
export interface WantedRows {
  from: number;
  to: number;
  shape: readonly number[];
  /** Numbers of a row. */
  width: number;
}

export function wantedRows(shape: readonly number[], options: unknown): WantedRows {
  const { rows } = readOptions("options", options, ["rows"]);
  const [height = 1, ...rest] = shape;
  const width = countOf(rest);
  if (rows === undefined) return { from: 0, to: height, shape, width };
  const { from, to } = rangeOf(rows, height);
  if (shape.length === 0) {
    const text = "rows cannot be taken of a single number; got an array without axes";
    throw rangeError(text, { code: "conflict", param: "rows", value: rows });
  }
  return { from, to, shape: [to - from, ...rest], width };
}

function rangeOf(rows: unknown, height: number): { from: number; to: number } {
  const list = checkList("rows", rows);
  if (list.count !== 2) throw wrongType("rows", "the first row and the one after the last", rows);
  const [first, last] = list.read({ from: 0, to: Number.MAX_SAFE_INTEGER, integer: true });
  const to = checkNumber("rows[1]", last, { from: 0, to: height, integer: true });
  return { from: checkNumber("rows[0]", first, { from: 0, to, integer: true }), to };
}

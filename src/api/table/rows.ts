import { checkNumber, type NumberRule, type Unchecked } from "../arguments/check.ts";
import { rangeError, typeError } from "../arguments/errors.ts";
import { checkList, type Numbers } from "../arguments/numbers.ts";
import { countRule } from "../arguments/sizes.ts";
import { type Area, input, written } from "../module/areas.ts";
import { checkResult, type Size } from "../module/engine.ts";
import { alongRows } from "../module/parts.ts";
import { farthest, farthestBack } from "../spec/dimensions.ts";

/** Positions, fractions and negative ones included: an array of numbers, or a typed array except a BigInt array. */
export type Positions = Numbers;

/** The rows of a table: `length` rows from `start` on, or one row for each of `positions`. */
export interface Rows {
  /** Number of rows, 0 or more. Required, unless `positions` is given. */
  length?: number | undefined;
  /** Position of the first row, from −2^53 to 2^53, fractions included. Default: the spec's start, usually 0. */
  start?: number | undefined;
  /** The position of each row, from −2^53 to 2^53, instead of `length` and `start`. */
  positions?: Positions | undefined;
}

export const rowNames = ["length", "start", "positions"] as const;

/** Rows at `positions`, or at start + first, start + first + 1, … */
export interface CheckedRows {
  count: number;
  start: number;
  /** The number of the first row, if the rows are a part of a longer table. */
  first: number;
  positions?: Float64Array;
  /** The argument that an error names if the table is too large. */
  size: Size;
}

/** Beyond 2^53 not every integer is a double. */
export const positionRule: NumberRule = { from: farthestBack, to: farthest };

/** The table that the rows belong to. */
interface Table {
  dModel: number;
  /** Position of the first row, if the call names none. */
  start: number;
}

/** Checks the options for rows of `dModel` floats, before any position is read or row is made. */
export function checkRows(given: Unchecked<keyof Rows>, table: Table): CheckedRows {
  return given.positions === undefined ? checkRange(given, table.start) : checkPositions(given, table.dModel);
}

function checkRange(given: Unchecked<keyof Rows>, first: number): CheckedRows {
  const count = checkNumber("length", given.length, countRule);
  const start = given.start === undefined ? first : checkNumber("start", given.start, positionRule);
  const last = start + Math.max(count - 1, 0);
  if (last > farthest) {
    const text = `start + length − 1 must be at most ${farthest}; got ${start} + ${count} − 1`;
    throw rangeError(text, { code: "range", param: "start", value: given.start });
  }
  return {
    count,
    start,
    first: 0,
    size: { param: "length", value: count, fix: "Use blocks, which makes the table in parts" },
  };
}

function checkPositions({ length, start, positions }: Unchecked<keyof Rows>, dModel: number): CheckedRows {
  if (start !== undefined) {
    const text = "start and positions exclude each other; leave start out";
    throw typeError(text, { code: "conflict", param: "start", value: start });
  }
  const list = checkList("positions", positions);
  const { count } = list;
  if (length !== undefined && checkNumber("length", length, countRule) !== count) {
    const text = `length must be the number of positions, ${count}, or left out; got ${length}`;
    throw rangeError(text, { code: "length", param: "length", value: length });
  }
  const size: Size = { param: "positions.length", value: count };
  checkResult(count * (dModel * Float32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT), size);
  return { count, start: 0, first: 0, positions: list.read(positionRule), size };
}

/** The position of each row, for kernels that need a list. */
export function positionsOf({ count, start, first, positions }: CheckedRows): Area<Float64Array> {
  if (positions !== undefined) return input(positions, alongRows);
  const write = (to: Float64Array, from: number) => {
    for (let i = 0; i < to.length; i++) to[i] = start + (first + from + i);
  };
  return written(Float64Array, count, write, alongRows);
}

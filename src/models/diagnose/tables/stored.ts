/** Tables in arrays of any number of axes: batches, heads, complex numbers and grids. */

import type { NumberAxes } from "../input/read.ts";
import type { Table } from "./comparison.ts";

/** A table, and notes about the axes of its array. */
export interface Stored extends Table {
  /** Sentences about axes that were left out. */
  readonly notes: readonly string[];
  /** Lists of all numbers, to estimate their precision. */
  readonly lists: readonly (Float64Array | Float32Array)[];
}

/** Rows and columns of an array: axes of length 1 and equal copies are left out, and the last axes of pairs are joined. */
export function storedIn({ shape, values }: NumberAxes): Stored {
  const sides = shape.filter((side) => side !== 1);
  const strides = stridesOf(shape).filter((_, axis) => shape[axis] !== 1);
  const notes: string[] = [];
  const wholes = () => sides.map((side, axis) => ({ side, stride: strides[axis]! }));
  const isPair = sides.length > 2 && sides.at(-1) === 2;
  if (!isPair)
    for (let axis = 0; sides.length > 2 && axis < sides.length - 1; ) {
      if (!isCopied(values, wholes(), axis)) {
        axis++;
        continue;
      }
      notes.push(`${sides[axis]} equal copies along axis ${axis} are one table`);
      sides.splice(axis, 1);
      strides.splice(axis, 1);
    }
  if (sides.length <= 1 && shape.length < 2) return tableOf(values, 1, values.length, notes);
  if (sides.length <= 1) {
    const isRow = (shape.at(-1) ?? 1) > 1 || values.length === 1;
    return isRow ? tableOf(values, 1, values.length, notes) : tableOf(values, values.length, 1, notes);
  }
  // Pairs of numbers (complex), or a matrix of two by two for each pair, are columns.
  const inner = isPair ? (sides.length > 3 && sides.at(-2) === 2 ? 3 : 2) : 1;
  const columns = sides.slice(-inner).reduce((a, b) => a * b, 1);
  const outer = sides.slice(0, -inner).map((side, axis) => ({ side, stride: strides[axis]! }));
  const rows = outer.reduce((product, { side }) => product * side, 1);
  const own = strides.at(-1)!;
  const rowAt = (row: number) => {
    let [rest, place] = [row, 0];
    for (let axis = outer.length - 1; axis >= 0; axis--) {
      const { side, stride } = outer[axis]!;
      place += (rest % side) * stride;
      rest = Math.floor(rest / side);
    }
    return place;
  };
  if (outer.length === 1) {
    const { stride } = outer[0]!;
    return {
      rows,
      columns,
      notes,
      lists: [values],
      at: (row, column) => values[row * stride + column * own]!,
    };
  }
  const perText = outer.at(-1)!.side;
  return {
    rows,
    columns,
    notes,
    perText,
    lists: [values],
    at: (row, column) => values[rowAt(row) + column * own]!,
  };
}

/** At most this share of the places may hold other numbers than a cosine and a sine. */
const FEW = 0.01;

/** Cosines and sines that are stacked along the first axis, as (2, rows, columns); undefined if the array is something else. */
export function stackedIn({ shape, values }: NumberAxes): readonly [Stored, Stored] | undefined {
  const [count, ...sides] = shape.filter((side) => side !== 1);
  if (count !== 2 || sides.length !== 2) return undefined;
  const half = values.length / 2;
  const lengths = Float64Array.from({ length: half }, (_, k) => Math.hypot(values[k]!, values[half + k]!));
  const usual = lengths.slice().sort()[half >> 1]!; // the attention factor
  if (lengths.filter((length) => !(Math.abs(length / usual - 1) <= 0.01)).length > FEW * half)
    return undefined;
  const [first, second] = [values.subarray(0, half), values.subarray(half)].map((part) =>
    storedIn({ shape: sides, values: part }),
  ) as [Stored, Stored];
  // The slowest cosines are near 1.
  const slowest = ({ rows, columns, at }: Stored) => {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += at(row, columns - 1);
    return sum;
  };
  return slowest(first) < slowest(second) ? [second, first] : [first, second];
}

const tableOf = (
  values: NumberAxes["values"],
  rows: number,
  columns: number,
  notes: readonly string[],
): Stored => ({
  rows,
  columns,
  notes,
  lists: [values],
  at: (row, column) => values[row * columns + column]!,
});

function stridesOf(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length);
  for (let axis = shape.length - 1, stride = 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= shape[axis]!;
  }
  return strides;
}

interface Axis {
  readonly side: number;
  readonly stride: number;
}

/** Whether all slices along an axis are the same numbers. */
function isCopied(values: ArrayLike<number>, axes: readonly Axis[], along: number): boolean {
  const { side, stride } = axes[along]!;
  const rest = axes.filter((_, axis) => axis !== along);
  const count = rest.reduce((product, axis) => product * axis.side, 1);
  for (let k = 0; k < count; k++) {
    let [left, place] = [k, 0];
    for (let axis = rest.length - 1; axis >= 0; axis--) {
      place += (left % rest[axis]!.side) * rest[axis]!.stride;
      left = Math.floor(left / rest[axis]!.side);
    }
    for (let copy = 1; copy < side; copy++)
      if (!Object.is(values[place + copy * stride], values[place])) return false;
  }
  return true;
}

/** Cosines and sines side by side. */
export const sideBySide = (left: Stored, right: Stored): Stored => ({
  rows: left.rows,
  columns: left.columns + right.columns,
  notes: left.notes,
  ...(left.perText !== undefined && { perText: left.perText }),
  lists: [...left.lists, ...right.lists],
  at: (row, column) => (column < left.columns ? left.at(row, column) : right.at(row, column - left.columns)),
});

import type { Posenc } from "../../../src/api/full.ts";
import type { FigureSpec } from "../figure/figure-spec.ts";

/** How alike two positions are: by the rows of the table, and by the formula that knows their offset alone. */

export type Measure = "dot" | "distance";

/** Whole positions, `from` the first. */
export interface Stretch {
  readonly from: number;
  readonly count: number;
}

/** A position compared with every position of a stretch, from the rows of the table. */
export interface ComparedRow {
  readonly position: number;
  readonly values: Float64Array;
}

/** The measure by offset: Σ cos(ω k), or √Σ 2(1 − cos(ω k)). */
export function byOffset(
  pe: Posenc,
  spec: FigureSpec,
  measure: Measure,
  offsets: Float64Array,
): Float64Array {
  return measure === "dot" ? pe.similarity(spec, { offsets }) : pe.distance(spec, { offsets });
}

/** Its largest value: |P|² at offset 0, or that of opposite vectors, 2|P|. */
export function largest(measure: Measure, dModel: number): number {
  return measure === "dot" ? dModel / 2 : Math.sqrt(2 * dModel);
}

export function compareRows(
  pe: Posenc,
  spec: FigureSpec,
  measure: Measure,
  { from, count }: Stretch,
  positions: readonly number[],
): ComparedRow[] {
  const { dModel } = spec;
  const table = pe.encode(spec, { start: from, length: count });
  const rowOf = (position: number) =>
    table.subarray((position - from) * dModel, (position - from + 1) * dModel);
  const compare = measure === "dot" ? product : distance;
  return positions.map((position) => {
    const row = rowOf(position);
    const values = Float64Array.from({ length: count }, (_, s) => compare(row, rowOf(from + s)));
    return { position, values };
  });
}

/** The largest difference between compared rows and the values of their offsets. */
export function largestDifference(
  rows: readonly ComparedRow[],
  { from }: Stretch,
  expected: (offset: number) => number,
): number {
  const differences = rows.flatMap(({ position, values }) =>
    Array.from(values, (value, s) => Math.abs(value - expected(from + s - position))),
  );
  return Math.max(...differences);
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, j) => sum + value * (b[j] as number), 0);
}

function distance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, j) => sum + (value - (b[j] as number)) ** 2, 0));
}

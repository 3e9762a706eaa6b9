import type { Posenc } from "../../../src/api/full.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { range } from "../share/entries.ts";

/** How alike two positions are: by the rows of the table, and by the formula that knows their offset alone. */

export type Measure = "dot" | "distance";

export const NAMES: Readonly<Record<Measure, string>> = { dot: "dot product", distance: "distance" };

/** Whole positions, `from` the first. */
export interface ShownRange {
  readonly from: number;
  readonly count: number;
}

/** A position compared with every position of a stretch, from the rows of the table. */
export interface ComparedRow {
  readonly position: number;
  readonly values: Float64Array;
}

export interface SimilarityShown {
  readonly spec: FigureSpec;
  readonly measure: Measure;
  readonly view: "offset" | "matrix";
  readonly stretch: ShownRange;
  /** Positions whose rows are compared. */
  readonly marks: readonly number[];
  readonly rows: readonly ComparedRow[];
  /** The measure at offsets 0 … count − 1; the others have the same. */
  readonly values: Float64Array;
  /** The measure by offset: Σ cos(ω k), or √Σ 2(1 − cos(ω k)). */
  measured(offsets: Float64Array): Float64Array;
}

type SimilaritySettings = Pick<SimilarityShown, "spec" | "measure" | "view" | "marks"> & {
  readonly positions: readonly number[];
};

export function similarityShown(pe: Posenc, settings: SimilaritySettings): SimilarityShown {
  const { spec, measure, view } = settings;
  const [from = 0, to = 0] = settings.positions.map(Math.round);
  const stretch = { from, count: to - from };
  const marks = settings.marks.map((mark) => Math.min(Math.max(Math.round(mark), from), to - 1));
  const rows = compareRows(pe, spec, measure, stretch, marks);
  const measured = (offsets: Float64Array) =>
    measure === "dot" ? pe.similarity(spec, { offsets }) : pe.distance(spec, { offsets });
  const values = measured(Float64Array.from(range(0, stretch.count)));
  return { spec, measure, view, stretch, marks, rows, values, measured };
}

/** The measure at a whole offset. */
export const atOffset = ({ values }: SimilarityShown, offset: number): number =>
  values[Math.abs(offset)] as number;

/** The largest value: |P|² at offset 0, or that of opposite vectors, 2|P|. */
export const largest = ({ measure, spec: { dModel } }: SimilarityShown): number =>
  measure === "dot" ? dModel / 2 : Math.sqrt(2 * dModel);

export function compareRows(
  pe: Posenc,
  spec: FigureSpec,
  measure: Measure,
  { from, count }: ShownRange,
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
export function largestDifference(shown: SimilarityShown): number {
  const { rows, stretch } = shown;
  const differences = rows.flatMap(({ position, values }) =>
    Array.from(values, (value, s) => Math.abs(value - atOffset(shown, stretch.from + s - position))),
  );
  return Math.max(...differences);
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, j) => sum + value * (b[j] as number), 0);
}

function distance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, j) => sum + (value - (b[j] as number)) ** 2, 0));
}

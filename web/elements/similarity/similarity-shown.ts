import type { Posenc } from "../../../src/entries/encodings.ts";
import { html } from "../../plot/dom.ts";
import { type Slider, slider } from "../controls/bound.ts";
import type { Host, Part } from "../definition/definition.ts";
import { type FigureSpec, range } from "../definition/figure-spec.ts";

/** The similarity of two positions: from the rows of the table, and from a formula of their offset alone. */

export type Measure = "dot" | "distance";

export const NAMES: Readonly<Record<Measure, string>> = { dot: "dot product", distance: "distance" };

/** Consecutive whole positions. */
export interface PositionRange {
  /** The first position. */
  readonly from: number;
  readonly count: number;
}

/** The row of a position compared with the row of every position in view. */
export interface ComparedRow {
  readonly position: number;
  readonly values: Float64Array;
}

export interface SimilarityShown {
  readonly spec: FigureSpec;
  readonly measure: Measure;
  readonly view: "offset" | "matrix";
  /** The positions in view. */
  readonly positions: PositionRange;
  /** Positions whose rows are compared. */
  readonly marks: readonly number[];
  readonly rows: readonly ComparedRow[];
  /** The measure at offsets 0 … count − 1; it is the same at negative offsets. */
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
  const positions = { from, count: to - from };
  const marks = settings.marks.map((mark) => Math.min(Math.max(Math.round(mark), from), to - 1));
  const rows = compareRows(pe, spec, measure, positions, marks);
  const measured = (offsets: Float64Array) =>
    measure === "dot" ? pe.similarity(spec, { offsets }) : pe.distance(spec, { offsets });
  const values = measured(Float64Array.from(range(0, positions.count)));
  return { spec, measure, view, positions, marks, rows, values, measured };
}

/** The measure at a whole offset. */
export const atOffset = ({ values }: SimilarityShown, offset: number): number =>
  values[Math.abs(offset)] as number;

/** The largest value: |P|² at offset 0, or 2|P|, the distance of opposite vectors. */
export const largest = ({ measure, spec: { dModel } }: SimilarityShown): number =>
  measure === "dot" ? dModel / 2 : Math.sqrt(2 * dModel);

export function compareRows(
  pe: Posenc,
  spec: FigureSpec,
  measure: Measure,
  { from, count }: PositionRange,
  marks: readonly number[],
): ComparedRow[] {
  const { dModel } = spec;
  const table = pe.encode(spec, { start: from, length: count });
  const rowOf = (position: number) =>
    table.subarray((position - from) * dModel, (position - from + 1) * dModel);
  const compare = measure === "dot" ? product : distance;
  return marks.map((position) => {
    const row = rowOf(position);
    const values = Float64Array.from({ length: count }, (_, s) => compare(row, rowOf(from + s)));
    return { position, values };
  });
}

/** The largest difference between the measure from rows and the measure from offsets. */
export function largestDifference(shown: SimilarityShown): number {
  const { rows, positions } = shown;
  const differences = rows.flatMap(({ position, values }) =>
    Array.from(values, (value, s) => Math.abs(value - atOffset(shown, positions.from + s - position))),
  );
  return Math.max(...differences);
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, j) => sum + value * (b[j] as number), 0);
}

function distance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, j) => sum + (value - (b[j] as number)) ** 2, 0));
}

/** The name of a compared position: t, or t₁, t₂ … if there are several. */
export const markName = (index: number, count: number): string => (count === 1 ? "t" : `t${"₁₂₃₄₅"[index]}`);

/** A slider for each compared position. Its ends are the first and the last position. */
export function markSliders(
  figure: Host<{ marks: readonly number[] }, SimilarityShown>,
): Part<SimilarityShown> {
  const element = html("div", { class: "marks" });
  let sliders: Slider[] = [];
  let limits = "";
  const build = ({ marks, positions: { from, count } }: SimilarityShown) =>
    marks.map((_, index) =>
      slider({
        label: `position ${markName(index, marks.length)}`,
        min: from,
        max: from + count - 1,
        oninput(value) {
          const { marks } = figure.shown ?? figure;
          figure.marks = marks.map((mark, other) => (other === index ? value : mark));
        },
      }),
    );
  const show = (shown: SimilarityShown) => {
    const { marks, positions } = shown;
    const next = [positions.from, positions.count, marks.length].join();
    if (next !== limits) {
      sliders = build(shown);
      element.replaceChildren(...sliders.map((built) => built.element));
    }
    limits = next;
    for (const [index, mark] of marks.entries()) sliders[index]?.show(mark);
  };
  return { element, show };
}

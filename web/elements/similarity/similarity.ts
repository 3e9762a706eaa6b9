import type { Posenc } from "../../../src/entries/encodings.ts";
import { SERIES } from "../../plot/glyph.ts";
import { baseSlider, choose, widthSlider } from "../controls/bound.ts";
import { fullModule } from "../definition/full-module.ts";
import type { NamedArray } from "../definition/numbers.ts";
import { numbers, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { range } from "../share/entries.ts";
import { similarityCode } from "./similarity-code.ts";
import { markSliders } from "./similarity-mark.ts";
import { SimilarityPlot } from "./similarity-plot.ts";
import { describeAll, describeCell } from "./similarity-reading.ts";
import { atOffset, NAMES, type SimilarityShown, similarityShown } from "./similarity-shown.ts";
import { similarityStyles } from "./similarity-styles.ts";

/** Most positions: on the smallest screen, each has a pixel of the matrix. */
const MOST = 200;
/** The largest width for which all products of rows take a few milliseconds. */
const WIDEST = 4096;

/** How alike two positions are, by their offset and as a matrix. */
export const SimilarityElement = figure({
  tag: "pe-similarity",
  doc: "The inner product and the distance of two positions, by their offset and as a matrix: both depend only on the offset.",
  example: '<pe-similarity d-model="128" positions="0 100"></pe-similarity>',
  module: fullModule,
  encoding: sinusoid({ dModel: 128, widest: WIDEST }),
  state: {
    positions: numbers({
      least: 2,
      most: 2,
      expected: `two whole numbers 2 to ${MOST} apart, the first from −2^24 to 2^24`,
      holds([first = 0, end = 0]) {
        const [from, to] = [Math.round(first), Math.round(end)];
        return to - from >= 2 && to - from <= MOST && Math.abs(from) <= 2 ** 24;
      },
      default: [0, 100],
      doc: "The compared positions, `from to`; the end is not included",
    }),
    marks: numbers({
      least: 1,
      most: SERIES,
      expected: `up to ${SERIES} numbers`,
      holds: () => true,
      default: [30, 70],
      doc: "The positions whose rows are drawn as points",
    }),
    measure: word(["dot", "distance"], { doc: "The inner product of two rows, or their distance" }),
    view: word(["offset", "matrix"], { doc: "Curves by offset, or the matrix of all pairs of positions" }),
  },
  styles: similarityStyles,
  kind: "similarity plot",
  compute: (pe: Posenc, state): SimilarityShown => similarityShown(pe, state),
  plot: () => new SimilarityPlot(),
  label: describeAll,
  describe: (shown, cell, pe) => (cell ? describeCell(shown, cell, pe) : describeAll(shown)),
  grid: ({ positions: { count } }) => ({ rows: count, columns: count }),
  valueAt: ({ row, column }, { view, positions }) =>
    view === "matrix" ? { row, column } : { row: column - row + positions.count - 1, column: 0 },
  array: (shown) => (shown.view === "matrix" ? matrixOf(shown) : curveOf(shown)),
  code: similarityCode,
  controls: {
    sliders: [markSliders],
    bar: [choose("view", "view", { offset: "by offset", matrix: "matrix" })],
    more: [widthSlider(512), baseSlider, choose("measure", "measure", NAMES)],
  },
});

function matrixOf(shown: SimilarityShown): NamedArray {
  const { from, count } = shown.positions;
  const names = range(from, from + count);
  const values = Float64Array.from({ length: count ** 2 }, (_, n) =>
    atOffset(shown, (n % count) - Math.floor(n / count)),
  );
  return { corner: "position", rows: names, columns: names, values };
}

function curveOf(shown: SimilarityShown): NamedArray {
  const { count } = shown.positions;
  const rows = range(1 - count, count);
  const values = Float64Array.from(rows, (offset) => atOffset(shown, offset));
  return { corner: "offset", rows, columns: [NAMES[shown.measure]], values };
}

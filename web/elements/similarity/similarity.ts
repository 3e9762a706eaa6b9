import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, type Sinusoid } from "../../methods/sinusoidal.ts";
import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import { SERIES } from "../../plot/series.ts";
import { baseSlider, choose, widthSlider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell } from "../definition/definition.ts";
import { type NamedArray, range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { numbers, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { SimilarityPlot } from "./similarity-plot.ts";
import {
  atOffset,
  compareRows,
  largestDifference,
  type Measure,
  markSliders,
  NAMES,
  type PositionRange,
  type SimilarityShown,
  similarityShown,
} from "./similarity-shown.ts";

const similarityStyles = [
  readingStyles({ 0: 3, 44: 2 }),
  css`
  .marks {
    display: contents;
  }
`,
];

const FORMULA: Readonly<Record<Measure, string>> = {
  dot: "Σ cos(ω k)",
  distance: "√Σ 2(1 − cos ω k)",
};

const DECIMALS = 4;

/** Describes the whole picture: all rows lie on one curve, with small errors. */
function describeAll(shown: SimilarityShown): string {
  const { measure, rows, spec } = shown;
  const count = rows.reduce((sum, { values }) => sum + values.length, 0);
  const names = rows.map(({ position }) => formatInteger(position)).join(", ");
  const zero =
    measure === "dot"
      ? `At offset 0 it is |P|² = d/2 = ${formatRough(atOffset(shown, 0))}, for d = ${formatInteger(spec.dModel)}.`
      : "At offset 0 it is 0.";
  return (
    `${formatInteger(count)} ${NAMES[measure]}s of table rows, for t = ${names}: ` +
    `all lie on the curve ${FORMULA[measure]}, within ${formatSmall(largestDifference(shown))}. ${zero}`
  );
}

/** Describes two positions: the measure from their rows, and from their offset alone. */
function describeCell(shown: SimilarityShown, { row, column }: Cell, pe: Posenc): string {
  const { measure, spec, positions } = shown;
  const [t, s] = [positions.from + row, positions.from + column] as const;
  const between = { from: Math.min(t, s), count: Math.abs(t - s) + 1 };
  const [compared] = compareRows(pe, spec, measure, between, [t]);
  const value = compared?.values.at(s < t ? 0 : -1) as number;
  const rows = measure === "dot" ? `P(${t}) · P(${s})` : `|P(${s}) − P(${t})|`;
  const places = `positions ${formatInteger(t)} and ${formatInteger(s)}, offset ${formatInteger(s - t)}`;
  return (
    `${places}: ${rows} = ${formatFixed(value, DECIMALS)} from the rows of the table, ` +
    `${FORMULA[measure]} = ${formatFixed(atOffset(shown, s - t), DECIMALS)} from the offset`
  );
}

// Code that makes the numbers of the figure, in double precision.

/** The measure by offset, with a row for each offset. */
const offsetCode = (spec: Sinusoid, measure: Measure, { count }: PositionRange): Code =>
  measured(
    spec,
    measure,
    `offset = xp.arange(${1 - count}, ${count})[:, None, None]`,
    `from: ${1 - count}, to: ${count - 1}`,
  );

/** The measure of all pairs of positions. */
const matrixCode = (spec: Sinusoid, measure: Measure, { from, count }: PositionRange): Code =>
  measured(
    spec,
    measure,
    `position = xp.arange(${from}, ${from + count})
offset = (position[None, :] - position[:, None])[:, :, None]`,
    `offsets: Array.from({ length: ${count ** 2} }, (_, n) => (n % ${count}) - Math.floor(n / ${count}))`,
  );

const similarityCode = ({ spec, measure, view, positions }: SimilarityShown): Code =>
  (view === "matrix" ? matrixCode : offsetCode)(spec, measure, positions);

/** @param offset - Python that makes `offset`; sums are over its last axis */
function measured(spec: Sinusoid, measure: Measure, offset: string, offsets: string): Code {
  const { name, values } = {
    dot: { name: "similarity", values: "xp.cos(offset * frequency).sum(-1)" },
    distance: {
      name: "distance",
      values: "2 * xp.sqrt((xp.sin(offset * frequency / 2) ** 2).sum(-1))",
    },
  }[measure];
  return code(
    `${frequenciesOf(spec)}
${offset}
values = ${values}
`,
    `const values = pe.${name}(${literal(spec)}, { ${offsets} });
`,
  );
}

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

import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, type Sinusoid } from "../../methods/sinusoidal.ts";
import { dragIn } from "../../plot/drag.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import { baseSlider, slide, wholeScale, widthSlider } from "../controls/bound.ts";
import { pairDimensions, range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { whole } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { PeriodsPlot, periodsStyles } from "./periods-plot.ts";
import { formatPeriod, type PeriodsShown, periodsTable, supremum } from "./periods-shown.ts";

/** Describes the whole picture. */
function describeAll({ spec, periods, length, unfinished }: PeriodsShown): string {
  const pairs = formatInteger(periods.length);
  const [first, last] = [periods[0], periods.at(-1)].map((period) => formatPeriod(period as number));
  return (
    `${formatInteger(unfinished)} of ${pairs} pairs do not complete one period in ${formatInteger(length)} positions. ` +
    `Periods run from ${first} to ${last}; 2π · base is ${formatPeriod(supremum(spec))}.`
  );
}

function describePair({ spec, periods, length }: PeriodsShown, pair: number): string {
  const period = periods[pair] as number;
  const count = formatRough(length / period);
  return (
    `pair ${formatInteger(pair)}, dimensions ${pairDimensions(spec, pair).map(formatInteger).join(" and ")}: ` +
    `period ${formatPeriod(period)} positions, ${count} periods in ${formatInteger(length)}` +
    `${period > length ? ": not finished" : ""}`
  );
}

/** Code that makes the frequencies and periods of all pairs, in double precision. */
const periodsCode = ({ layout: _, ...spec }: Sinusoid): Code =>
  code(
    `${frequenciesOf(spec)}
values = xp.stack([frequency, 2 * xp.pi / frequency], 1)
`,
    `const spec = ${literal(spec)};
const periods = pe.periods(spec);
const values = Array.from(pe.frequencies(spec)).flatMap((frequency, i) => [frequency, periods[i]]);
`,
  );

/** With a larger base, the frequency of the slowest pair would be smaller than the module can represent. */
const LARGEST_BASE = 1e40;
/** The end of the slider for the length; the attribute allows lengths up to 2^53. */
const LONGEST = 1e6;
const FARTHEST = 2 ** 53;
/** Significant digits of a length that a slider or a drag sets. */
const DIGITS = 3;

/** How many positions each pair takes for one period, and which pairs do not finish one within a length. */
export const PeriodsElement = figure({
  tag: "pe-periods",
  doc: "The period of each pair in positions, and which pairs do not complete one period within a length.",
  example: '<pe-periods d-model="64" length="512"></pe-periods>',
  parts: ["table"],
  module: fullModule,
  encoding: sinusoid({ dModel: 512, largestBase: LARGEST_BASE }),
  state: {
    length: whole({
      from: 0,
      to: FARTHEST,
      default: 512,
      doc: "The length to compare periods with, in positions",
    }),
  },
  styles: periodsStyles,
  heights: [{ em: 54 }, { from: 18, em: 46 }, { from: 44, em: 30 }],
  kind: "bars",
  compute: (pe: Posenc, { spec, length }): PeriodsShown => ({
    spec,
    length,
    unfinished: pe.unfinishedPairs(spec, { length }),
    frequencies: pe.frequencies(spec),
    periods: pe.periods(spec),
  }),
  plot: () => new PeriodsPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describePair(shown, cell.row) : describeAll(shown)),
  grid: ({ periods }) => ({ rows: periods.length, columns: 1 }),
  valueAt: ({ row }) => ({ row, column: 1 }),
  array: ({ frequencies, periods }) => ({
    corner: "pair",
    rows: range(0, periods.length),
    columns: ["frequency", "period"],
    values: Float64Array.from({ length: 2 * periods.length }, (_, index) =>
      Number((index % 2 === 0 ? frequencies : periods)[index >> 1]),
    ),
  }),
  code: ({ spec }) => periodsCode(spec),
  interact(figure, plot: PeriodsPlot) {
    dragIn(plot.element, {
      take: (x) => plot.isOnLine(x),
      move: (x) => {
        const length = Math.round(Number(plot.positionsAt(x).toPrecision(DIGITS)));
        figure.length = Math.min(Math.max(1, length), FARTHEST);
      },
    });
  },
  below: { first: [periodsTable] },
  controls: {
    sliders: [slide("length", { ...wholeScale(DIGITS), label: "length", from: 1, to: LONGEST }), baseSlider],
    more: [widthSlider(1024)],
  },
});

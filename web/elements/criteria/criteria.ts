import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Code, code, indented, inLibrary, literal } from "../../methods/code.ts";
import { type Sinusoid, sinusoids } from "../../methods/sinusoidal.ts";
import { SAMPLE_JAVASCRIPT, SAMPLE_NUMPY } from "../../methods/uniforms-code.ts";
import { html } from "../../plot/dom.ts";
import { baseSlider, slide, widthSlider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { fullModule } from "../definition/full-module.ts";
import { whole } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { CriteriaPlot } from "./criteria-plot.ts";
import {
  CRITERIA,
  type CriteriaShown,
  criteriaShown,
  describeAll,
  describeCell,
  type Judged,
  WAYS,
} from "./criteria-shown.ts";

/** Code that computes the numbers of the criteria: a row for each way. */
const criteriaCode = (spec: Sinusoid, length: number): Code =>
  code(
    (library) => python(spec, length) + (library === "torch" ? "values = torch.from_numpy(values)\n" : ""),
    javascript(spec, length),
  );

const python = (spec: Sinusoid, length: number): string => `n, seed = ${length}, 1

${SAMPLE_NUMPY}

def sinusoidal(n):
    position = np.arange(n)[:, None]
${indented(inLibrary(sinusoids(spec), "np"))}
    return table

ways = [
    lambda n: np.arange(n)[:, None],
    lambda n: 2 * np.arange(n)[:, None] / (n - 1) - 1,
    np.eye,
    sinusoidal,
    lambda n: sample("learned", n, ${spec.dModel}),
]

def numbers(way):
    table, twice = way(n), way(2 * n)
    apart = [np.linalg.norm(table[k:] - table[:-k], axis=1) for k in range(1, n)]
    spread = max(np.ptp(distances) for distances in apart)
    step = np.linalg.norm(twice[1] - twice[0])
    smallest = min(distances.min() for distances in apart)
    return [smallest, spread, apart[0][0], step, table.min(), table.max(), table.mean()]

values = np.array([numbers(way) for way in ways])
`;

const javascript = (spec: Sinusoid, length: number): string => `const [n, seed] = [${length}, 1];
const spec = ${literal(spec)};

${SAMPLE_JAVASCRIPT}

const ways = [
  (n) => ({ table: pe.encode({ method: "index" }, { length: n }), dModel: 1 }),
  (n) => ({ table: pe.encode({ method: "normalized-index", maxLength: n }, { length: n }), dModel: 1 }),
  (n) => ({ table: pe.encode({ method: "one-hot", dModel: n }, { length: n }), dModel: n }),
  (n) => ({ table: pe.encode(spec, { length: n }), dModel: spec.dModel }),
  (n) => ({ table: sample("learned", n * spec.dModel), dModel: spec.dModel }),
];

const step = ({ table, dModel }) =>
  Math.hypot(...table.subarray(dModel, 2 * dModel).map((value, j) => value - table[j]));

const values = ways.flatMap((way) => {
  const { unique, consistent, bounded } = pe.criteria(way(n));
  const { smallest, largest, mean } = bounded;
  return [unique.smallestDistance, consistent.largestSpread, step(way(n)), step(way(2 * n)), smallest, largest, mean];
});
`;

/** All pairs of rows are compared, so these bound the time of a drawing: some ten milliseconds. */
const MOST_ROWS = 256;
const WIDEST = 1024;

const LEARNED = "“untrained table” is a learned table before training: random numbers in [−1, 1)";

const NUMBERS = [
  "smallest distance",
  "largest spread",
  "step",
  "step at twice the length",
  "smallest",
  "largest",
  "mean",
] as const;

/** Ways to say a position against the four criteria of a good encoding. */
export const CriteriaElement = figure({
  tag: "pe-criteria",
  doc: "Ways to encode a position, judged by four criteria of a good encoding; a computed number decides each.",
  example: '<pe-criteria d-model="128" length="50"></pe-criteria>',
  module: fullModule,
  encoding: sinusoid({ dModel: 512, widest: WIDEST }),
  state: {
    length: whole({ from: 2, to: MOST_ROWS, default: 50, doc: "Number of compared positions" }),
  },
  styles: readingStyles({ 0: 4, 46.5: 2 }),
  heights: [
    { aspect: [1, 3] },
    { from: 22, aspect: [2, 5] },
    { from: 30, aspect: [2, 3] },
    { from: 42, aspect: [1, 1] },
    { from: 46.5, aspect: [9, 4] },
  ],
  kind: "table of verdicts",
  compute: (pe: Posenc, { spec, length }): CriteriaShown => criteriaShown(pe, spec, length),
  plot: () => new CriteriaPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describeCell(shown, cell) : describeAll(shown)),
  grid: ({ ways }) => ({ rows: ways.length + 1, columns: CRITERIA.length }),
  /** The mark of a mean belongs to the sinusoidal row. */
  valueAt: ({ row, column }, { ways }) => ({ row: Math.min(row, ways.length - 1), column }),
  array: ({ ways }) => ({
    corner: "way",
    rows: WAYS,
    columns: NUMBERS,
    values: Float64Array.from(ways.flatMap(numbersOf)),
  }),
  code: ({ spec, length }) => criteriaCode(spec, length),
  controls: {
    sliders: [slide("length", { label: "positions" })],
    more: [widthSlider(512), baseSlider],
    bar: [() => ({ element: html("span", { class: "quiet" }, LEARNED) })],
  },
});

function numbersOf({ criteria: { unique, consistent, bounded }, steps }: Judged): number[] {
  const { smallest, largest, mean } = bounded;
  return [unique.smallestDistance, consistent.largestSpread, ...steps, smallest, largest, mean];
}

import type { Posenc } from "../../../src/entries/encodings.ts";
import { baseSlider, numberField, slide, widthSlider } from "../controls/bound.ts";
import { fullModule } from "../definition/full-module.ts";
import { whole } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { range } from "../share/entries.ts";
import { precisionCode } from "./precision-code.ts";
import { PrecisionPlot } from "./precision-plot.ts";
import { describeEntry, describeRow } from "./precision-reading.ts";
import { errorsAt, type PrecisionShown } from "./precision-shown.ts";
import { precisionStyles } from "./precision-styles.ts";
import { precisionTable } from "./precision-table.ts";

/** The largest width for which a hundred rows are computed in a few milliseconds. */
const WIDEST = 1024;
/** The largest base of the float32 recipe. */
const LARGEST_BASE = 2 ** 31;

/** One row of the table in common number formats and recipes, beside its exact values. */
export const PrecisionElement = figure({
  tag: "pe-precision",
  doc: "The errors of common number formats and recipes in one row of the table, compared with its exact values.",
  example: '<pe-precision position="45000"></pe-precision>',
  parts: ["table"],
  module: fullModule,
  encoding: sinusoid({ dModel: 512, widest: WIDEST, largestBase: LARGEST_BASE }),
  state: {
    // The default is the last row of a table of 5000.
    position: whole({ from: 0, to: 1e7, default: 4999, doc: "The computed row" }),
    dimension: whole({
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      default: 20,
      doc: "The dimension whose values are listed; a number above the width shows the last dimension",
    }),
  },
  styles: precisionStyles,
  heights: [{ aspect: [2, 5] }, { from: 30, aspect: [1, 1] }, { from: 44, aspect: [3, 2] }],
  kind: "error plot",
  compute(pe: Posenc, { spec, position, dimension }, before: PrecisionShown | undefined): PrecisionShown {
    const key = JSON.stringify([spec, position]);
    const errors = before?.key === key ? before : errorsAt(pe, spec, position);
    return { ...errors, key, spec, position, dimension: Math.min(dimension, spec.dModel - 1) };
  },
  plot: () => new PrecisionPlot(),
  label: describeRow,
  describe: (shown, cell) => (cell ? describeEntry(shown, cell) : describeRow(shown)),
  grid: ({ recipes, exact }) => ({ rows: recipes.length, columns: exact.length }),
  valueAt: ({ row, column }) => ({ row: row + 1, column }), // the exact row is the first
  array: ({ exact, recipes }) => ({
    corner: "recipe",
    rows: ["exact", ...recipes.map(({ recipe }) => recipe.name)],
    columns: range(0, exact.length),
    values: Float64Array.from([exact, ...recipes.map(({ values }) => values)].flatMap((row) => [...row])),
  }),
  code: ({ spec, position }) => precisionCode(spec, position),
  controls: {
    rows: [precisionTable],
    sliders: [
      slide("position", {
        label: "position t",
        step: 0.001,
        toValue: (raw) => Math.round(10 ** raw),
        toRaw: (position) => Math.log10(Math.max(1, position)),
      }),
    ],
    more: [widthSlider(WIDEST), baseSlider, numberField("position", "t =")],
  },
});

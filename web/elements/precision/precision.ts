import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { html, svg } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import { glyphs } from "../../plot/series.ts";
import { baseSlider, numberField, slide, widthSlider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell, PartMaker } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { whole } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { precisionCode } from "./precision-code.ts";
import { PrecisionPlot } from "./precision-plot.ts";
import { errorsAt, type PrecisionShown, type RecipeErrors, type RecipeName } from "./precision-shown.ts";

// Errors in words.

/** An error with two digits, such as 3.2 × 10⁻⁵. */
function formatError(error: number): string {
  if (Number.isNaN(error)) return "no number";
  return error >= LARGE ? formatRough(error, 2) : formatSmall(error);
}

/** Errors of this size or larger are written without a power of ten. */
const LARGE = 0.001;

function describeRow({ position, recipes, rows }: PrecisionShown): string {
  const of = (name: RecipeName) => recipes.find(({ recipe }) => recipe.name === name) as RecipeErrors;
  const [direct, logarithmic] = [of("float32"), of("float32-logarithmic")];
  const worst = direct.errors[direct.worst] as number;
  const over = rows === 1 ? "" : ` over the last ${rows} positions`;
  return (
    `At position ${formatInteger(position)} the float32 recipe is off by up to ${formatError(worst)}, in dimension ` +
    `${formatInteger(direct.worst)}. Root mean square${over}: ${formatError(direct.rms)} with the direct power, ` +
    `${formatError(logarithmic.rms)} in log space; ${formatError(of("float64").rms)} with float64 inside.`
  );
}

/** Describes one recipe in one dimension. */
function describeEntry(
  { position, exact, recipes }: PrecisionShown,
  { row, column: dimension }: Cell,
): string {
  const { recipe, values, errors } = recipes[row] as RecipeErrors;
  const value = values[dimension] as number;
  const place = `position ${formatInteger(position)}, dimension ${formatInteger(dimension)}`;
  if (Number.isNaN(value))
    return `${place}, ${recipe.label}: no number, because the position or angle is infinite there`;
  return (
    `${place}, ${recipe.label}: ${formatFixed(value, 9)}, exact ${formatFixed(exact[dimension] as number, 9)}, ` +
    `error ${formatError(errors[dimension] as number)} by ${recipe.steps}`
  );
}

/** A table of the value of each recipe in the dimension under the cursor, and of the errors of the row. */
const precisionTable: PartMaker<unknown, PrecisionShown> = (figure) => {
  const caption = html("caption", { class: "unseen" }, "Values and errors of each recipe");
  const head = html("tr");
  const body = html("tbody");
  const element = html("table", { part: "table" }, caption, html("thead", {}, head), body);
  return {
    element,
    show(shown) {
      const dimension = Math.min(figure.cursor?.column ?? shown.dimension, shown.exact.length - 1);
      head.replaceChildren(...headings(dimension, shown.rows));
      body.replaceChildren(...rowsOf(shown, dimension));
    },
  };
};

function headings(dimension: number, rows: number): HTMLElement[] {
  const texts = ["recipe", `entry ${formatInteger(dimension)}`, "error", "largest", `rms of ${rows} rows`];
  const names = [undefined, ...CLASSES];
  return texts.map((text, index) => html("th", { scope: "col", class: names[index] }, text));
}

const rowsOf = ({ exact, recipes }: PrecisionShown, dimension: number): HTMLTableRowElement[] => [
  row("exact", undefined, [formatFixed(exact[dimension] as number, DECIMALS), "", "", ""]),
  ...recipes.map(({ recipe, values, errors, worst, rms }, series) => {
    const value = values[dimension] as number;
    const lost = [errors[dimension], errors[worst], rms].map((error) => formatError(error as number));
    return row(recipe.label, series, [
      Number.isNaN(value) ? "no number" : formatFixed(value, DECIMALS),
      ...lost,
    ]);
  }),
];

const DECIMALS = 9; // one more than a float32 near 1 has, so that its last digit can be seen

/** The classes of columns that narrow figures hide. */
const CLASSES = [undefined, "error", undefined, "spare"] as const;

function row(name: string, series: number | undefined, cells: readonly string[]): HTMLTableRowElement {
  const swatch = svg("svg", { width: 12, height: 12, class: "swatch", "aria-hidden": "true" });
  if (series !== undefined) swatch.append(glyphs(series, [[6, 6]]));
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, swatch, name),
    ...cells.map((cell, index) => html("td", { class: CLASSES[index] }, cell)),
  );
}

const precisionStyles = [
  readingStyles({ 0: 6, 30: 3, 44: 2 }),
  css`
  table {
    inline-size: 100%;
  }
  th,
  td {
    padding: 0.1rem 0 0.1rem 0.5rem;
    white-space: nowrap;
  }
  th:first-child {
    padding-inline-start: 0;
    text-align: start;
  }
  .swatch {
    margin-inline-end: 0.4rem;
    vertical-align: -0.1em;
  }
  @container (max-width: 30rem) {
    table {
      font-size: 13px;
    }
    th,
    td {
      padding-inline-start: 0.3rem;
    }
    .swatch {
      margin-inline-end: 0.2rem;
    }
    .spare {
      display: none;
    }
  }
  @container (max-width: 23rem) {
    .error {
      display: none;
    }
    th:first-child {
      white-space: normal;
    }
  }
`,
];

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

import { html, svg } from "../../plot/dom.ts";
import { glyphs } from "../../plot/glyph.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import type { PartMaker } from "../definition/definition.ts";
import { formatError } from "./precision-reading.ts";
import type { PrecisionShown } from "./precision-shown.ts";

/** A table of the value of each recipe in the dimension under the cursor, and of the errors of the row. */
export const precisionTable: PartMaker<unknown, PrecisionShown> = (figure) => {
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

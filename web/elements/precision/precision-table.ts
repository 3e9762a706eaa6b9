import { html, svg } from "../../plot/dom.ts";
import { glyphs } from "../../plot/glyph.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import type { Errors } from "./precision-errors.ts";
import { formatError } from "./precision-reading.ts";

/** What each recipe gives for one dimension, and how far the whole row is off. */
export class PrecisionTable {
  readonly element = html("table", { part: "table" });
  readonly #head = html("tr");
  readonly #body = html("tbody");

  constructor() {
    const caption = html("caption", { class: "unseen" }, "Values and errors of each recipe");
    this.element.append(caption, html("thead", {}, this.#head), this.#body);
  }

  show({ exact, recipes, rows }: Errors, dimension: number): void {
    const headings: readonly (readonly [text: string, className?: string])[] = [
      ["recipe"],
      [`entry ${formatInteger(dimension)}`],
      ["error", "error"],
      ["largest"],
      [`rms of ${rows} rows`, "spare"],
    ];
    this.#head.replaceChildren(
      ...headings.map(([text, className]) => html("th", { scope: "col", class: className }, text)),
    );
    const value = exact[dimension] as number;
    this.#body.replaceChildren(
      row("exact", undefined, [formatFixed(value, DECIMALS), "", "", ""]),
      ...recipes.map(({ recipe, values, errors, worst, rms }, series) =>
        row(recipe.label, series, [
          Number.isNaN(values[dimension]) ? "no number" : formatFixed(values[dimension] as number, DECIMALS),
          formatError(errors[dimension] as number),
          formatError(errors[worst] as number),
          formatError(rms),
        ]),
      ),
    );
  }
}

const DECIMALS = 9; // a float32 near 1 has eight, so its last steps are seen

/** Columns that narrow figures leave out. */
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

import { html } from "../../plot/dom.ts";
import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Light } from "../figure/light-module.ts";
import { columns, range } from "../share/entries.ts";
import type { Cell } from "./heatmap-reading.ts";

/** The entries around a cell as a table. */

const ROWS = 9; // odd: as many before the cell as after it
const COLUMNS = 7;
const BLANK = "\u2007"; // as wide as a digit

export function heatmapTable(pe: Light, spec: FigureSpec, cell: Cell): HTMLTableElement {
  const firstRow = Math.max(0, cell.position - (ROWS >> 1));
  const firstColumn = Math.max(0, Math.min(cell.dimension - (COLUMNS >> 1), spec.dModel - COLUMNS));
  const dimensions = range(firstColumn, Math.min(firstColumn + COLUMNS, spec.dModel));
  const table = pe.encode(spec, { start: firstRow, length: ROWS });
  const values = columns(table, spec.dModel, dimensions);
  const head = html(
    "tr",
    {},
    html("th", { scope: "col" }, "position"),
    ...dimensions.map((dimension) => html("th", { scope: "col" }, `${BLANK}${formatInteger(dimension)}`)),
  );
  const rows = range(firstRow, firstRow + ROWS).map((position, row) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, formatInteger(position)),
      ...dimensions.map((dimension, column) => {
        const here = position === cell.position && dimension === cell.dimension;
        const text = signed(values[row * dimensions.length + column] as number);
        return html("td", { "aria-current": here ? "true" : undefined }, text);
      }),
    ),
  );
  const caption = `Entries by position and dimension, width ${spec.dModel}, base ${spec.base}`;
  return html("table", {}, html("caption", {}, caption), html("thead", {}, head), html("tbody", {}, ...rows));
}

/** With a blank where there is no minus, so that the points of a column stand under each other. */
function signed(value: number): string {
  return value < 0 ? formatFloat32(value) : `${BLANK}${formatFloat32(value)}`;
}

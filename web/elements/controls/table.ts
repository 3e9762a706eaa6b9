import { html } from "../../plot/dom.ts";
import { formatFloat32, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { NamedArray } from "../definition/figure-spec.ts";

/** A table with a heading above each column. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly HTMLTableRowElement[],
): HTMLTableElement {
  const headings = head.map((text) => html("th", { scope: "col" }, text));
  return html(
    "table",
    {},
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, ...headings)),
    html("tbody", {}, ...rows),
  );
}

/** The part of a matrix around a cell, as a table. */

// Odd numbers, so that the cell is in the middle.
const ROWS = 9;
const COLUMNS = 7;
const DIGITS = 9; // significant digits of a double: more would only widen the columns

export function arrayTable(
  { corner, rows, columns, values }: NamedArray,
  { row, column }: Cell,
  title?: string,
): HTMLTableElement {
  const down = windowAround(row, rows.length, ROWS);
  const across = windowAround(column, columns.length, COLUMNS);
  const format =
    values instanceof Float32Array ? formatFloat32 : (value: number) => formatRough(value, DIGITS);
  const headings = [corner, ...across.map((index) => String(columns[index]))];
  const body = down.map((line) => {
    const cells = across.map((index) => {
      const here = line === row && index === column;
      return html(
        "td",
        { "aria-current": here && "true" },
        format(values[line * columns.length + index] as number),
      );
    });
    return html("tr", {}, html("th", { scope: "row" }, String(rows[line])), ...cells);
  });
  const caption = title ?? `${down.length} × ${across.length} of ${rows.length} × ${columns.length} numbers`;
  return table(caption, headings, body);
}

/** At most `most` indices, with `index` in the middle unless it is near an end. */
function windowAround(index: number, count: number, most: number): number[] {
  const first = Math.max(0, Math.min(index - (most >> 1), count - most));
  return Array.from({ length: Math.min(most, count) }, (_, step) => first + step);
}

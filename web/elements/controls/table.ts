import { html } from "../../plot/dom.ts";

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

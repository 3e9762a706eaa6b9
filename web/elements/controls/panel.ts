import { html } from "../../plot/dom.ts";
import { formatFloat32, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/definition.ts";
import type { NamedArray } from "../definition/figure-spec.ts";

export interface Disclosure {
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly open: boolean;
}

/**
 * A button that shows and hides a panel; Escape within either hides it, too: the innermost, if one is inside another.
 * @param opened - called each time the panel opens, to fill it
 */
export function disclosure(label: string, opened: () => void, ...content: Node[]): Disclosure {
  const panel = html("div", { class: "panel", part: "panel", hidden: true }, ...content);
  const button = html("button", { type: "button", "aria-expanded": "false" }, label);
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) opened();
  });
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || panel.hidden || event.defaultPrevented) return;
    event.preventDefault(); // so that a dialog around the figure stays open
    button.focus(); // the focused element is about to be hidden
    button.click();
  };
  button.addEventListener("keydown", close);
  panel.addEventListener("keydown", close);
  return {
    button,
    panel,
    get open() {
      return !panel.hidden;
    },
  };
}

/** A table with a heading above each column. */
function table(
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

/** A button, and a panel with tables of a figure's numbers, which are made only while it is open. */
export class ValuesPanel {
  readonly #region = html("div", { class: "scroll", role: "group", tabindex: 0, "aria-label": "Values" });
  readonly #disclosure: Disclosure = disclosure("Values", () => this.#fill(), this.#region);
  #make: () => readonly Node[] = () => [];

  get button(): HTMLButtonElement {
    return this.#disclosure.button;
  }

  get panel(): HTMLElement {
    return this.#disclosure.panel;
  }

  /** @param make - called now if the panel is open, else when it opens */
  show(make: () => readonly Node[]): void {
    this.#make = make;
    if (this.#disclosure.open) this.#fill();
  }

  #fill(): void {
    this.#region.replaceChildren(...this.#make());
  }
}

export interface ValueRow {
  readonly name: string;
  readonly cells: readonly string[];
  /** Whether the cursor is on it. */
  readonly current?: boolean;
}

/**
 * A table of texts.
 * @param head - heading of the rows' names, then headings of the columns
 */
export function valueTable(
  caption: string,
  head: readonly string[],
  rows: readonly ValueRow[],
): HTMLTableElement {
  const body = rows.map(({ name, cells, current = false }) =>
    html(
      "tr",
      { "aria-current": current && "true" },
      html("th", { scope: "row" }, name),
      ...cells.map((cell) => html("td", {}, cell)),
    ),
  );
  return table(caption, head, body);
}

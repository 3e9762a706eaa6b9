import { html } from "../../plot/dom.ts";
import { type Disclosure, disclosure } from "./disclosure.ts";
import { table } from "./table.ts";

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

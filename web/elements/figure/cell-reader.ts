import { assign, html } from "../../plot/dom.ts";
import { placeIn } from "../../plot/place-in.ts";
import { type Cell, cellAfter, sameCell } from "../definition/cell-cursor.ts";
import type { AnyDefinition, Host, Plot } from "../definition/definition.ts";

type Figure = Host<object, object>;

const KEYS = "Arrows, Home, End, Page Up and Page Down move the cursor.";

/** Reads a plot cell by cell, by pointer and by keys, in a line of text under it. */
export class CellReader {
  readonly readout = html("p", { class: "readout", part: "readout" });
  readonly #figure: Figure;
  readonly #definition: AnyDefinition;
  readonly #plot: Plot<object>;
  #byKey = false;

  constructor(figure: Figure, definition: AnyDefinition, plot: Plot<object>) {
    this.#figure = figure;
    this.#definition = definition;
    this.#plot = plot;
    const { element } = plot;
    assign(element, { tabindex: 0, role: "application", "aria-roledescription": definition.kind });
    assign(element, { "aria-describedby": "keys" });
    element.append(html("p", { class: "unseen", id: "keys" }, definition.keys?.text ?? KEYS));
    element.addEventListener("keydown", (event) => this.#press(event));
    if (definition.pointsItself) return;
    for (const type of ["pointermove", "pointerdown"] as const) {
      element.addEventListener(type, (event) => this.#move(event));
    }
    element.addEventListener("pointerleave", (event) => this.#leave(event));
  }

  /** Shows a reading. It is announced, too, if a key has moved the cursor. */
  show(text: string): void {
    this.readout.textContent = text;
    if (this.#byKey) this.#figure.announce(text);
    this.#byKey = false;
  }

  #press(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey || event.altKey) && !this.#definition.keys) return;
    const target = this.#target(event);
    if (target === undefined) return;
    event.preventDefault();
    this.#byKey = true;
    if (target !== true) this.#place(target);
    this.#figure.requestUpdate(); // a key at the edge moves nothing, but is answered as well
  }

  #target(event: KeyboardEvent): Cell | true | undefined {
    const { keys } = this.#definition;
    if (keys) return keys.press(event, this.#figure, this.#plot);
    const { cursor, shown } = this.#figure;
    const grid = shown && this.#definition.grid?.(shown);
    if (!grid) return undefined;
    const first = { row: 0, column: 0 };
    const target = cellAfter(event.key, cursor ?? first, grid);
    return target && (cursor ? target : first);
  }

  #move(event: PointerEvent): void {
    const { shown } = this.#figure;
    if (!shown) return;
    this.#place(this.#plot.cellAt?.(...placeIn(this.#plot.element, event), shown));
  }

  /** The reading stays after a finger is lifted. */
  #leave(event: PointerEvent): void {
    if (event.pointerType !== "touch" && !this.#plot.element.matches(":focus")) this.#place(undefined);
  }

  #place(cell: Cell | undefined): void {
    if (!sameCell(cell, this.#figure.cursor)) this.#figure.cursor = cell;
  }
}

import { assign, html } from "../../plot/dom.ts";
import { placeIn } from "../../plot/drag.ts";
import type { Size } from "../../plot/layered-plot.ts";
import { arrayTable, type Disclosure, disclosure, ValuesPanel } from "../controls/panel.ts";
import {
  type AnyDefinition,
  type Cell,
  cellAfter,
  type Host,
  type Part,
  type Plot,
  sameCell,
} from "../definition/definition.ts";
import type { Rules, StateOf } from "../definition/rules.ts";
import { arrayOf } from "../share/contents.ts";
import { type Shareable, shareMenu } from "./share-menu.ts";

export type Figure = Host<object, object> & Shareable;
type Makers = NonNullable<AnyDefinition["above"]>;

/** The content of a figure: plot, readout, controls, and panels for values and sharing. */
export class FigureContent {
  readonly element: HTMLElement;
  readonly plot: Plot<object>;
  readonly #definition: AnyDefinition;
  readonly #figure: Figure;
  readonly #parts: Part<object>[] = [];
  readonly #reader: CellReader | undefined;
  readonly #values = new ValuesPanel();

  constructor(figure: Figure, definition: AnyDefinition) {
    this.#figure = figure;
    this.#definition = definition;
    this.plot = definition.plot(figure);
    if (definition.grid) this.#reader = new CellReader(figure, definition, this.plot);
    const more = this.#more();
    const controls = this.#controls(more.button);
    const { below } = definition;
    const under = below
      ? [html("div", { class: "below" }, ...this.#add(below.first), controls, ...this.#add(below.last))]
      : [controls];
    const readout = this.#reader ? [this.#reader.readout] : [];
    const box = html(
      "div",
      { class: "box" },
      ...this.#add(definition.above),
      this.plot.element,
      ...readout,
      ...under,
    );
    this.element = html("div", {}, box, more.panel);
    definition.interact?.(figure, this.plot);
  }

  /** Updates everything beside the plot. */
  show(shown: object, cell: Cell | undefined, pe: object): void {
    const definition = this.#definition;
    this.plot.element.setAttribute("aria-label", definition.label(shown));
    this.#reader?.show(definition.describe?.(shown, cell, pe, this.plot) ?? "");
    for (const part of this.#parts) part.show?.(shown);
    const { tables } = definition;
    this.#values.show(() => {
      if (tables) return tables(shown, cell, pe, this.plot);
      const at = cell ?? { row: 0, column: 0 };
      return [arrayTable(arrayOf(this.#figure), definition.valueAt?.(at, shown) ?? at)];
    });
  }

  /** Reserves the height that a state needs. */
  keepRoom(state: StateOf<Rules>): void {
    const { style } = this.plot.element;
    const room = this.#definition.room?.(state) ?? {};
    for (const [name, value] of Object.entries(room)) style.setProperty(name, String(value));
  }

  /** Stores the size of the drawing for the stylesheet, which scales it down in print. */
  fit({ width, height }: Size, whole: number): void {
    const { style } = this.plot.element;
    style.setProperty("--_figure-width", `${whole}px`);
    style.setProperty("--_plot-width", `${width}px`);
    style.setProperty("--_plot-height", `${height}px`);
  }

  #make(makers: Makers = []): Part<object>[] {
    const parts = makers.map((make) => make(this.#figure));
    this.#parts.push(...parts);
    return parts;
  }

  #add(makers?: Makers): HTMLElement[] {
    return this.#make(makers).map(({ element }) => element);
  }

  /** The button for all that a reader does not need first: further controls, and panels for values and sharing. */
  #more(): Disclosure {
    const { controls, panels, tables } = this.#definition;
    const own = this.#make(panels);
    const values = tables === false ? [] : [this.#values];
    const share = shareMenu(this.#figure);
    const buttons = [
      ...own.map(({ element }) => element),
      ...values.map(({ button }) => button),
      share.button,
    ];
    const opened = [...own, ...values, share].flatMap(({ panel }) => panel ?? []);
    const further = controls.more ? [html("div", { class: "sliders" }, ...this.#add(controls.more))] : [];
    const more = disclosure("⋯", () => {}, ...further, html("div", { class: "row" }, ...buttons), ...opened);
    more.button.classList.add("dots");
    assign(more.button, { "aria-label": "More", title: "More" });
    return more;
  }

  #controls(more: HTMLElement): HTMLElement {
    const { rows, sliders, longFirst, bar } = this.#definition.controls;
    const kind = longFirst ? "sliders long-first" : "sliders";
    const row = sliders ? [html("div", { class: kind }, ...this.#add(sliders))] : [];
    const last = html("div", { class: "bar" }, ...this.#add(bar), more);
    if (!bar) {
      last.classList.add("tight"); // ⋯ alone would need a row of its own
      last.prepend(...row);
    }
    return html(
      "div",
      { class: "controls", part: "controls" },
      ...this.#add(rows),
      ...(bar ? row : []),
      last,
    );
  }
}

const KEYS = "Arrows, Home, End, Page Up and Page Down move the cursor.";

/** Reads a plot cell by cell, by pointer and by keys, in a line of text under it. */
class CellReader {
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

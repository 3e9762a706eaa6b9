import { html } from "../../plot/dom.ts";
import type { Size } from "../../plot/size.ts";
import { arrayTable } from "../controls/array-table.ts";
import { type Disclosure, disclosure } from "../controls/disclosure.ts";
import { ValuesPanel } from "../controls/values-panel.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { AnyDefinition, Host, Part, PartMaker, Plot } from "../definition/definition.ts";
import { arrayOf } from "../share/contents.ts";
import { CellReader } from "./cell-reader.ts";
import { type Shareable, shareMenu } from "./share-menu.ts";

type Figure = Host<object, object> & Shareable;
type Makers = readonly PartMaker<never, object>[];

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
    this.plot = definition.plot(figure as never);
    if (definition.grid) this.#reader = new CellReader(figure, definition, this.plot);
    const share = shareMenu(figure);
    const panels = [...this.#more(definition.controls.more), ...this.#make(definition.panels)];
    const values = definition.tables === false ? [] : [this.#values];
    const buttons = [...panels.map(({ element }) => element), ...values.map(({ button }) => button)];
    const opened = [...panels, ...values].flatMap(({ panel }) => panel ?? []);
    const tools = html("div", { class: "row" }, ...buttons, share.button);
    const tucked = definition.tucked && tuck(tools, ...opened, share.panel);
    const controls = this.#controls(tucked ? tucked.button : tools);
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
    this.element = html("div", {}, box, ...(tucked ? [tucked.panel] : [...opened, share.panel]));
    definition.interact?.(figure as never, this.plot);
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
  keepRoom(state: object): void {
    const { style } = this.plot.element;
    const room = this.#definition.room?.(state as never) ?? {};
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
    const parts = makers.map((make) => make(this.#figure as never));
    this.#parts.push(...parts);
    return parts;
  }

  #add(makers?: Makers): HTMLElement[] {
    return this.#make(makers).map(({ element }) => element);
  }

  /** The button for the controls that are not shown at first, and their panel. */
  #more(makers?: Makers): Part<object>[] {
    if (!makers) return [];
    const { button, panel } = disclosure(
      "More",
      () => {},
      html("div", { class: "sliders" }, ...this.#add(makers)),
    );
    button.classList.add("more");
    return [{ element: button, panel }];
  }

  #controls(buttons: HTMLElement): HTMLElement {
    const { rows, sliders, longFirst, bar } = this.#definition.controls;
    const kind = longFirst ? "sliders long-first" : "sliders";
    const row = sliders && html("div", { class: kind }, ...this.#add(sliders));
    return html(
      "div",
      { class: "controls", part: "controls" },
      ...this.#add(rows),
      ...(row ? [row] : []),
      html("div", { class: "bar" }, ...this.#add(bar), buttons),
    );
  }
}

/** Puts the buttons of a figure and their panels behind one button. */
function tuck(...content: HTMLElement[]): Disclosure {
  const tucked = disclosure("⋯", () => {}, ...content);
  tucked.button.classList.add("dots");
  tucked.button.setAttribute("aria-label", "Tools");
  return tucked;
}

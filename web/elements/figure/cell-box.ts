import { html } from "../../plot/dom.ts";
import { arrayTable } from "../controls/array-table.ts";
import { ValuesPanel } from "../controls/values-panel.ts";
import { arrayContents, type NamedArray } from "../share/array-contents.ts";
import { type Shareable, shareMenu } from "../share/share.ts";
import type { Cell } from "./cell-cursor.ts";
import { CellReader, type Reading } from "./cell-reader.ts";

/** A figure that is read cell by cell, and gives away one matrix of numbers. */
export interface CellShown extends Reading, Shareable {
  readonly module: unknown;
  array(): NamedArray;
}

export interface CellParts {
  /** What a screen reader calls the plot. */
  readonly kind: string;
  readonly plot: HTMLElement;
  readonly controls: HTMLElement;
  /** The last row of the controls, which takes the buttons. */
  readonly bar: HTMLElement;
  /** Says a text aloud. */
  readonly say: (text: string) => void;
}

/** The content of such a figure: its plot, what is read there, its controls, and panels for values and sharing. */
export class CellBox {
  readonly element: HTMLElement;
  readonly #figure: CellShown;
  readonly #reader: CellReader;
  readonly #values = new ValuesPanel();

  constructor(figure: CellShown, { kind, plot, controls, bar, say }: CellParts) {
    this.#figure = figure;
    this.#reader = new CellReader(kind, plot, figure, say);
    const share = shareMenu(figure, arrayContents(figure));
    bar.append(html("div", { class: "row" }, this.#values.button, share.button));
    const box = html("div", { class: "box" }, plot, this.#reader.readout, controls);
    this.element = html("div", {}, box, this.#values.panel, share.panel);
  }

  /**
   * Shows what is read, and the values around a cell of the figure's array.
   * @param text - what the cursor is on, or the whole picture
   */
  show(text: string, at: Cell): void {
    this.#reader.show(text);
    this.#values.show(() => [arrayTable(this.#figure.array(), at)]);
  }
}

import { assign, html } from "../../plot/dom.ts";
import { type Cell, cellAfter, type Grid, sameCell } from "./cell-cursor.ts";

/** What a {@link CellReader} moves, and asks. */
export interface Reading {
  /** The cell that is read out. */
  cursor: Cell | undefined;
  /** How many cells the cursor can be on. */
  readonly grid: Grid;
  /** The cell at a place of the plot, CSS pixels from its corner. */
  cellAt(x: number, y: number): Cell | undefined;
  requestUpdate(): void;
}

const KEYS = "Arrows, Home, End, Page Up and Page Down move the cursor.";

const FIRST: Cell = { row: 0, column: 0 };

/** Lets a plot be read cell by cell, by pointer and by keys, in a line of text under it. */
export class CellReader {
  readonly readout = html("p", { class: "readout", part: "readout" });
  readonly #plot: HTMLElement;
  readonly #reading: Reading;
  readonly #say: (text: string) => void;
  #byKey = false;

  /**
   * @param kind - what a screen reader calls the plot
   * @param say - says a text aloud
   */
  constructor(kind: string, plot: HTMLElement, reading: Reading, say: (text: string) => void) {
    this.#plot = plot;
    this.#reading = reading;
    this.#say = say;
    assign(plot, { tabindex: 0, role: "application", "aria-roledescription": kind });
    assign(plot, { "aria-describedby": "keys" });
    plot.append(html("p", { class: "unseen", id: "keys" }, KEYS));
    plot.addEventListener("keydown", (event) => this.#press(event));
    for (const type of ["pointermove", "pointerdown"] as const) {
      plot.addEventListener(type, (event) => this.#move(event));
    }
    plot.addEventListener("pointerleave", (event) => this.#leave(event));
  }

  /** Shows what is read, aloud too when a key has moved the cursor. */
  show(text: string): void {
    this.readout.textContent = text;
    if (this.#byKey) this.#say(text);
    this.#byKey = false;
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { cursor, grid } = this.#reading;
    const target = cellAfter(event.key, cursor ?? FIRST, grid);
    if (!target) return;
    event.preventDefault();
    this.#byKey = true;
    this.#place(cursor ? target : FIRST);
    this.#reading.requestUpdate(); // a key at the edge is answered, too
  }

  #move(event: PointerEvent): void {
    const { left, top } = this.#plot.getBoundingClientRect();
    this.#place(this.#reading.cellAt(event.clientX - left, event.clientY - top));
  }

  /** A finger that is lifted leaves its reading behind. */
  #leave(event: PointerEvent): void {
    if (event.pointerType !== "touch" && !this.#plot.matches(":focus")) this.#place(undefined);
  }

  #place(cell: Cell | undefined): void {
    if (!sameCell(cell, this.#reading.cursor)) this.#reading.cursor = cell;
  }
}

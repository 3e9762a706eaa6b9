import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { countOfNumbers, numberAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkMost, checkWhole } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { repeatCode } from "./repeat-code.ts";
import { RepeatControls } from "./repeat-controls.ts";
import { type Find, findInSlices, findInWorker } from "./repeat-find.ts";
import { RepeatPlot } from "./repeat-plot.ts";
import { describeBest, describeStretch, reasonOf } from "./repeat-reading.ts";
import { RepeatSearch, type Stretch } from "./repeat-search.ts";
import { repeatStyles } from "./repeat-styles.ts";

/** Widest encoding whose first slice of a search takes a few milliseconds. */
const WIDEST = 4096;
/** Offsets times pairs from which on a search takes a fifth of a second or more, and is worth a worker. */
const LONG = 2 ** 28;
/** The last offset that the module looks at. */
const FARTHEST = 2 ** 53 - 128;

/**
 * The offsets at which an encoding comes nearest to repeating itself, searched for while the figure is seen.
 *
 * @attr d-model - Channels, an even number from 2 to 4096.
 * @attr from - The first offset to look at, a whole number from 1 on.
 * @attr to - The last offset to look at, a whole number up to 2^53 − 128.
 * @example
 * <pe-repeat d-model="4" to="100000"></pe-repeat>
 */
export class RepeatElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, repeatStyles];

  static override properties: PropertyDeclarations = {
    from: numberAttribute("from"),
    to: numberAttribute("to"),
  };

  static override readonly viewAttributes = { from: countOfNumbers(1, 1), to: countOfNumbers(1, 1) };

  /**
   * Makes a worker of the package's `repeat-worker.js`, which long searches then run in. Only a page knows whether it may:
   * where its policy forbids workers, trying writes to the console. Default: none; all searches run in slices on the page's own
   * thread.
   */
  static startWorker: (() => Worker) | undefined;

  /** Shared by all figures of a page. */
  static #findInWorker: Find | undefined;

  declare from: number;
  declare to: number;

  readonly #plot = new RepeatPlot();
  readonly #controls = new RepeatControls(this);
  #search: RepeatSearch | undefined;
  /** What the search is for. */
  #of = "";
  #isPaused = false;
  /** What ended the search too early. */
  #fault: unknown;

  constructor() {
    super(2);
    this.from = 1;
    this.to = 10_000_000;
  }

  /** The part of the search that is done, from 0 to 1. */
  get share(): number {
    return this.#search?.share ?? 0;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Stops the search, or goes on with it. */
  togglePause(): void {
    this.#isPaused = !this.#isPaused;
    if (this.#isPaused) this.#search?.stop();
    this.requestUpdate();
  }

  override get grid(): Grid {
    return { rows: 1, columns: Math.max(1, this.#stretches.length) };
  }

  override cellAt(x: number): Cell | undefined {
    const column = this.#plot.stretchAt(x);
    return column === undefined ? undefined : { row: 0, column };
  }

  override array(): NamedArray {
    const stretches = this.#stretches;
    return {
      corner: "stretch",
      rows: stretches.map((_, index) => index),
      columns: ["from", "to", "offset", "distance"],
      values: stretches.flatMap(({ from, to, offset, distance }) => [from, to, offset, distance]),
      code: repeatCode(this.spec, stretches),
    };
  }

  override picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#search?.stop();
  }

  protected override valueAt({ column }: Cell): Cell {
    return { row: column, column: 3 };
  }

  protected override build(): Node {
    return this.assemble("points", this.#plot.element, this.#controls.element, this.#controls.bar);
  }

  protected override paint(pe: Posenc): void {
    const { spec, from, to } = this;
    const of = JSON.stringify([spec, from, to]);
    if (of !== this.#of) {
      this.#check(pe);
      this.#search?.stop();
      this.#search = new RepeatSearch(this.#way(pe), spec, from, to);
      this.#of = of;
      this.#fault = undefined;
    }
    if (this.#fault !== undefined) throw this.#fault;
    const search = this.#search as RepeatSearch;
    this.#plot.draw({ dModel: spec.dModel, from, to, stretches: search.stretches }, this.size);
    this.#plot.element.setAttribute("aria-label", describeBest(search.stretches));
    this.#controls.show();
    // Each step of the search waits for a drawing, so none is made while the figure is not seen.
    if (!(search.isFinished || search.isBusy || this.#isPaused)) void this.#advance(search);
  }

  protected override point(cell: Cell | undefined): void {
    this.#plot.point(cell?.column);
  }

  protected override read(pe: Posenc, cell: Cell | undefined): string {
    const stretch = cell && this.#stretches[cell.column];
    return stretch ? describeStretch(stretch) : `${describeBest(this.#stretches)} ${reasonOf(pe, this.spec)}`;
  }

  get #stretches(): readonly Stretch[] {
    return this.#search?.stretches ?? [];
  }

  async #advance(search: RepeatSearch): Promise<void> {
    try {
      await search.advance();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      this.#fault = error;
    }
    if (search !== this.#search) return;
    if (search.isFinished) this.announce(describeBest(search.stretches));
    this.requestUpdate();
  }

  #way(pe: Posenc): Find {
    const { startWorker } = RepeatElement;
    const isLong = (this.to - this.from + 1) * (this.dModel / 2) >= LONG;
    if (!startWorker || !isLong) return findInSlices(pe);
    RepeatElement.#findInWorker ??= findInWorker(startWorker, findInSlices(pe));
    return RepeatElement.#findInWorker;
  }

  #check(pe: Posenc): void {
    const { spec, from, to } = this;
    checkWhole("from", from, 1, FARTHEST);
    checkWhole("to", to, from, FARTHEST);
    checkMost("d-model", spec.dModel, WIDEST);
    pe.frequencies(spec); // says what else is wrong
  }
}

import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { countOfNumbers, numberAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkMost } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { range } from "../share/entries.ts";
import { periodsCode } from "./periods-code.ts";
import { PeriodsControls, wholeLength } from "./periods-controls.ts";
import { PeriodsPlot } from "./periods-plot.ts";
import { describeAll, describePair } from "./periods-reading.ts";
import { periodsStyles } from "./periods-styles.ts";
import { PeriodsTable } from "./periods-table.ts";
import { type PeriodsShown, periodsOf } from "./periods-values.ts";

/** Slower pairs than this base has turn by less than the module tells from standing still. */
const LARGEST_BASE = 1e40;

/**
 * How many positions each pair takes for one period, and which pairs do not finish one within a length.
 *
 * @attr base - The base of the frequencies, from 10^−9 to 10^40.
 * @attr length - The length that periods are compared with, in positions: a whole number from 0 to 2^53.
 * @example
 * <pe-periods d-model="64" length="512"></pe-periods>
 */
export class PeriodsElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, periodsStyles];

  static override properties: PropertyDeclarations = { length: numberAttribute("length") };

  static override readonly viewAttributes = { length: countOfNumbers(1, 1) };

  declare length: number;

  readonly #plot = new PeriodsPlot();
  readonly #table = new PeriodsTable();
  readonly #controls = new PeriodsControls(this);
  #shown: PeriodsShown | undefined;
  #holdsLine = false;

  constructor() {
    super(512);
    this.length = 512;
  }

  override get grid(): Grid {
    return { rows: this.#shown?.periods.length ?? 1, columns: 1 };
  }

  override cellAt(_x: number, y: number): Cell | undefined {
    const pair = this.#plot.pairAt(y);
    return pair === undefined ? undefined : { row: pair, column: 0 };
  }

  override array(): NamedArray {
    const { frequencies, periods, spec } = this.#shown as PeriodsShown;
    const values = Float64Array.from({ length: 2 * periods.length }, (_, index) =>
      Number((index % 2 === 0 ? frequencies : periods)[index >> 1]),
    );
    const rows = range(0, periods.length);
    return { corner: "pair", rows, columns: ["frequency", "period"], values, code: periodsCode(spec) };
  }

  override picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  protected override valueAt({ row }: Cell): Cell {
    return { row, column: 1 };
  }

  protected override build(): Node {
    const plot = this.#plot.element;
    plot.addEventListener("pointerdown", (event) => this.#hold(event));
    plot.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      plot.addEventListener(end, () => {
        this.#holdsLine = false;
      });
    }
    const below = html("div", { class: "below" }, this.#table.element, this.#controls.element);
    return this.assemble("bars", plot, below, this.#controls.bar);
  }

  protected override paint(pe: Posenc): void {
    checkMost("base", this.base, LARGEST_BASE);
    const shown = periodsOf(pe, this.spec, this.length);
    this.#shown = shown;
    this.#plot.draw(shown, this.size);
    this.#plot.element.setAttribute("aria-label", describeAll(shown));
    this.#table.show(shown);
    this.#controls.show();
  }

  protected override point(cell: Cell | undefined): void {
    this.#plot.point(cell?.row);
  }

  protected override read(_pe: Posenc, cell: Cell | undefined): string {
    const shown = this.#shown as PeriodsShown;
    return cell ? describePair(shown, cell.row) : describeAll(shown);
  }

  /** Takes the line of the length. */
  #hold(event: PointerEvent): void {
    this.#holdsLine = event.button === 0 && this.#plot.isOnLine(this.#xOf(event));
    if (this.#holdsLine && event.isTrusted) this.#plot.element.setPointerCapture(event.pointerId);
  }

  #drag(event: PointerEvent): void {
    if (this.#holdsLine) this.length = wholeLength(this.#plot.positionsAt(this.#xOf(event)));
  }

  #xOf(event: PointerEvent): number {
    return event.clientX - this.#plot.element.getBoundingClientRect().left;
  }
}

import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { divergingPalette, type Posenc, type Spec } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { choice } from "../controls/choice.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { slider } from "../controls/slider.ts";
import { anyBaseSlider, widthSlider } from "../controls/spec-sliders.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { range } from "../share/entries.ts";
import { broadcastCode } from "./broadcast-code.ts";
import { BroadcastPlot } from "./broadcast-plot.ts";
import { describeAll, describeEntry } from "./broadcast-reading.ts";
import { broadcastStyles } from "./broadcast-styles.ts";
import { type Broadcast, broadcast, type Method } from "./broadcast-table.ts";

const METHODS = ["sinusoidal", "sine"] as const;

/** What a phone still shows as cells to point at. */
const MOST_ROWS = 16;
const MOST_COLUMNS = 32;

/**
 * How a table is made in one line: a column of positions times a row of frequencies, and the sines of the products.
 *
 * @attr d-model - Channels, an even number from 2 to 32; of sines alone any whole number.
 * @attr length - Positions, a whole number from 2 to 16.
 * @attr method - Sines and cosines, or sines alone.
 * @attr kappa - The base of sines alone, from 10^−9 to 10^300.
 * @example
 * <pe-broadcast d-model="16" length="8"></pe-broadcast>
 */
export class BroadcastElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, broadcastStyles];

  static override properties: PropertyDeclarations = {
    length: numberAttribute("length"),
    kappa: numberAttribute("kappa"),
    method: wordAttribute<Method>("method", METHODS),
  };

  static override readonly viewAttributes = {
    length: countOfNumbers(1, 1),
    kappa: countOfNumbers(1, 1),
    method: oneOf(...METHODS),
  };

  declare length: number;
  declare kappa: number;
  declare method: Method;

  readonly #palette = divergingPalette();
  readonly #plot = new BroadcastPlot();
  readonly #width = widthSlider(this, MOST_COLUMNS);
  readonly #rows = slider({
    label: "length L",
    min: 2,
    max: MOST_ROWS,
    oninput: (value) => {
      this.length = value;
    },
  });
  readonly #kappa = anyBaseSlider("base, or κ", (value) => {
    if (this.method === "sine") this.kappa = value;
    else this.base = value;
  });
  readonly #method = choice<Method>(
    "waves",
    { sinusoidal: "sin and cos", sine: "sin alone (simple_pe)" },
    (method) => {
      this.method = method;
    },
  );
  #shown: Broadcast | undefined;

  constructor() {
    super(16);
    this.length = 8;
    this.kappa = 10_000;
    this.method = "sinusoidal";
  }

  override get grid(): Grid {
    return { rows: this.#shown?.length ?? 0, columns: this.#shown?.dModel ?? 0 };
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing, canvas: this.#plot.canvas };
  }

  array(): NamedArray {
    const { table, length, dModel, method } = this.#shown as Broadcast;
    return {
      corner: "position",
      rows: range(0, length),
      columns: range(0, dModel),
      values: table,
      code: broadcastCode(method, { dModel, base: this.#base, length }),
    };
  }

  override cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y);
  }

  protected override build(): Node {
    const sliders = [this.#rows, this.#width, this.#kappa].map(({ element }) => element);
    const bar = html("div", { class: "bar" }, this.#method.element);
    const row = html("div", { class: "sliders" }, ...sliders);
    const controls = html("div", { class: "controls", part: "controls" }, row, bar);
    return this.assemble("column times row", this.#plot.element, controls, bar);
  }

  protected override paint(pe: Posenc): void {
    const { dModel, length, method } = this;
    checkWhole("length", length, 2, MOST_ROWS);
    checkWhole("d-model", dModel, 2, MOST_COLUMNS);
    const spec: Spec = { method, dModel, base: this.#base };
    this.#shown = broadcast(pe, spec, method, dModel, length);
    this.#plot.draw(this.size, this.#shown, this.#palette);
    this.#plot.element.setAttribute("aria-label", describeAll(this.#shown, this.#base));
    this.#rows.show(length);
    this.#width.show(dModel);
    this.#kappa.show(this.#base);
    this.#method.show(method);
  }

  protected override point(cell: Cell | undefined): void {
    this.#plot.point(cell);
  }

  protected override read(_: Posenc, cell: Cell | undefined): string {
    const shown = this.#shown as Broadcast;
    return cell ? describeEntry(shown, this.#base, cell) : describeAll(shown, this.#base);
  }

  /** What frequencies are powers of. */
  get #base(): number {
    return this.method === "sine" ? this.kappa : this.base;
  }
}

import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { NumberField } from "../controls/number-field.ts";
import { slider } from "../controls/slider.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";
import { countOfNumbers, numberAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { range } from "../share/entries.ts";
import { precisionCode } from "./precision-code.ts";
import { type Errors, errorsAt } from "./precision-errors.ts";
import { PrecisionPlot } from "./precision-plot.ts";
import { describeEntry, describeRow } from "./precision-reading.ts";
import { precisionStyles } from "./precision-styles.ts";
import { PrecisionTable } from "./precision-table.ts";

const FARTHEST = 1e7;
/** Widest table whose hundred rows are computed in a few milliseconds. */
const WIDEST = 1024;

/**
 * What common number formats and recipes make of one row of the table, beside its exact values.
 *
 * @attr d-model - Channels, an even number from 2 to 1024.
 * @attr base - The base of the frequencies, from 10^−9 to 2^31: the float32 recipe takes no larger one.
 * @attr position - The row that is computed, a whole number from 0 to 10^7.
 * @attr dimension - The one whose values are listed, a whole number from 0 on; a larger number shows the last one.
 * @example
 * <pe-precision position="45000"></pe-precision>
 */
export class PrecisionElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, precisionStyles];

  static override properties: PropertyDeclarations = {
    position: numberAttribute("position"),
    dimension: numberAttribute("dimension"),
  };

  static override readonly viewAttributes = {
    position: countOfNumbers(1, 1),
    dimension: countOfNumbers(1, 1),
  };

  declare position: number;
  declare dimension: number;

  readonly #plot = new PrecisionPlot();
  readonly #table = new PrecisionTable();
  readonly #width = widthSlider(this, WIDEST);
  readonly #base = baseSlider(this);
  readonly #position = slider({
    label: "position t",
    min: 0,
    max: Math.log10(FARTHEST),
    step: 0.001,
    toValue: (raw) => Math.round(10 ** raw),
    toRaw: (value) => Math.log10(Math.max(1, value)),
    oninput: (value) => {
      this.position = value;
    },
  });
  readonly #typed = new NumberField({
    label: "t =",
    min: 0,
    max: FARTHEST,
    oninput: (value) => {
      this.position = value;
    },
  });
  /** What is drawn, and for what: a new size needs none of it again, and a bad attribute leaves it. */
  #drawn: { readonly made: string; readonly position: number; readonly errors: Errors } | undefined;

  constructor() {
    super(512);
    this.position = 4999; // the last row of a table of 5000
    this.dimension = 20;
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  array(): NamedArray {
    const { exact, recipes } = this.#errors;
    return {
      corner: "recipe",
      rows: ["exact", ...recipes.map(({ recipe }) => recipe.name)],
      columns: range(0, exact.length),
      values: Float64Array.from([exact, ...recipes.map(({ values }) => values)].flatMap((row) => [...row])),
      code: precisionCode(this.spec, this.position),
    };
  }

  override get grid(): Grid {
    const { exact, recipes } = this.#errors;
    return { rows: recipes.length, columns: exact.length };
  }

  /** The recipe whose error in that dimension is nearest to the pointer. */
  override cellAt(x: number, y: number): Cell | undefined {
    const column = this.#plot.dimensionAt(x, y);
    if (column === undefined) return undefined;
    const distances = this.#errors.recipes.map(({ errors }) =>
      Math.abs(this.#plot.heightOf(errors[column] as number) - y),
    );
    return { row: distances.indexOf(Math.min(...distances)), column };
  }

  protected override build(): Node {
    const sliders = html(
      "div",
      { class: "sliders" },
      this.#position.element,
      this.#width.element,
      this.#base.element,
    );
    const bar = html("div", { class: "bar" }, this.#typed.element);
    const controls = html("div", { class: "controls", part: "controls" }, this.#table.element, sliders, bar);
    return this.assemble("error plot", this.#plot.element, controls, bar);
  }

  protected override paint(pe: Posenc): void {
    const { spec, position, size } = this;
    checkWhole("d-model", spec.dModel, 2, WIDEST);
    checkWhole("position", position, 0, FARTHEST);
    checkWhole("dimension", this.dimension, 0, Number.MAX_SAFE_INTEGER);
    const made = JSON.stringify([spec, position]);
    if (this.#drawn?.made !== made) this.#drawn = { made, position, errors: errorsAt(pe, spec, position) };
    this.#plot.draw(size, this.#errors);
    this.#plot.element.setAttribute("aria-label", describeRow(position, this.#errors));
    this.#position.show(position);
    this.#typed.show(position);
    this.#width.show(spec.dModel);
    this.#base.show(spec.base);
  }

  protected override point(cell: Cell | undefined): void {
    const last = this.#errors.exact.length - 1; // what a narrower table leaves of the dimensions
    const dimension = cell?.column ?? Math.min(this.dimension, last);
    const errors = cell && this.#errors.recipes[cell.row]?.errors;
    this.#plot.point(dimension, errors?.[dimension]);
    this.#table.show(this.#errors, dimension);
  }

  protected override read(_: Posenc, cell: Cell | undefined): string {
    const { exact, recipes } = this.#errors;
    const recipe = cell && recipes[cell.row];
    if (!cell || !recipe) return describeRow(this.position, this.#errors);
    return describeEntry(this.position, cell.column, exact[cell.column] as number, recipe);
  }

  /** The table has the exact row first. */
  protected override valueAt({ row, column }: Cell): Cell {
    return { row: row + 1, column };
  }

  get #errors(): Errors {
    return this.#drawn?.errors ?? { exact: new Float64Array(), recipes: [], rows: 0 };
  }
}

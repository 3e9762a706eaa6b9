import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/full.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkMost, checkWhole } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { rotationCode } from "./rotation-code.ts";
import { RotationControls, WIDEST } from "./rotation-controls.ts";
import { RotationPlot } from "./rotation-plot.ts";
import { describeAll, describeCell, valueIn } from "./rotation-reading.ts";
import { rotationStyles } from "./rotation-styles.ts";
import {
  type Fit,
  fitted,
  PARTS,
  type Part,
  type RotationShown,
  rotationOf,
  type Shift,
} from "./rotation-values.ts";

/** The last position for which tables are correctly rounded, and the largest offset that is fitted at once. */
const LAST = 2 ** 24 - 1;
const FARTHEST = 1000;

/**
 * The matrix R(k) that takes the encoding of any position to that of k positions on, and the one that least squares finds.
 *
 * @attr d-model - Channels, an even number from 2 to 32.
 * @attr position - t, the position that is taken on: a whole number from 0 to 2^24 − 1.
 * @attr offset - k, by how many positions: a whole number from 0 to 1000.
 * @attr keep - The dimensions that are kept.
 * @example
 * <pe-rotation d-model="8" offset="5"></pe-rotation>
 */
export class RotationElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, rotationStyles];

  static override properties: PropertyDeclarations = {
    position: numberAttribute("position"),
    offset: numberAttribute("offset"),
    keep: wordAttribute<Part>("keep", PARTS),
  };

  static override readonly viewAttributes = {
    position: countOfNumbers(1, 1),
    offset: countOfNumbers(1, 1),
    keep: oneOf(...PARTS),
  };

  declare position: number;
  declare offset: number;
  declare keep: Part;

  readonly #plot = new RotationPlot(divergingPalette());
  readonly #controls = new RotationControls(this);
  #shown: RotationShown | undefined;
  /** The last fit, and what it was made of. */
  #best: { readonly of: string; readonly fit: Fit } | undefined;

  constructor() {
    super(8);
    this.position = 3;
    this.offset = 5;
    this.keep = "both";
  }

  override get grid(): Grid {
    const size = this.#shown?.dimensions.length ?? 1;
    return { rows: 2 * size, columns: size + 3 };
  }

  override cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y);
  }

  override array(): NamedArray {
    const shown = this.#shown as RotationShown;
    const { rows, columns } = this.grid;
    const names = shown.dimensions.map(String);
    return {
      corner: "dimension",
      rows: ["R", "R̂"].flatMap((name) => names.map((dimension) => `${name} ${dimension}`)),
      columns: [...names, "P(t)", "product", "P(t + k)"],
      values: Float64Array.from({ length: rows * columns }, (_, n) =>
        valueIn(shown, { row: Math.floor(n / columns), column: n % columns }),
      ),
      code: rotationCode(shown),
    };
  }

  override picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  protected override build(): Node {
    return this.assemble("matrices", this.#plot.element, this.#controls.element, this.#controls.bar);
  }

  protected override paint(pe: Posenc): void {
    const shift = this.#shift;
    const of = JSON.stringify([shift.spec, shift.part, shift.offset]);
    if (this.#best?.of !== of) this.#best = { of, fit: fitted(pe, shift) };
    const shown = rotationOf(pe, shift, this.#best.fit);
    this.#shown = shown;
    this.#plot.draw(shown, this.size);
    this.#plot.element.setAttribute("aria-label", describeAll(shown));
    this.#controls.show();
  }

  protected override point(cell: Cell | undefined): void {
    this.#plot.point(cell);
  }

  protected override read(_pe: Posenc, cell: Cell | undefined): string {
    const shown = this.#shown as RotationShown;
    return cell ? describeCell(shown, cell) : describeAll(shown);
  }

  get #shift(): Shift {
    const { spec, keep: part, position, offset } = this;
    checkWhole("position", position, 0, LAST);
    checkWhole("offset", offset, 0, FARTHEST);
    checkMost("d-model", spec.dModel, WIDEST);
    return { spec, part, position, offset };
  }
}

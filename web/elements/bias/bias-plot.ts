import type { Box } from "../../plot/box.ts";
import { CanvasPlot } from "../../plot/layered-plot.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import type { Size } from "../../plot/size.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette, Plot } from "../definition/definition.ts";
import { BiasCurves } from "./bias-curves.ts";
import { BiasMatrix } from "./bias-matrix.ts";
import { type BiasShown, biasAt, placeOf } from "./bias-values.ts";

/** The matrix of one head and the curves of all heads: side by side, or one below the other in a narrow figure. */

// Margins of the two pictures, font sizes: for position labels, titles, ticks, and names of heads.
const MATRIX = { left: 4.4, top: 2, right: 1, bottom: 3.4 };
const CURVES = { left: 5.2, top: 2, right: 6, bottom: 3.8 };

const SIDE_BY_SIDE = 1.35; // least ratio of width to height

export class BiasPlot extends CanvasPlot implements Plot<BiasShown> {
  readonly #matrix = new BiasMatrix(this.canvas);
  readonly #curves = new BiasCurves();

  constructor() {
    super();
    this.content.append(this.#matrix.content, this.#curves.content);
    this.cursor.append(this.#matrix.cursor, this.#curves.cursor);
  }

  draw(values: BiasShown, size: Size, palette: Palette): void {
    const { head } = values;
    const fontSize = plotFontSize(this.element);
    const { square, rest } = boxesIn(size, fontSize);
    this.#matrix.draw(square, fontSize, values, head, palette);
    this.#curves.draw(rest, fontSize, values, head, palette);
  }

  /** Marks a query and a key, or removes the marks. */
  point(cell: Cell | undefined, values: BiasShown): void {
    this.#matrix.point(cell);
    const value = cell ? biasAt(values, values.head, cell.row, cell.column) : Number.NaN;
    this.#curves.point(cell && cell.row - cell.column, value);
  }

  /** The query and the key at a place in the matrix or in the curves. */
  cellAt(x: number, y: number, { length }: BiasShown): Cell | undefined {
    const offset = this.#curves.offsetAt(x, y);
    if (offset === undefined) return this.#matrix.cellAt(x, y);
    const { query, key } = placeOf(offset, length);
    return { row: query, column: key };
  }
}

/** A square for the matrix, and the rest for the curves. */
function boxesIn({ width, height }: Size, fontSize: number): { square: Box; rest: Box } {
  const scaled = (fontSizes: number) => fontSizes * fontSize;
  const across = scaled(MATRIX.left + MATRIX.right);
  const down = scaled(MATRIX.top + MATRIX.bottom);
  const isBeside = width >= SIDE_BY_SIDE * height;
  const side = Math.max(
    1,
    isBeside ? Math.min(height - down, width / 2 - across) : Math.min(width - across, 0.56 * height - down),
  );
  const square = { left: scaled(MATRIX.left), top: scaled(MATRIX.top), width: side, height: side };
  const [left, top] = isBeside ? [side + across, 0] : [0, side + down];
  const rest = {
    left: left + scaled(CURVES.left),
    top: top + scaled(CURVES.top),
    width: Math.max(1, width - left - scaled(CURVES.left + CURVES.right)),
    height: Math.max(1, (isBeside ? side + down : height) - top - scaled(CURVES.top + CURVES.bottom)),
  };
  return { square, rest };
}

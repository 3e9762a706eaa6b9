import { cellBox, cellUnder, putAt } from "../../plot/box.ts";
import { cellFrame } from "../../plot/cell-frame.ts";
import { svg } from "../../plot/dom.ts";
import { CanvasPlot } from "../../plot/layered-plot.ts";
import { type Frame, frameOf, plotFontSize } from "../../plot/plot-frame.ts";
import { Raster } from "../../plot/raster.ts";
import type { Size } from "../../plot/size.ts";
import { stroke } from "../../plot/stroke.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette, Plot } from "../definition/definition.ts";
import { curveMargin, curveOf, curveScales, drawCurve } from "./similarity-curve.ts";
import { drawMatrix, MATRIX_MARGIN, paintMatrix, squareIn } from "./similarity-matrix.ts";
import { atOffset, largest, type SimilarityShown } from "./similarity-shown.ts";

/** The picture: a curve by offset, or a matrix of positions. */
export class SimilarityPlot extends CanvasPlot implements Plot<SimilarityShown> {
  readonly #raster = new Raster(this.canvas);
  #curve: Float64Array = new Float64Array();
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };

  draw(shown: SimilarityShown, size: Size, palette: Palette): void {
    const isMatrix = shown.view === "matrix";
    this.canvas.hidden = !isMatrix;
    this.content.replaceChildren(
      ...(isMatrix ? this.#matrix(shown, size, palette) : this.#curveOf(shown, size)),
    );
  }

  #curveOf(shown: SimilarityShown, size: Size): SVGElement[] {
    this.#frame = frameOf(size, curveMargin(shown.rows.length), this.#fontSize);
    this.#curve = curveOf(shown, this.#frame.width);
    return drawCurve(this.#frame, shown, this.#curve);
  }

  #matrix(shown: SimilarityShown, size: Size, palette: Palette): SVGElement[] {
    const square = squareIn(frameOf(size, MATRIX_MARGIN, this.#fontSize));
    const ratio = size.deviceWidth / size.width;
    const whole = (length: number) => Math.max(1, Math.round(length * ratio));
    const pixels = whole(square.width);
    const place = { left: whole(square.left) / ratio, top: whole(square.top) / ratio };
    this.#frame = { ...square, ...place, width: pixels / ratio, height: pixels / ratio };
    putAt(this.canvas, this.#frame);
    const most = largest(shown);
    this.#raster.paint(pixels, pixels, (rgba) =>
      paintMatrix(rgba, pixels, shown.positions.count, palette, (offset) => atOffset(shown, offset) / most),
    );
    return drawMatrix(this.#frame, shown, palette);
  }

  /** Frames a cell of the matrix, or draws a ring around a point of the curve. */
  point(cell: Cell | undefined, shown: SimilarityShown): void {
    const { count } = shown.positions;
    if (!cell) this.cursor.replaceChildren();
    else if (shown.view === "matrix")
      this.cursor.replaceChildren(
        ...cellFrame(cellBox({ ...this.#frame, rows: count, columns: count }, cell)),
      );
    else this.#ring(shown, cell.column - cell.row);
  }

  #ring(shown: SimilarityShown, offset: number): void {
    const { x, y } = curveScales(this.#frame, shown, this.#curve);
    const { top, height } = this.#frame;
    this.cursor.replaceChildren(
      stroke(`M${x(offset)} ${top}V${top + height}`, { opacity: 0.4 }),
      svg("circle", { class: "ring", cx: x(offset), cy: y(atOffset(shown, offset)), r: 7 }),
    );
  }

  cellAt(
    x: number,
    y: number,
    { view, positions: { from, count }, rows }: SimilarityShown,
  ): Cell | undefined {
    const place = cellUnder({ ...this.#frame, rows: count, columns: count }, x, y);
    if (view === "matrix" || !place) return place;
    const offset = Math.round(((2 * (x - this.#frame.left)) / this.#frame.width - 1) * (count - 1));
    const reaches = (row: number) => row + offset >= 0 && row + offset < count;
    const row = rows.map(({ position }) => position - from).find(reaches) ?? (offset < 0 ? count - 1 : 0);
    return { row, column: row + offset };
  }

  get #fontSize(): number {
    return plotFontSize(this.element);
  }
}

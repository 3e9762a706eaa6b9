import { html, svg } from "../../plot/dom.ts";
import { type Frame, frameOf, plotFontSize } from "../../plot/plot-frame.ts";
import { Raster } from "../../plot/raster.ts";
import type { Cell } from "../figure/cell-cursor.ts";
import type { Size } from "../figure/size.ts";
import { type CurveShown, curveMargin, curveScales, drawCurve } from "./similarity-curve.ts";
import {
  drawMatrix,
  frameCell,
  MATRIX_MARGIN,
  type MatrixShown,
  paintMatrix,
  squareIn,
} from "./similarity-matrix.ts";

/** The picture: either a curve over offsets, or a matrix of positions. */
export class SimilarityPlot {
  readonly canvas = html("canvas", { "aria-hidden": "true" });
  readonly drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
  readonly element = html("div", { class: "plot", part: "plot" }, this.canvas, this.drawing);
  readonly #raster = new Raster(this.canvas);
  readonly #content = svg("g");
  readonly #cursor = svg("g", { "data-transient": true });
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };

  constructor() {
    this.drawing.append(this.#content, this.#cursor);
  }

  get frame(): Frame {
    return this.#frame;
  }

  /** CSS pixels along the curve. */
  curveWidth(size: Size): number {
    return frameOf(size, curveMargin(1), this.#fontSize).width;
  }

  showCurve(size: Size, shown: CurveShown): void {
    this.#frame = frameOf(size, curveMargin(shown.rows.length), this.#fontSize);
    this.canvas.hidden = true;
    this.#content.replaceChildren(...drawCurve(this.#frame, shown));
  }

  showMatrix(size: Size, shown: MatrixShown, shareOf: (offset: number) => number): void {
    const square = squareIn(frameOf(size, MATRIX_MARGIN, this.#fontSize));
    const ratio = size.deviceWidth / size.width;
    const whole = (length: number) => Math.max(1, Math.round(length * ratio));
    const pixels = whole(square.width);
    const place = { left: whole(square.left) / ratio, top: whole(square.top) / ratio };
    this.#frame = { ...square, ...place, width: pixels / ratio, height: pixels / ratio };
    this.canvas.hidden = false;
    for (const name of ["left", "top", "width", "height"] as const) {
      this.canvas.style[name] = `${this.#frame[name]}px`;
    }
    this.#raster.paint(pixels, pixels, (rgba) =>
      paintMatrix(rgba, pixels, shown.stretch.count, shown.palette, shareOf),
    );
    this.#content.replaceChildren(...drawMatrix(this.#frame, shown));
  }

  /** Rings a point of the curve. */
  ring(shown: CurveShown, offset: number, value: number): void {
    const { x, y } = curveScales(this.#frame, shown);
    const { top, height } = this.#frame;
    this.#cursor.replaceChildren(
      svg("path", {
        d: `M${x(offset)} ${top}V${top + height}`,
        stroke: "currentColor",
        "stroke-opacity": 0.4,
      }),
      svg("circle", { class: "ring", cx: x(offset), cy: y(value), r: 7 }),
    );
  }

  /** Frames a cell of the matrix. */
  frameCell(count: number, cell: Cell): void {
    this.#cursor.replaceChildren(...frameCell(this.#frame, count, cell));
  }

  clearCursor(): void {
    this.#cursor.replaceChildren();
  }

  get #fontSize(): number {
    return plotFontSize(this.element);
  }
}

import { html, svg } from "../../plot/dom.ts";
import { type Frame, frameOf, plotFontSize } from "../../plot/plot-frame.ts";
import { Raster } from "../../plot/raster.ts";
import type { Size } from "../../plot/size.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette, Plot } from "../definition/definition.ts";
import { curveMargin, curveOf, curveScales, drawCurve } from "./similarity-curve.ts";
import { drawMatrix, frameCell, MATRIX_MARGIN, paintMatrix, squareIn } from "./similarity-matrix.ts";
import { atOffset, largest, type SimilarityShown } from "./similarity-shown.ts";

/** The picture: either a curve over offsets, or a matrix of positions. */
export class SimilarityPlot implements Plot<SimilarityShown> {
  readonly canvas = html("canvas", { "aria-hidden": "true" });
  readonly drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
  readonly element = html("div", { class: "plot", part: "plot" }, this.canvas, this.drawing);
  readonly #raster = new Raster(this.canvas);
  readonly #content = svg("g");
  readonly #cursor = svg("g", { "data-transient": true });
  #curve: Float64Array = new Float64Array();
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };

  constructor() {
    this.drawing.append(this.#content, this.#cursor);
  }

  draw(shown: SimilarityShown, size: Size, palette: Palette): void {
    const isMatrix = shown.view === "matrix";
    this.canvas.hidden = !isMatrix;
    this.#content.replaceChildren(
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
    for (const name of ["left", "top", "width", "height"] as const) {
      this.canvas.style[name] = `${this.#frame[name]}px`;
    }
    const most = largest(shown);
    this.#raster.paint(pixels, pixels, (rgba) =>
      paintMatrix(rgba, pixels, shown.stretch.count, palette, (offset) => atOffset(shown, offset) / most),
    );
    return drawMatrix(this.#frame, shown, palette);
  }

  /** Frames a cell of the matrix, or rings a point of the curve. */
  point(cell: Cell | undefined, shown: SimilarityShown): void {
    if (!cell) this.#cursor.replaceChildren();
    else if (shown.view === "matrix")
      this.#cursor.replaceChildren(...frameCell(this.#frame, shown.stretch.count, cell));
    else this.#ring(shown, cell.column - cell.row);
  }

  #ring(shown: SimilarityShown, offset: number): void {
    const { x, y } = curveScales(this.#frame, shown, this.#curve);
    const { top, height } = this.#frame;
    this.#cursor.replaceChildren(
      svg("path", {
        d: `M${x(offset)} ${top}V${top + height}`,
        stroke: "currentColor",
        "stroke-opacity": 0.4,
      }),
      svg("circle", { class: "ring", cx: x(offset), cy: y(atOffset(shown, offset)), r: 7 }),
    );
  }

  cellAt(x: number, y: number, { view, stretch: { from, count }, rows }: SimilarityShown): Cell | undefined {
    const { left, top, width, height } = this.#frame;
    const [across, down] = [(x - left) / width, (y - top) / height];
    if (across < 0 || across >= 1 || down < 0 || down >= 1) return undefined;
    if (view === "matrix") return { row: Math.floor(down * count), column: Math.floor(across * count) };
    const offset = Math.round((2 * across - 1) * (count - 1));
    const reaches = (row: number) => row + offset >= 0 && row + offset < count;
    const row = rows.map(({ position }) => position - from).find(reaches) ?? (offset < 0 ? count - 1 : 0);
    return { row, column: row + offset };
  }

  get #fontSize(): number {
    return plotFontSize(this.element);
  }
}

import { axis } from "../../plot/axis.ts";
import { cellBox, cellUnder, putAt } from "../../plot/box.ts";
import { valueAxis } from "../../plot/curve-axes.ts";
import { type Point, polyline, stroke, svg, text } from "../../plot/dom.ts";
import {
  CanvasPlot,
  type Frame,
  frameOf,
  type Margin,
  plotFontSize,
  type Size,
} from "../../plot/layered-plot.ts";
import { legend } from "../../plot/legend.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import { cellFrame, entryOf, Raster } from "../../plot/raster.ts";
import { linearScale, type Scale } from "../../plot/scale.ts";
import { glyphs } from "../../plot/series.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import {
  atOffset,
  type ComparedRow,
  largest,
  markName,
  NAMES,
  type SimilarityShown,
} from "./similarity-shown.ts";

/** The measure of all pairs of positions as a square of colours. */

const MATRIX_MARGIN = { left: 5.4, top: 3, right: 1.6, bottom: 3.2 };

/** The largest square in the middle of a frame. */
function squareIn(frame: Frame): Frame {
  const side = Math.min(frame.width, frame.height);
  const spare = { x: frame.width - side, y: frame.height - side };
  return {
    ...frame,
    left: frame.left + spare.x / 2,
    top: frame.top + spare.y / 2,
    width: side,
    height: side,
  };
}

/**
 * Fills a square picture with sides of `pixels` device pixels.
 * @param shareOf - from an offset to the share of the largest value, from −1 to 1
 */
function paintMatrix(
  rgba: Uint8ClampedArray,
  pixels: number,
  count: number,
  palette: Uint8ClampedArray,
  shareOf: (offset: number) => number,
): void {
  const colours = new Uint32Array(palette.slice().buffer);
  const picture = new Uint32Array(rgba.buffer, rgba.byteOffset, pixels * pixels);
  const ofOffset = Uint32Array.from(
    { length: count },
    (_, offset) => colours[entryOf(shareOf(offset))] as number,
  );
  const cellOf = (pixel: number) => Math.floor(((pixel + 0.5) * count) / pixels);
  for (let y = 0; y < pixels; y++) {
    const row = cellOf(y);
    for (let x = 0; x < pixels; x++) {
      picture[y * pixels + x] = ofOffset[Math.abs(cellOf(x) - row)] as number;
    }
  }
}

function drawMatrix(
  { left, top, width, height, fontSize }: Frame,
  shown: SimilarityShown,
  palette: Palette,
): SVGElement[] {
  const { positions, marks, measure } = shown;
  const { from, count } = positions;
  const view = [from, from + count] as const;
  const right = left + width;
  const bottom = top + height;
  const label = `${NAMES[measure]} ÷ ${formatRough(largest(shown))}`; // because the colours end at ±1
  const offset = 0.5; // position t fills [t, t + 1)
  return [
    axis({ side: "left", view, from: top, to: bottom, at: left, fontSize, offset }),
    axis({ side: "bottom", view, from: left, to: right, at: bottom, fontSize, offset }),
    text("t ↓", left - 8, top - 0.8 * fontSize, "end", fontSize),
    text("s →", right, bottom + 2.75 * fontSize, "end", fontSize),
    legend({ palette, right, top: 0, fontSize, label, least: measure === "dot" ? -1 : 0 }),
    ...marks.map((position, index) =>
      glyphs(index, [[right + 0.9 * fontSize, top + ((position - from + offset) / count) * height]]),
    ),
  ];
}

// The measure as a curve by offset, with the compared rows of some positions as points on it.

/** Values at evenly spaced offsets from 1 − count to count − 1. */
type Curve = Float64Array;

/** @param width - CSS pixels along the curve */
function curveOf({ positions, measured }: SimilarityShown, width: number): Curve {
  const points = Math.ceil(width / 2); // on each side of offset 0: both sides are equal
  const reach = positions.count - 1;
  const side = measured(Float64Array.from(range(0, points + 1), (n) => (n * reach) / points));
  return Float64Array.from(range(-points, points + 1), (n) => side[Math.abs(n)] as number);
}

/** Space around the curve. The ranges of the rows are above it. */
const curveMargin = (rows: number): Margin => ({
  left: 3.8,
  top: 3.2 + ROW * rows,
  right: 0.8,
  bottom: 3.2,
});

const ROW = 1.5; // height of a row's range, font sizes

const POINT_ROOM = 9; // least distance of a row's points, CSS pixels
const LEVEL_ROOM = 3; // least distance of levels, font sizes

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

function curveScales(frame: Frame, { positions }: SimilarityShown, curve: Curve): Scales {
  const reach = positions.count - 1;
  const { left, top, width, height } = frame;
  const x = linearScale([-reach, reach], [left, left + width]);
  const y = linearScale([Math.min(0, ...curve), Math.max(...curve)], [top + height, top]);
  return { x, y };
}

function drawCurve(frame: Frame, shown: SimilarityShown, curve: Curve): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const { positions, rows, measure } = shown;
  const scales = curveScales(frame, shown, curve);
  const { x, y } = scales;
  const reach = positions.count - 1;
  const domain = [Math.min(0, ...curve), Math.max(...curve)] as const;
  const levels = linearScale(domain, [0, 1]).ticks(Math.max(2, height / fontSize / LEVEL_ROOM));
  const points = Array.from(curve, (value, index): Point => {
    const offset = (2 * index * reach) / (curve.length - 1) - reach;
    return [x(offset), y(value)];
  });
  const peak = `|P|² = d/2 = ${formatRough(atOffset(shown, 0))}`;
  const bottom = top + height;
  const view = [-reach, reach] as const;
  return [
    valueAxis({ scale: y, levels, format: formatRough, left, right: left + width, fontSize }),
    axis({ side: "bottom", view, from: left, to: left + width, at: bottom + 4, fontSize }),
    text("offset k →", left + width, bottom + 4 + 2.75 * fontSize, "end", fontSize),
    text(`${NAMES[measure]} of P(t) and P(t+k)`, 0, fontSize, "start", fontSize),
    stroke(polyline(points), { opacity: 0.55, width: 1.5, class: "curve" }),
    ...(measure === "dot" ? [text(peak, x(0) + 10, y(atOffset(shown, 0)) + 4, "start", fontSize)] : []),
    ...rows.flatMap((row, index) => drawRow(frame, shown, scales, row, index)),
  ];
}

/** The range of a row as a line above the curve, with its glyph and name, and its values as points. */
function drawRow(
  { fontSize, left, width }: Frame,
  { rows, positions: { from, count } }: SimilarityShown,
  { x, y }: Scales,
  { position, values }: ComparedRow,
  index: number,
) {
  const level = (2.6 + ROW * index) * fontSize;
  const [start, end] = [x(from - position), x(from + count - 1 - position)];
  const name = `${markName(index, rows.length)} = ${formatInteger(position)}`;
  const anchor = x(0) + name.length * fontSize > left + width ? "end" : "start";
  const beside = anchor === "start" ? 0.8 * fontSize : -0.8 * fontSize;
  const step = Math.max(1, Math.ceil(POINT_ROOM / ((end - start) / (count - 1))));
  const shown = Array.from(values.keys()).filter((s) => (s + from - position + index) % step === 0);
  const points = shown.map((s) => [x(from + s - position), y(values[s] as number)] as const);
  return [
    stroke(`M${start} ${level - 3}v6m0 -3H${end}m0 -3v6`, { opacity: 0.5 }),
    glyphs(index, [[x(0), level]]),
    text(name, x(0) + beside, level - 0.35 * fontSize, anchor, fontSize),
    svg("g", { "data-row": index }, glyphs(index, points)),
  ];
}

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

import { axis } from "../../plot/axis.ts";
import { type Box, type CellBox, cellBox, cellUnder, putAt } from "../../plot/box.ts";
import { valueAxis } from "../../plot/curve-axes.ts";
import { outline, type Point, polyline, spread, stroke, svg, text } from "../../plot/dom.ts";
import { CanvasPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatRough } from "../../plot/numbers.ts";
import { cellFrame, cssColour, entryOf, Raster } from "../../plot/raster.ts";
import { linearScale } from "../../plot/scale.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { type BiasShown, biasAt, curveOf, offsetsOf, placeOf } from "./bias-shown.ts";

/** The bias of one head as a square of colours: a row for each query, a column for each key. */

class BiasMatrix {
  readonly content = svg("g");
  readonly cursor = svg("g");
  readonly #canvas: HTMLCanvasElement;
  readonly #raster: Raster;
  #cells: CellBox = { left: 0, top: 0, width: 1, height: 1, rows: 1, columns: 1 };

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#raster = new Raster(canvas);
  }

  /** @param box - the square, without its axes */
  draw(box: Box, fontSize: number, values: BiasShown, head: number, palette: Uint8ClampedArray): void {
    const { length } = values;
    const { left, top, width, height } = box;
    this.#cells = { ...box, rows: length, columns: length };
    putAt(this.#canvas, box);
    this.#raster.paint(length, length, (rgba) => paintCells(rgba, values, head, palette));
    const view = [0, length] as const;
    const bottom = top + height;
    const offset = 0.5; // position t fills [t, t + 1)
    this.content.replaceChildren(
      outline(box, { opacity: 0.3 }),
      axis({ side: "left", view, from: top, to: bottom, at: left, fontSize, offset }),
      axis({ side: "bottom", view, from: left, to: left + width, at: bottom, fontSize, offset }),
      text("query ↓", 0, top - 0.8 * fontSize, "start", fontSize),
      text("key →", left + width, bottom + 2.75 * fontSize, "end", fontSize),
    );
  }

  /** Frames a cell, or removes the frame. */
  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren(...(cell ? cellFrame(cellBox(this.#cells, cell)) : []));
  }

  /** The cell at a place of the plot. */
  cellAt(x: number, y: number): Cell | undefined {
    return cellUnder(this.#cells, x, y);
  }
}

/** Masked cells stay empty. */
function paintCells(
  rgba: Uint8ClampedArray,
  values: BiasShown,
  head: number,
  palette: Uint8ClampedArray,
): void {
  const { length, limit } = values;
  rgba.fill(0);
  for (let query = 0; query < length; query++) {
    for (let key = 0; key < length; key++) {
      const value = biasAt(values, head, query, key);
      if (!Number.isFinite(value)) continue;
      const entry = 4 * entryOf(value, limit);
      rgba.set(palette.subarray(entry, entry + 4), 4 * (query * length + key));
    }
  }
}

/** Curves of the bias of each head by the offset from key to query, with a key of colours. The chosen head's is bold. */

const STROKE = 1.25; // CSS pixels
const BOLD = 2.75;
const FAINT = 0.5; // opacity of heads that are not chosen
const DOTS_ROOM = 6; // least CSS pixels between dots: closer ones would merge
const KEY = 8; // width of the colour key, CSS pixels
const STEPS = 48; // colours of the key
const LEVEL = 2.4; // least distance of levels, font sizes
const MOST_LEVELS = 8;
const LINE = 1.2; // distance of the names of heads, font sizes

class BiasCurves {
  readonly content = svg("g");
  readonly cursor = svg("g");
  #x = linearScale([0, 1], [0, 1]);
  #y = linearScale([0, 1], [0, 1]);

  /** @param box - the place of the curves, without axes and names */
  draw(box: Box, fontSize: number, values: BiasShown, head: number, palette: Uint8ClampedArray): void {
    const offsets = offsetsOf(values);
    const { left, top, width, height } = box;
    const [right, bottom] = [left + width, top + height];
    const view = [offsets[0] as number, values.length - 1] as const;
    const curves = Array.from({ length: values.heads }, (_, index) => curveOf(values, index));
    const [least, most] = [Math.min(0, ...curves.flat()), Math.max(0, ...curves.flat())];
    this.#x = linearScale(view, [left, right]);
    this.#y = linearScale(least === most ? [-1, 1] : [least, most], [bottom, top]);
    const levels = this.#y.ticks(Math.min(MOST_LEVELS, Math.max(2, height / (LEVEL * fontSize))));
    const order = [...curves.keys()].sort((a, b) => Number(a === head) - Number(b === head));
    this.content.replaceChildren(
      valueAxis({ scale: this.#y, levels, format: formatRough, left: left - KEY, right, fontSize }),
      this.#key(box, values.limit, palette),
      axis({ side: "bottom", view, from: left, to: right, at: bottom + 6, fontSize }),
      text("query − key →", right, bottom + 6 + 2.75 * fontSize, "end", fontSize),
      text(values.quantity, left - KEY - 8, top - 0.8 * fontSize, "end", fontSize),
      ...order.map((index) => this.#curve(curves[index] as number[], offsets, index, index === head)),
      ...(values.heads > 1 ? this.#names(curves, head, box, fontSize) : []),
    );
  }

  /** Draws a ring around a point of the chosen curve, or removes it. */
  point(offset: number | undefined, value: number): void {
    const isThere = offset !== undefined && Number.isFinite(value);
    const ring = { r: 6, class: "ring", cx: this.#x(offset ?? 0), cy: this.#y(value) };
    this.cursor.replaceChildren(...(isThere ? [svg("circle", ring)] : []));
  }

  /** The offset at a place of the plot. */
  offsetAt(x: number, y: number): number | undefined {
    const [left, right] = this.#x.range();
    const [bottom, top] = this.#y.range();
    if (x < left - DOTS_ROOM || x > right + DOTS_ROOM || y < top || y > bottom) return undefined;
    const [first = 0, last = 0] = this.#x.domain();
    return Math.min(Math.max(Math.round(this.#x.invert(x)), first), last);
  }

  #curve(
    values: readonly number[],
    offsets: readonly number[],
    head: number,
    isChosen: boolean,
  ): SVGGElement {
    const points = values.map((value, index): Point => [this.#x(offsets[index] as number), this.#y(value)]);
    const look = { width: isChosen ? BOLD : STROKE, opacity: isChosen ? 1 : FAINT };
    const line = stroke(polyline(points), { ...look, "stroke-linejoin": "round", "data-paint": true });
    const group = svg("g", { "data-head": head, "data-chosen": isChosen }, line);
    const room = Math.abs(this.#x(1) - this.#x(0));
    if (!isChosen || room < DOTS_ROOM) return group;
    for (const [x, y] of points) {
      const place = { cx: x.toFixed(2), cy: y.toFixed(2) };
      group.append(svg("circle", { ...place, r: 2.5, fill: "currentColor", "data-paint": true }));
    }
    return group;
  }

  /** A name at the end of each curve, or one for several heads that end too close to each other. */
  #names(curves: readonly number[][], head: number, box: Box, fontSize: number): SVGTextElement[] {
    const ends = curves.map((curve) => this.#y(curve.at(-1) as number));
    const gap = LINE * fontSize;
    const groups = neighbours(ends, gap, head);
    const middles = groups.map(
      (heads) => heads.reduce((sum, n) => sum + (ends[n] as number), 0) / heads.length,
    );
    const places = spread(middles, gap, box.top, box.top + box.height);
    return groups.map((heads, n) => {
      const isChosen = heads.includes(head);
      return text(
        nameOf(heads),
        box.left + box.width + 8,
        (places[n] as number) + 0.34 * fontSize,
        "start",
        fontSize,
        { "font-weight": isChosen ? 700 : 400, "data-paint": true, ...(isChosen ? { class: "chosen" } : {}) },
      );
    });
  }

  /** The colours of the matrix, along the axis of values. */
  #key({ left }: Box, limit: number, palette: Uint8ClampedArray): SVGGElement {
    const [least = 0, most = 0] = this.#y.domain();
    const group = svg("g", { class: "key" });
    for (let step = 0; step < STEPS; step++) {
      const value = (share: number) => least + ((step + share) / STEPS) * (most - least);
      const y = this.#y(value(1));
      group.append(
        svg("rect", {
          x: left - KEY,
          y,
          width: KEY - 2,
          height: this.#y(value(0)) - y + 0.5, // steps overlap, so that no gap can be seen
          fill: cssColour(palette, value(0.5), limit),
        }),
      );
    }
    return group;
  }
}

/** Consecutive heads whose curves end closer together than `gap`; the chosen head is always alone. */
function neighbours(ends: readonly number[], gap: number, chosen: number): number[][] {
  const groups: number[][] = [];
  for (const [head, end] of ends.entries()) {
    const group = groups.at(-1);
    const isNear = Math.abs(end - (ends[head - 1] ?? end)) < gap;
    if (group && isNear && head !== chosen && head - 1 !== chosen) group.push(head);
    else groups.push([head]);
  }
  return groups;
}

/** Heads are counted from 1. */
function nameOf(heads: readonly number[]): string {
  const [first, last] = [(heads[0] as number) + 1, (heads.at(-1) as number) + 1];
  return first === last ? `head ${first}` : `heads ${first}–${last}`;
}

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

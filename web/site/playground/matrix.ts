import { divergingPalette } from "posenc/full";
import { axis } from "../../plot/axis.ts";
import { type CellPlace, cellBox, cellUnder, putAt } from "../../plot/box.ts";
import { cellFrame } from "../../plot/cell-frame.ts";
import { type Attributes, html, svg } from "../../plot/dom.ts";
import { formatFloat32, formatInteger, formatRough } from "../../plot/numbers.ts";
import { entryOf } from "../../plot/palette-entry.ts";
import { placeIn } from "../../plot/place-in.ts";

/** A matrix as a picture in the colours of heat maps, with its axes, its colour key, and the value under the pointer. */

export interface Matrix {
  readonly values: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
  readonly label: string;
}

const FONT = 13; // CSS pixels
const MARGIN = { left: 3.6, top: 0.2, right: 0.6, bottom: 2 }; // font sizes
const LARGEST_CELL = 12; // CSS pixels
const WIDEST = 600; // CSS pixels of all cells
const HIGHEST = 480;
const LEAST = 24; // CSS pixels: a single row or column can still be pointed at
const HINT = "Point at the picture, or use the arrow keys.";

/** Cells that Page Up and Page Down step over. */
const PAGE = 10;

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

export function matrixPicture(matrix: Matrix): HTMLElement {
  const limit = limitOf(matrix.values);
  const name = `${matrix.label ? `${matrix.label}: ` : ""}${matrix.rows} × ${matrix.columns}, colours from −${formatRough(limit)} to ${formatRough(limit)}`;
  const node = html("figure", { class: "matrix" });
  const value = html("p", { class: "reading", role: "status" }, HINT);
  node.append(html("figcaption", {}, name), keyOf(limit), plotOf(matrix, { limit, name, value }), value);
  return node;
}

/** The largest entry of a matrix, or 1 if that is more, as in tables of sines. */
function limitOf(values: ArrayLike<number>): number {
  let limit = 1;
  for (let at = 0; at < values.length; at++) {
    const size = Math.abs(values[at] as number);
    if (size > limit && Number.isFinite(size)) limit = size;
  }
  return limit;
}

function keyOf(limit: number): HTMLElement {
  const bar = html("canvas", { width: 256, height: 1, "aria-hidden": "true" });
  bar.getContext("2d")?.putImageData(new ImageData(divergingPalette(), 256, 1), 0, 0);
  return html("p", { class: "key" }, `−${formatRough(limit)}`, bar, formatRough(limit));
}

interface Sight {
  readonly limit: number;
  readonly name: string;
  readonly value: HTMLElement;
}

function plotOf(matrix: Matrix, { limit, name, value }: Sight): HTMLElement {
  const { rows, columns, values } = matrix;
  const canvas = html("canvas", { width: columns, height: rows, "aria-hidden": "true" });
  canvas.getContext("2d")?.putImageData(coloured(matrix, limit), 0, 0);
  const [axes, cursor] = [svg("g"), svg("g")];
  const drawing = svg("svg", { "aria-hidden": "true" }, axes, cursor);
  const look: Attributes = {
    class: "plot",
    tabindex: 0,
    role: "application",
    "aria-roledescription": "matrix",
  };
  const plot = html("div", { ...look, "aria-label": name }, canvas, drawing);
  let box = { left: 0, top: 0, width: 1, height: 1, rows, columns };
  let cell: CellPlace | undefined;
  const point = (next: CellPlace | undefined) => {
    cell = next;
    cursor.replaceChildren(...(next ? cellFrame(cellBox(box, next)) : []));
    if (next) value.textContent = reading(next, numberAt(values, next.row * columns + next.column));
  };
  const fit = () => {
    if (plot.clientWidth === 0) return;
    box = { ...placed(plot, rows, columns), rows, columns };
    putAt(canvas, box);
    axes.replaceChildren(...axesOf(box));
    point(cell);
  };
  queueMicrotask(fit); // once it is in the page, and before it is seen
  new ResizeObserver(fit).observe(plot);
  plot.addEventListener("pointermove", (event) => {
    const under = cellUnder(box, ...placeIn(plot, event));
    if (under) point(under);
  });
  plot.addEventListener("keydown", (event) => {
    const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : cellAfter(event.key, cell, box);
    if (!next) return;
    event.preventDefault();
    point(next);
  });
  return plot;
}

const reading = ({ row, column }: CellPlace, value: string): string =>
  `row ${formatInteger(row)}, column ${formatInteger(column)}: ${value}`;

/** A float in as few digits as name it. */
function numberAt(values: ArrayLike<number>, at: number): string {
  const value = values[at] as number;
  const isFloat = values instanceof Float32Array && Number.isFinite(value);
  return isFloat ? formatFloat32(value) : String(value).replace("-", "−");
}

/** The cell that a key leads to; the first one for the first key. */
function cellAfter(
  key: string,
  from: CellPlace | undefined,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): CellPlace | undefined {
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  if (!step || !from) return step && { row: 0, column: 0 };
  return {
    row: Math.min(Math.max(from.row + step[0], 0), rows - 1),
    column: Math.min(Math.max(from.column + step[1], 0), columns - 1),
  };
}

/** The place of the cells in the plot, whose height follows from it. */
function placed(plot: HTMLElement, rows: number, columns: number) {
  const [left, top] = [MARGIN.left * FONT, MARGIN.top * FONT];
  const room = Math.min(WIDEST, plot.clientWidth - left - MARGIN.right * FONT);
  const cell = Math.min(LARGEST_CELL, room / columns, HIGHEST / rows);
  const width = Math.min(room, Math.max(LEAST, cell * columns));
  const height = Math.max(LEAST, cell * rows);
  plot.style.blockSize = `${top + height + MARGIN.bottom * FONT}px`;
  return { left, top, width, height };
}

function axesOf({
  left,
  top,
  width,
  height,
  rows,
  columns,
}: ReturnType<typeof placed> & { rows: number; columns: number }) {
  const look = { fontSize: FONT, offset: 0.5 };
  return [
    axis({ side: "left", view: [0, rows], from: top, to: top + height, at: left, ...look }),
    axis({ side: "bottom", view: [0, columns], from: left, to: left + width, at: top + height, ...look }),
  ];
}

function coloured({ values, rows, columns }: Matrix, limit: number): ImageData {
  const palette = divergingPalette();
  const image = new ImageData(columns, rows);
  for (let at = 0; at < columns * rows; at++) {
    const value = values[at] as number;
    const entry = 4 * entryOf(value, limit);
    if (!Number.isNaN(value)) image.data.set(palette.subarray(entry, entry + 4), 4 * at);
  }
  return image;
}

import { divergingPalette } from "posenc/full";
import { axis } from "../../plot/axis.ts";
import { type CellPlace, cellBox, cellUnder, putAt } from "../../plot/box.ts";
import { type Attributes, html, svg } from "../../plot/dom.ts";
import { placeIn } from "../../plot/drag.ts";
import { formatFloat32, formatInteger, formatRough } from "../../plot/numbers.ts";
import { cellFrame, entryOf } from "../../plot/raster.ts";
import type { Message } from "./messages.ts";

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

function matrixPicture(matrix: Matrix): HTMLElement {
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

// The output of the reader's code as nodes of the page. Nothing is parsed as HTML.

/** Most numbers of an array that are written out. */
const WRITTEN = 12;

/** Most characters of a text that are written out. */
const LONGEST = 100_000;

/** Attributes of any element that are safe to take from strangers: no handlers, no styles, no addresses, no names. */
const COMMON = ["aria-label", "dir", "lang", "title"];

/** The node for a message; `undefined` if it shows nothing. */
export function nodeOf(message: Message): HTMLElement | undefined {
  switch (message.kind) {
    case "text":
      return element("pre", message.text);
    case "failed":
      return failure(message.text, message.line);
    case "array":
      return message.columns === undefined
        ? element("pre", inWords(message))
        : picture(message, message.columns);
    case "figure":
      return figure(message.figure, message.attributes);
    default:
      return undefined;
  }
}

function element(name: "pre" | "p", text: string): HTMLElement {
  const node = document.createElement(name);
  node.textContent = short(text);
  return node;
}

const short = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length} characters)` : text;

export function failure(text: string, line?: number): HTMLElement {
  const node = element("p", line ? `Line ${line}: ${text}` : text);
  node.className = "failure";
  return node;
}

/** A sentence of the page's own. */
export function note(text: string): HTMLElement {
  const node = element("p", text);
  node.className = "note";
  return node;
}

type ArrayMessage = Message & { kind: "array" };

function inWords({ type, length, values, label }: ArrayMessage): string {
  const first = Array.from({ length: Math.min(WRITTEN, values.length) }, (_, at) =>
    brief(values[at] as number),
  );
  const rest = length > first.length ? ", …" : "";
  return `${label ? `${label}: ` : ""}${type}(${length}) [${first.join(", ")}${rest}]`;
}

const brief = (value: number): string => String(Number(value.toPrecision(7)));

function picture({ values, label, length }: ArrayMessage, columns: number): HTMLElement {
  const rows = Math.floor(values.length / columns);
  if (rows === 0) return failure(`show: an array of ${length} has no row of ${columns} columns.`);
  return matrixPicture({ values, rows, columns, label: short(label) });
}

type Figure = CustomElementConstructor & { readonly observedAttributes: readonly string[] };

/** A figure with attributes that its own rules name, or a sentence on one that they do not name. */
function figure(name: string, attributes: readonly (readonly [string, string])[]): HTMLElement {
  const known = name.startsWith("pe-") ? (customElements.get(name) as Figure | undefined) : undefined;
  if (!known) return failure(`There is no figure "${name}".`);
  const allowed = [...known.observedAttributes, ...COMMON].sort();
  const strange = attributes.find(([attribute]) => !allowed.includes(attribute));
  if (strange)
    return failure(`${name} takes no attribute "${strange[0]}" here; it takes ${allowed.join(", ")}.`);
  const node = document.createElement(name);
  for (const [attribute, text] of attributes) node.setAttribute(attribute, text);
  return node;
}

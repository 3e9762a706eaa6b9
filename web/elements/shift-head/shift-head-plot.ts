import { type Box, cellUnder } from "../../plot/box.ts";
import { inkOpacity } from "../../plot/cells.ts";
import { outline, painted, stroke, svg, text, textMeasure } from "../../plot/dom.ts";
import { LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { fitted, label } from "../words/label.ts";
import type { Layer, ShiftHeadShown } from "./shift-head-shown.ts";

/** Weights as lines between words and as cells of a matrix. Weights of one shade are one path. */

const SHADES = 24;

/** Least weight with a line: more lines would be a haze. */
const LEAST = 0.02;

/** Thickness of a line of weight 1, CSS pixels; in low rows it is this share of the row's height. */
const THICK = 4;
const OF_ROW = 0.4;
const THIN = 0.5; // thickness of a line of weight 0, CSS pixels

const FAINTEST = 0.15; // opacity of a line

const step = (box: Box, words: number): number => box.height / Math.max(1, words);

/** From word s on the left to word t on the right, level at both ends. */
function linePath(box: Box, words: number, t: number, s: number): string {
  const height = step(box, words);
  const [y1, y2] = [box.top + (s + 0.5) * height, box.top + (t + 0.5) * height].map((y) => y.toFixed(2));
  const [x1, x2] = [box.left + 3, box.left + box.width - 3];
  const middle = ((x1 + x2) / 2).toFixed(2);
  return `M${x1.toFixed(2)} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2.toFixed(2)} ${y2}`;
}

function cellPath(box: Box, words: number, t: number, s: number): string {
  const [width, height] = [box.width / words, box.height / words];
  const [x, y] = [box.left + s * width, box.top + t * height];
  return `M${x.toFixed(2)} ${y.toFixed(2)}h${width.toFixed(2)}v${height.toFixed(2)}h${(-width).toFixed(2)}z`;
}

/** Lines: solid if they are meant, else dashed. */
function drawLines(box: Box, words: number, { weights, isMeant }: Layer): SVGGElement {
  const group = svg("g", { class: "lines" });
  const thick = Math.min(THICK, OF_ROW * step(box, words));
  for (const meant of [false, true]) {
    const isShown = (t: number, s: number, weight: number) => weight >= LEAST && isMeant(t, s) === meant;
    for (const [shade, path] of shaded(weights, words, isShown, (t, s) => linePath(box, words, t, s))) {
      const line = stroke(path, {
        width: THIN + (thick - THIN) * shade ** 2,
        opacity: Math.max(FAINTEST, shade ** 2),
        dash: meant ? undefined : "3 3",
      });
      group.append(meant ? painted(line, { stroke: "var(--_ink)" }) : line);
    }
  }
  return group;
}

/** Cells: the larger the weight, the more opaque. The cells that are meant have a frame. */
function drawCells(box: Box, words: number, { weights, isMeant }: Layer): SVGGElement {
  const group = svg("g", { class: "cells" }, outline(box, { opacity: 0.22 }));
  const path = (t: number, s: number) => cellPath(box, words, t, s);
  for (const [shade, d] of shaded(weights, words, (_, __, weight) => weight > 0, path)) {
    group.append(painted(svg("path", { d, "fill-opacity": shade }), { fill: "var(--_ink)" }));
  }
  const meant: string[] = [];
  for (let t = 0; t < words; t++) for (let s = 0; s <= t; s++) if (isMeant(t, s)) meant.push(path(t, s));
  group.append(stroke(meant.join(""), { opacity: 0.75, class: "meant" }));
  return group;
}

/** For each shade of opacity, one path of all pieces with it. */
function shaded(
  weights: Float32Array,
  words: number,
  isShown: (t: number, s: number, weight: number) => boolean,
  piece: (t: number, s: number) => string,
): [shade: number, path: string][] {
  const pieces = new Map<number, string[]>();
  for (const [index, weight] of weights.entries()) {
    const [t, s] = [Math.floor(index / words), index % words];
    const shade = Math.round(inkOpacity(Math.min(1, weight)) * SHADES) / SHADES;
    if (shade === 0 || !isShown(t, s, weight)) continue;
    const known = pieces.get(shade);
    if (known) known.push(piece(t, s));
    else pieces.set(shade, [piece(t, s)]);
  }
  return Array.from(pieces, ([shade, paths]) => [shade, paths.join("")]);
}

/** Places of words, lines and matrices. Matrices beside the lines have their rows at the last column of words. */

interface ShiftHeadLayout {
  /** CSS pixels. */
  readonly fontSize: number;
  /** For each layer, the lines from a column of words to the next. */
  readonly lines: readonly Box[];
  /** For each layer, a matrix of weights. */
  readonly matrices: readonly Box[];
  /** Room for a word, CSS pixels. */
  readonly label: number;
  /** Whether the matrices have words of their own to the left. */
  readonly own: boolean;
}

// In font sizes.
const BESIDE = 52; // least width with matrices beside the lines
const TITLE = 1.5;
const KEYS = 5.2; // words above the columns of a matrix
const FOOT = 1.7; // under the words
const GAP = 1.5;
const ROW = 4.2; // largest height of a row
const LABEL = { share: 0.13, least: 3.4, most: 7 }; // room for a word; its share is of the width

const SQUARE = 1.3; // largest ratio of a cell's width to its height

function layOut(
  size: { readonly width: number; readonly height: number },
  fontSize: number,
  { words, layers }: { readonly words: number; readonly layers: number },
): ShiftHeadLayout {
  const rows = Math.max(1, words);
  const beside = size.width >= BESIDE * fontSize;
  const label = Math.min(Math.max(LABEL.share * size.width, LABEL.least * fontSize), LABEL.most * fontSize);
  const head = (TITLE + KEYS) * fontSize;
  const foot = FOOT * fontSize;
  const spare = size.height - head - foot;
  const linesHeight = beside ? spare : (spare - TITLE * fontSize - foot) / 2;
  const heightOf = (room: number) => rows * Math.min(ROW * fontSize, Math.max(1, room / rows));
  const half = beside ? size.width / 2 : size.width;
  const top = beside ? head : TITLE * fontSize;
  const height = heightOf(linesHeight);
  const stretch = (half - (layers + 1) * label) / layers;
  const lines = Array.from({ length: layers }, (_, layer) => ({
    left: label + layer * (stretch + label),
    top,
    width: stretch,
    height,
  }));
  const room = beside
    ? { left: half + 0.5 * GAP * fontSize, top, width: half - 0.5 * GAP * fontSize, height }
    : {
        left: label,
        top: top + height + foot + head,
        width: size.width - label,
        height: heightOf(linesHeight),
      };
  const each = (room.width - (layers - 0.6) * GAP * fontSize) / layers;
  const width = Math.max(1, Math.min(each, SQUARE * room.height));
  const matrices = Array.from({ length: layers }, (_, layer) => ({
    ...room,
    left: room.left + layer * (width + GAP * fontSize),
    width,
  }));
  return { fontSize, lines, matrices, label, own: !beside };
}

/** The picture: columns of words with lines between them for the weights, and the weights as matrices. */

const ROOM = 1.15; // height of a line of text, font sizes

export class ShiftHeadPlot extends LayeredPlot implements Plot<ShiftHeadShown> {
  #measure = (content: string) => content.length;
  #layout: ShiftHeadLayout = { fontSize: 12, lines: [], matrices: [], label: 0, own: false };
  #words = 0;

  draw({ words, layers, foot }: ShiftHeadShown, size: Size): void {
    const fontSize = plotFontSize(this.element);
    this.#measure = textMeasure(this.element, fontSize);
    const layout = layOut(size, fontSize, { words: words.length, layers: layers.length });
    this.#layout = layout;
    this.#words = words.length;
    const labels = words.map(label);
    this.content.replaceChildren(
      ...layers.flatMap((layer, index) => [
        ...this.#linesOf(layer, index, labels),
        ...this.#matrixOf(layer, index, labels),
      ]),
      ...this.#columns(labels),
      ...this.#foot(foot),
    );
  }

  /** The cell at a place. The columns of the second layer follow the columns of the first. */
  cellAt(x: number, y: number): Cell | undefined {
    for (const [layer, box] of this.#layout.matrices.entries()) {
      const place = cellUnder({ ...box, rows: this.#words, columns: this.#words }, x, y);
      if (place) return { ...place, column: layer * this.#words + place.column };
    }
    return undefined;
  }

  /** Frames a cell and draws its line, or removes both. */
  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    if (!cell) return;
    const layer = Math.floor(cell.column / this.#words);
    const [lines, matrix] = [this.#layout.lines[layer], this.#layout.matrices[layer]];
    if (!lines || !matrix) return;
    const [t, s] = [cell.row, cell.column % this.#words];
    this.cursor.append(
      svg("path", { d: cellPath(matrix, this.#words, t, s), "stroke-width": 2.5 }),
      svg("path", { d: linePath(lines, this.#words, t, s), "stroke-width": 1.5 }),
    );
  }

  #linesOf(layer: Layer, index: number, labels: readonly string[]): SVGElement[] {
    const { fontSize, lines, label: room } = this.#layout;
    const box = lines[index] as Box;
    const [x, y] = [box.left - 0.8 * room, box.top - 0.6 * fontSize];
    return [text(layer.titles[0], x, y, "start", fontSize, QUIET), drawLines(box, labels.length, layer)];
  }

  /** A column of words to the left of each layer's lines, and one to the right of the last. */
  #columns(labels: readonly string[]): SVGElement[] {
    const { lines, label: room, fontSize } = this.#layout;
    const last = lines.at(-1) as Box;
    const lefts = [...lines.map(({ left }) => left - room / 2), last.left + last.width + room / 2];
    return lefts.flatMap((middle, column) => {
      const [x, anchor] =
        column === 0
          ? ([middle + room / 2, "end"] as const)
          : column === lines.length
            ? ([middle - room / 2, "start"] as const)
            : ([middle, "middle"] as const);
      return this.#shownRows(last, labels).map(([row, word, y]) =>
        text(fitted(word, room - 0.3 * fontSize, this.#measure), x, y, anchor, fontSize, { "data-row": row }),
      );
    });
  }

  #matrixOf(layer: Layer, index: number, labels: readonly string[]): SVGElement[] {
    const { fontSize, matrices, own, label: room } = this.#layout;
    const box = matrices[index] as Box;
    const titleY = box.top - 5.6 * fontSize;
    const title = text(layer.titles[1], box.left, titleY, "start", fontSize, QUIET);
    const air = 0.4 * fontSize;
    const rows = own && index === 0 ? this.#shownRows(box, labels) : [];
    return [
      title,
      drawCells(box, labels.length, layer),
      ...rows.map(([, word, y]) =>
        text(fitted(word, room - air, this.#measure), box.left - air, y, "end", fontSize),
      ),
      ...this.#keys(box, labels),
    ];
  }

  /** Words above the columns of a matrix, upright. */
  #keys(box: Box, labels: readonly string[]): SVGElement[] {
    const { fontSize } = this.#layout;
    const cell = box.width / Math.max(1, labels.length);
    const every = Math.ceil((ROOM * fontSize) / cell);
    return labels.flatMap((word, index) => {
      if (index % every !== 0) return [];
      const [x, y] = [box.left + (index + 0.5) * cell + 0.34 * fontSize, box.top - 0.4 * fontSize];
      const transform = `rotate(-90 ${x} ${y})`;
      return [text(fitted(word, 4.6 * fontSize, this.#measure), x, y, "start", fontSize, { transform })];
    });
  }

  #foot(content: string): SVGElement[] {
    const { lines, fontSize } = this.#layout;
    const last = lines.at(-1) as Box;
    const [x, y] = [last.left + last.width, last.top + last.height + 1.2 * fontSize];
    return content ? [text(content, x, y, "middle", fontSize, { "font-weight": 600, class: "foot" })] : [];
  }

  /** The words that have room under each other, with their baselines. */
  #shownRows(box: Box, labels: readonly string[]): (readonly [row: number, word: string, y: number])[] {
    const { fontSize } = this.#layout;
    const height = box.height / Math.max(1, labels.length);
    const every = Math.ceil((ROOM * fontSize) / height);
    return labels.flatMap((word, row) =>
      row % every === 0 ? [[row, word, box.top + (row + 0.5) * height + 0.34 * fontSize] as const] : [],
    );
  }
}

const QUIET = { "fill-opacity": 0.78 };

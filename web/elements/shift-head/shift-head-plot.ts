import { type Box, cellUnder } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { LayeredPlot } from "../../plot/layered-plot.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import type { Size } from "../../plot/size.ts";
import { text } from "../../plot/text.ts";
import { textMeasure } from "../../plot/text-measure.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Plot } from "../definition/definition.ts";
import { fitted, label } from "../words/label.ts";
import { layOut, type ShiftHeadLayout } from "./shift-head-layout.ts";
import { cellPath, drawCells, drawLines, type Layer, linePath } from "./shift-head-lines.ts";
import type { ShiftHeadShown } from "./shift-head-shown.ts";

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

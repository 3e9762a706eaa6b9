import { bytesOf, CellPainter, divergingColours, inkColours } from "../../plot/cells.ts";
import { html, svg } from "../../plot/dom.ts";
import type { Size } from "../figure/size.ts";
import { fitFlat, label } from "../words/label.ts";
import { Annotation } from "./attention-annotation.ts";
import type { Comparison, Sentences } from "./attention-comparison.ts";
import { colourKeys } from "./attention-keys.ts";
import { type Counts, layOut, type Panel, type Region } from "./attention-layout.ts";

/** A cell of one of the matrices. */
export interface Cell {
  readonly region: number;
  readonly row: number;
  readonly column: number;
}

/** What the picture shows. */
export interface Shown {
  readonly sentences: Sentences;
  /** Without positions, and with them. */
  readonly comparisons: readonly [Comparison, Comparison];
  readonly dModel: number;
  /** The head whose weights are drawn, from 0. */
  readonly head: number;
}

/** The picture of two sentences in attention: a canvas for the cells, SVG for words, lines and cursor. */
export class AttentionPlot {
  readonly canvas = html("canvas", { "aria-hidden": "true" });
  readonly drawing = svg("svg", { "aria-hidden": "true", class: "drawing" });
  readonly #ink = html("span", { class: "ink" }); // its computed colour is that of weights
  readonly element = html("div", { class: "plot", part: "plot" }, this.canvas, this.drawing, this.#ink);
  /** Largest |output| and largest weight of the picture: the ends of its colours. */
  limits = { outputs: 0, weights: 0 };

  readonly #palette: Uint8ClampedArray;
  readonly #painter = new CellPainter(this.canvas);
  readonly #content = svg("g");
  readonly #cursor = svg("g", { "data-transient": true, fill: "none" });
  readonly #pen = document.createElement("canvas").getContext("2d");
  #regions: readonly Region[] = [];

  /** @param palette - 256 colours for −1 … 1, RGBA bytes */
  constructor(palette: Uint8ClampedArray) {
    this.#palette = palette;
    this.drawing.append(this.#content, this.#cursor);
  }

  /** The matrices in the order of reading. */
  get regions(): readonly Region[] {
    return this.#regions;
  }

  draw(shown: Shown, size: Size): void {
    const style = getComputedStyle(this.element);
    const fontSize = Number.parseFloat(style.fontSize);
    const counts = countsOf(shown.sentences, shown.dModel);
    const panels = layOut(size.width, size.height, fontSize, counts);
    this.#regions = panels.flatMap((panel) => [...panel.outputs, ...panel.weights]);
    const ink = bytesOf(getComputedStyle(this.#ink).color);
    this.#fill(shown, size, ink);
    this.#annotate(panels, shown, {
      fontSize,
      fontFamily: style.fontFamily,
      ink,
      bottom: size.height,
      flat: counts.flat,
    });
  }

  /** Values of a matrix as they are drawn. */
  static values(region: Region, { comparisons, head }: Shown): Float32Array {
    const pass = comparisons[region.positions ? 1 : 0].passes[region.sentence];
    if (region.kind === "outputs") return pass.outputs;
    const entries = region.rows * region.columns;
    return pass.weights.subarray(head * entries, (head + 1) * entries);
  }

  #fill(shown: Shown, size: Size, ink: readonly number[]): void {
    const values = this.#regions.map((region) => AttentionPlot.values(region, shown));
    const limit = (kind: Region["kind"]) =>
      this.#regions.reduce((most, region, index) => {
        return region.kind === kind ? Math.max(most, largest(values[index] as Float32Array)) : most;
      }, 0);
    this.limits = { outputs: limit("outputs"), weights: limit("weights") };
    this.#painter.clear(size.deviceWidth, size.deviceHeight, size.deviceWidth / size.width);
    for (const [index, region] of this.#regions.entries()) {
      const entries = values[index] as Float32Array;
      const colours =
        region.kind === "outputs"
          ? divergingColours(entries, this.limits.outputs, this.#palette)
          : inkColours(entries, this.limits.weights, ink);
      this.#painter.paint(region.box, region.columns, colours);
    }
  }

  #annotate(panels: readonly Panel[], shown: Shown, { fontFamily, ...page }: Page): void {
    const { fontSize, flat } = page;
    if (this.#pen) this.#pen.font = `${fontSize}px ${fontFamily}`;
    const measure = (text: string) => this.#pen?.measureText(text).width ?? text.length * fontSize;
    const annotation = new Annotation({ fontSize, measure, flat });
    const keys = colourKeys({ ...this.limits, ...page, palette: this.#palette });
    const [first, second] = shown.sentences;
    const labels = [first.map(label), second.map(label)] as const;
    this.#content.replaceChildren(
      keys,
      ...panels.map((panel) => annotation.panel(panel, shown.comparisons[panel.positions ? 1 : 0], labels)),
    );
  }

  /** Frames a cell, or removes the frame. */
  point(cell: Cell | undefined): void {
    this.#cursor.replaceChildren();
    const region = cell && this.#regions[cell.region];
    if (!cell || !region) return;
    const { left, top, width, height } = region.box;
    const [w, h] = [width / region.columns, height / region.rows];
    const frame = { x: left + cell.column * w, y: top + cell.row * h, width: w, height: h };
    for (const [stroke, strokeWidth] of FRAME) {
      this.#cursor.append(svg("rect", { ...frame, stroke, "stroke-width": strokeWidth }));
    }
  }

  /** The cell at a place of the plot, CSS pixels from its corner. */
  cellAt(x: number, y: number): Cell | undefined {
    for (const [index, { box, rows, columns }] of this.#regions.entries()) {
      const column = Math.floor(((x - box.left) / box.width) * columns);
      const row = Math.floor(((y - box.top) / box.height) * rows);
      if (row >= 0 && row < rows && column >= 0 && column < columns) return { region: index, row, column };
    }
    return undefined;
  }
}

/** How a picture is written: font, colour of weights, direction of words, and its lower end in CSS pixels. */
interface Page {
  readonly ink: readonly number[];
  readonly flat: boolean;
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly bottom: number;
}

/** Dark on light: seen on every colour. */
const FRAME: readonly (readonly [stroke: string, width: number])[] = [
  ["#fff", 4],
  ["#000", 2],
];

/** What the layout needs to know of two sentences. */
export function countsOf(sentences: Sentences, dModel: number): Counts {
  const tokens = [sentences[0].length, sentences[1].length] as const;
  return { tokens, dModel, flat: sentences.every(fitFlat) };
}

function largest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

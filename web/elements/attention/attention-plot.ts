import { cellFrame } from "../../plot/cell-frame.ts";
import { bytesOf, CellPainter, divergingColours, inkColours } from "../../plot/cells.ts";
import { html, svg } from "../../plot/dom.ts";
import { type Part, Parts } from "../../plot/parts.ts";
import { textMeasure } from "../../plot/text-measure.ts";
import type { Size } from "../figure/size.ts";
import { fitFlat } from "../words/label.ts";
import { stageOf } from "../words/stage.ts";
import { Annotation, colourKeys, type KeyOptions } from "./attention-annotation.ts";
import type { Comparison, Sentences } from "./attention-comparison.ts";
import { type Counts, layOut, type Panel, type Region, type View } from "./attention-layout.ts";
import { drawLines, lineAt, linesOf, thickest } from "./attention-lines.ts";
import { largest } from "./attention-model.ts";

/** A cell of one of the regions; of weights, the row is the word that looks and the column the one it looks at. */
export interface Cell {
  readonly region: number;
  readonly row: number;
  readonly column: number;
}

/** What the picture shows. */
export interface Shown {
  readonly sentences: Sentences;
  /** Of the left encoding, and of the right one. */
  readonly comparisons: readonly [Comparison, Comparison];
  readonly dModel: number;
  readonly view: View;
  /** The head whose weights are drawn, from 0. */
  readonly head: number;
}

/** The picture of two sentences in attention: a canvas for cells and lines, SVG for words and cursor. */
export class AttentionPlot {
  readonly canvas = html("canvas", { "aria-hidden": "true" });
  readonly drawing = svg("svg", { "aria-hidden": "true", class: "drawing" });
  readonly #ink = html("span", { class: "ink" }); // its computed colour is that of weights
  readonly element = html("div", { class: "plot", part: "plot" }, this.canvas, this.drawing, this.#ink);

  readonly #palette: Uint8ClampedArray;
  readonly #painter = new CellPainter(this.canvas);
  readonly #content = new Parts();
  readonly #cursor = svg("g", { "data-transient": true, fill: "none" });
  #regions: readonly Region[] = [];
  #shown: Shown | undefined;

  /** @param palette - 256 colours for −1 … 1, RGBA bytes */
  constructor(palette: Uint8ClampedArray) {
    this.#palette = palette;
    this.drawing.append(this.#content.element, this.#cursor);
  }

  /** The blocks of numbers in the order of reading. */
  get regions(): readonly Region[] {
    return this.#regions;
  }

  draw(shown: Shown, size: Size): void {
    const stage = stageOf(this.element, size);
    const { fontSize } = stage;
    const style = getComputedStyle(this.element);
    const counts = countsOf(shown);
    const panels = layOut(stage, counts);
    this.#shown = shown;
    this.#regions = panels.flatMap((panel) => [...panel.outputs, ...panel.weights]);
    const ink = bytesOf(getComputedStyle(this.#ink).color);
    const [outputs, most] = this.#fill(shown, size, ink);
    const keys: KeyOptions = {
      outputs,
      weights: shown.view === "lines" ? { thickness: thickest(panels[0].weights) } : { most },
      ink,
      fontSize,
      bottom: size.height,
    };
    this.#content.show([
      { key: JSON.stringify(keys), make: () => colourKeys(keys, this.#palette) },
      ...this.#annotate(panels, shown, style, counts.flat),
    ]);
  }

  /** Values of a region as they are drawn. */
  static values(region: Region, { comparisons, head }: Shown): Float32Array {
    const pass = comparisons[region.side].passes[region.sentence];
    if (region.kind === "outputs") return pass.outputs;
    const entries = region.rows * region.columns;
    return pass.weights.subarray(head * entries, (head + 1) * entries);
  }

  /** @returns the largest |output| and the largest weight: the ends of the colours */
  #fill(shown: Shown, size: Size, ink: readonly number[]): readonly [outputs: number, weights: number] {
    const values = this.#regions.map((region) => AttentionPlot.values(region, shown));
    const limit = (kind: Region["kind"]) =>
      this.#regions.reduce((most, region, index) => {
        return region.kind === kind ? Math.max(most, largest(values[index] as Float32Array)) : most;
      }, 0);
    const [outputs, weights] = [limit("outputs"), limit("weights")];
    const scale = size.deviceWidth / size.width;
    this.#painter.clear(size.deviceWidth, size.deviceHeight, scale);
    const context = this.canvas.getContext("2d");
    for (const [index, region] of this.#regions.entries()) {
      const entries = values[index] as Float32Array;
      if (region.kind === "outputs") {
        this.#painter.paint(region.box, region.columns, divergingColours(entries, outputs, this.#palette));
      } else if (shown.view === "matrix") {
        this.#painter.paint(region.box, region.columns, inkColours(entries, weights, ink));
      } else if (context) drawLines(context, region, entries, { scale, ink });
    }
    return [outputs, weights];
  }

  #annotate(
    panels: readonly Panel[],
    { sentences, comparisons, view, head }: Shown,
    { fontSize: size, fontFamily }: CSSStyleDeclaration,
    flat: boolean,
  ): Part[] {
    const fontSize = Number.parseFloat(size);
    const measure = textMeasure(this.element, fontSize);
    const annotation = new Annotation({ fontSize, fontFamily, view, flat, head }, measure);
    return panels.flatMap((panel) => annotation.panel(panel, comparisons[panel.side], sentences));
  }

  /** Frames a cell, or lays the lines of its word over the others; nothing where there is no cell. */
  point(cell: Cell | undefined): void {
    this.#cursor.replaceChildren();
    const region = cell && this.#regions[cell.region];
    if (!cell || !region || !this.#shown) return;
    const { left, top, width, height } = region.box;
    const [w, h] = [width / region.columns, height / region.rows];
    if (region.kind === "outputs" || this.#shown.view === "matrix") {
      this.#cursor.append(
        ...cellFrame({ left: left + cell.column * w, top: top + cell.row * h, width: w, height: h }),
      );
      return;
    }
    const words = { width: region.label, height: h };
    this.#cursor.append(
      linesOf(region, AttentionPlot.values(region, this.#shown), cell.row),
      ...cellFrame({ ...words, left: left - region.label, top: top + cell.row * h }),
      ...cellFrame({ ...words, left: left + width, top: top + cell.column * h }),
    );
  }

  /** The cell at a place of the plot, CSS pixels from its corner. */
  cellAt(x: number, y: number): Cell | undefined {
    const shown = this.#shown;
    for (const [index, region] of this.#regions.entries()) {
      const { kind, box, rows, columns } = region;
      if (kind === "weights" && shown?.view === "lines") {
        const line = lineAt(region, AttentionPlot.values(region, shown), x, y);
        if (line) return { region: index, ...line };
        continue;
      }
      const column = Math.floor(((x - box.left) / box.width) * columns);
      const row = Math.floor(((y - box.top) / box.height) * rows);
      if (row >= 0 && row < rows && column >= 0 && column < columns) return { region: index, row, column };
    }
    return undefined;
  }
}

/** What the layout needs to know of a state. */
export function countsOf({ sentences, dModel, view }: Pick<Shown, "sentences" | "dModel" | "view">): Counts {
  const tokens = [sentences[0].length, sentences[1].length] as const;
  return { tokens, dModel, view, flat: sentences.every(fitFlat) };
}

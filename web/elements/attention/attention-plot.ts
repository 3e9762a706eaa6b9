import { cellBox, cellUnder } from "../../plot/box.ts";
import { cellFrame } from "../../plot/cell-frame.ts";
import { bytesOf, CellPainter, divergingColours, inkColours } from "../../plot/cells.ts";
import { html } from "../../plot/dom.ts";
import { type DrawingPart, DrawingParts } from "../../plot/drawing-parts.ts";
import { CanvasPlot } from "../../plot/layered-plot.ts";
import type { Size } from "../../plot/size.ts";
import { textMeasure } from "../../plot/text-measure.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette, Plot } from "../definition/definition.ts";
import { stageOf } from "../words/stage.ts";
import { Annotation, colourKeys, type KeyOptions } from "./attention-annotation.ts";
import { inside } from "./attention-keys.ts";
import { type AttentionPanel, layOut, type Region } from "./attention-layout.ts";
import { drawLines, lineAt, linesOf, thickest } from "./attention-lines.ts";
import { largest } from "./attention-model.ts";
import { type AttentionShown, countsOf } from "./attention-shown.ts";

/** The picture of two sentences in attention: a canvas for cells and lines, SVG for words and cursor. */
export class AttentionPlot extends CanvasPlot implements Plot<AttentionShown> {
  readonly #ink = html("span", { class: "ink" }); // has the colour of weights as its computed colour
  readonly #painter = new CellPainter(this.canvas);
  readonly #parts = new DrawingParts(this.content);
  #regions: readonly Region[] = [];
  #shown: AttentionShown | undefined;

  constructor() {
    super();
    this.element.append(this.#ink);
  }

  /** All regions, in the order of reading. */
  get regions(): readonly Region[] {
    return this.#regions;
  }

  draw(shown: AttentionShown, size: Size, palette: Palette): void {
    const stage = stageOf(this.element, size);
    const { fontSize } = stage;
    const style = getComputedStyle(this.element);
    const counts = countsOf(shown.sentences, shown.settings.dModel, shown.view);
    const panels = layOut(stage, counts);
    this.#shown = shown;
    this.#regions = panels.flatMap((panel) => [...panel.outputs, ...panel.weights]);
    const ink = bytesOf(getComputedStyle(this.#ink).color);
    const [outputs, most] = this.#fill(shown, size, ink, palette);
    const keys: KeyOptions = {
      outputs,
      weights: shown.view === "lines" ? { thickness: thickest(panels[0].weights) } : { most },
      ink,
      fontSize,
      bottom: size.height,
    };
    this.#parts.show([
      { key: JSON.stringify(keys), make: () => colourKeys(keys, palette) },
      ...this.#annotate(panels, shown, style, counts.flat),
    ]);
  }

  /** The drawn values of a region. */
  static values(region: Region, { comparisons, head }: AttentionShown): Float32Array {
    const pass = comparisons[region.side].passes[region.sentence];
    if (region.kind === "outputs") return pass.outputs;
    const entries = region.rows * region.columns;
    return pass.weights.subarray(head * entries, (head + 1) * entries);
  }

  /** @returns the largest |output| and the largest weight: the ends of the colours */
  #fill(
    shown: AttentionShown,
    size: Size,
    ink: readonly number[],
    palette: Palette,
  ): readonly [outputs: number, weights: number] {
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
        this.#painter.paint(region.box, region.columns, divergingColours(entries, outputs, palette));
      } else if (shown.view === "matrix") {
        this.#painter.paint(region.box, region.columns, inkColours(entries, weights, ink));
      } else if (context) drawLines(context, region, entries, { scale, ink });
    }
    return [outputs, weights];
  }

  #annotate(
    panels: readonly AttentionPanel[],
    { sentences, comparisons, view, head }: AttentionShown,
    { fontSize: size, fontFamily }: CSSStyleDeclaration,
    flat: boolean,
  ): DrawingPart[] {
    const fontSize = Number.parseFloat(size);
    const measure = textMeasure(this.element, fontSize);
    const annotation = new Annotation({ fontSize, fontFamily, view, flat, head }, measure);
    return panels.flatMap((panel) => annotation.panel(panel, comparisons[panel.side], sentences));
  }

  /** Frames a cell, or draws the lines of its word on top. Without a cell it removes both. */
  point(at: Cell | undefined): void {
    this.cursor.replaceChildren();
    const cell = at && inside(at, this.#regions);
    const region = cell && this.#regions[cell.region ?? 0];
    if (!cell || !region || !this.#shown) return;
    if (region.kind === "outputs" || this.#shown.view === "matrix") {
      this.cursor.append(...cellFrame(cellBox({ ...region, ...region.box }, cell)));
      return;
    }
    const { left, top, width, height } = region.box;
    const row = height / region.rows;
    const word = { width: region.label, height: row };
    this.cursor.append(
      linesOf(region, AttentionPlot.values(region, this.#shown), cell.row),
      ...cellFrame({ ...word, left: left - region.label, top: top + cell.column * row }),
      ...cellFrame({ ...word, left: left + width, top: top + cell.row * row }),
    );
  }

  /** The cell at a place of the plot, CSS pixels from its corner. */
  cellAt(x: number, y: number): Cell | undefined {
    const shown = this.#shown;
    for (const [index, region] of this.#regions.entries()) {
      const isLines = region.kind === "weights" && shown?.view === "lines";
      const place = isLines
        ? lineAt(region, AttentionPlot.values(region, shown), x, y)
        : cellUnder({ ...region, ...region.box }, x, y);
      if (place) return { region: index, ...place };
    }
    return undefined;
  }
}

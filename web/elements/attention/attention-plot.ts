import { type CellPlace, cellBox, cellUnder } from "../../plot/box.ts";
import { bytesOf, CellPainter, divergingColours, inkColours } from "../../plot/cells.ts";
import { html, svg, textMeasure } from "../../plot/dom.ts";
import { CanvasPlot, type DrawingPart, DrawingParts, type Size } from "../../plot/layered-plot.ts";
import { cellFrame } from "../../plot/raster.ts";
import {
  type Cell,
  inside as insideGrid,
  cellAfter as nextCell,
  type Palette,
  type Plot,
} from "../definition/definition.ts";
import { Annotation, colourKeys, type KeyOptions } from "./attention-annotation.ts";
import { type AttentionPanel, layOut, type Region, stageOf } from "./attention-layout.ts";
import { largest } from "./attention-model.ts";
import { type AttentionShown, countsOf } from "./attention-shown.ts";

// Cells of the regions by keys. In a matrix of weights the row is the query's word, the column the key's.

/** The cell after a key is pressed; undefined if the key moves no cursor. */
export function cellAfter(key: string, cell: Cell, regions: readonly Region[]): Cell | undefined {
  const { region = 0 } = cell;
  if (key === "PageUp") return inside({ ...cell, region: Math.max(region - 1, 0) }, regions);
  if (key === "PageDown")
    return inside({ ...cell, region: Math.min(region + 1, regions.length - 1) }, regions);
  const next = nextCell(key, cell, regions[region] as Region);
  return next && inside({ ...next, region }, regions);
}

/** The nearest cell that exists; undefined if a sentence has no word. */
export function inside(cell: Cell, regions: readonly Region[]): Cell | undefined {
  const region = regions[cell.region ?? 0];
  return region && region.rows > 0 ? insideGrid({ region: 0, ...cell }, region) : undefined;
}

/**
 * Weights as lines from the words that are attended to, on the left, to the word that attends, on the right: the way a value
 * goes, as in all figures. The thickness is the weight. A line is a cubic curve, horizontal at both ends, with its two inner
 * points half way across.
 */

/** Thickness of a weight of 1, in heights of a row: the lines of one word have this thickness together. */
const WHOLE = 0.7;

/** Thicknesses are multiples of this number of device pixels, so that all lines of one thickness are one stroke. */
const STEP = 1 / 4;

/** With more words, thousands of lines would be illegible and take longer than a frame. */
const FEW = 16;

/** With many words, only this number of thickest lines of each word is drawn. */
export const MOST = 3;

/** Whether only the thickest lines of each word are drawn; a word under the pointer has all its lines. */
export const areThinned = (rows: number): boolean => rows > FEW;

/** Lines that cross stay visible. */
const OPACITY = 0.5;

const step = ({ box, rows }: Region): number => box.height / Math.max(1, rows);

/** Thickness of a weight of 1, CSS pixels: the same in all regions of a picture. */
const thickest = (regions: readonly Region[]): number =>
  Math.max(...regions.map((region) => WHOLE * step(region)));

/** The lines of a region on a canvas. */
function drawLines(
  context: CanvasRenderingContext2D,
  region: Region,
  weights: Float32Array,
  { scale, ink }: { scale: number; ink: readonly number[] },
): void {
  const { left, top, width } = region.box;
  const height = step(region);
  const [x1, x2] = [left * scale, (left + width) * scale];
  const y = (word: number) => (top + (word + 0.5) * height) * scale;
  const strokes = new Map<number, Path2D>();
  for (let row = 0; row < region.rows; row++) {
    const ofWord = weights.subarray(row * region.columns, (row + 1) * region.columns);
    const least = areThinned(region.rows) ? (Float32Array.from(ofWord).sort().at(-MOST) ?? 0) : 0;
    let wanted = areThinned(region.rows) ? MOST : region.columns;
    for (let column = 0; column < region.columns && wanted > 0; column++) {
      const weight = ofWord[column] as number;
      const thickness = Math.round((weight * WHOLE * height * scale) / STEP);
      if (weight < least || thickness === 0) continue;
      const path = strokes.get(thickness) ?? new Path2D();
      path.moveTo(x1, y(column));
      path.bezierCurveTo((x1 + x2) / 2, y(column), (x1 + x2) / 2, y(row), x2, y(row));
      strokes.set(thickness, path);
      wanted -= 1;
    }
  }
  context.strokeStyle = `rgb(${ink.join(" ")} / ${OPACITY})`;
  for (const [thickness, path] of strokes) {
    context.lineWidth = thickness * STEP;
    context.stroke(path);
  }
}

/** The lines of one word, to be drawn on top. */
function linesOf(region: Region, weights: Float32Array, row: number): SVGGElement {
  const { left, top, width } = region.box;
  const height = step(region);
  const group = svg("g", { stroke: "currentColor", fill: "none" });
  const [x1, x2, y2] = [left, left + width, top + (row + 0.5) * height];
  const middle = (x1 + x2) / 2;
  for (let column = 0; column < region.columns; column++) {
    const weight = weights[row * region.columns + column] as number;
    const y1 = top + (column + 0.5) * height;
    group.append(
      svg("path", {
        d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
        "stroke-width": weight * WHOLE * height,
      }),
    );
  }
  return group;
}

/** The thickest line within half a row of a place. The words at both ends count as parts of lines. */
function lineAt(region: Region, weights: Float32Array, x: number, y: number): CellPlace | undefined {
  const { left, top, width, height } = region.box;
  if (x < left - region.label || x > left + width + region.label || y < top || y >= top + height)
    return undefined;
  const share = rise(Math.min(Math.max((x - left) / width, 0), 1));
  const place = (y - top) / step(region) - 0.5;
  let found: CellPlace | undefined;
  let most = -1;
  for (const [index, weight] of weights.entries()) {
    const [row, column] = [Math.floor(index / region.columns), index % region.columns];
    if (weight <= most || Math.abs(column + (row - column) * share - place) > 0.5) continue;
    [found, most] = [{ row, column }, weight];
  }
  return found;
}

/** The share of a line's way down at a share of its way across: on the curve x = 3t/2 − 3t²/2 + t³, y = 3t² − 2t³. */
function rise(across: number): number {
  let t = across;
  for (let step = 0; step < 8; step++) t -= (t * (1.5 - t * (1.5 - t)) - across) / (1.5 - t * (3 - 3 * t)); // Newton
  return t * t * (3 - 2 * t);
}

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

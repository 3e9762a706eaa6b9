import type { CellPlace } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import type { Region } from "./attention-layout.ts";

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
export const thickest = (regions: readonly Region[]): number =>
  Math.max(...regions.map((region) => WHOLE * step(region)));

/** The lines of a region on a canvas. */
export function drawLines(
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
export function linesOf(region: Region, weights: Float32Array, row: number): SVGGElement {
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
export function lineAt(region: Region, weights: Float32Array, x: number, y: number): CellPlace | undefined {
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

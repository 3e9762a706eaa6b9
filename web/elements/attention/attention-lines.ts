import { svg } from "../../plot/dom.ts";
import type { Region } from "./attention-layout.ts";

/**
 * Weights as lines: from each word on the left to the words it looks at, as thick as the weight. A line leaves and
 * arrives level, a cubic whose two inner points stand half way across.
 */

/** A weight of 1, in heights of a row: all lines of one word together are as thick. */
const WHOLE = 0.7;

/** Thicknesses differ by whole steps of so many device pixels, so that lines of one thickness are one stroke. */
const STEP = 1 / 4;

/** Among more words than this, thousands of lines would be a haze that takes longer than a frame to draw. */
const FEW = 16;

/** So many lines of a word are drawn among many words: the thickest. */
export const MOST = 3;

/** Whether only the thickest lines of each word are drawn, until it is pointed at. */
export const areThinned = (rows: number): boolean => rows > FEW;

/** Lines cross: under each other they stay visible. */
const OPACITY = 0.5;

const step = ({ box, rows }: Region): number => box.height / Math.max(1, rows);

/** How thick a weight of 1 is, in CSS pixels; alike in regions of one picture. */
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
      path.moveTo(x1, y(row));
      path.bezierCurveTo((x1 + x2) / 2, y(row), (x1 + x2) / 2, y(column), x2, y(column));
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

/** The lines of one word, to be laid over the others. */
export function linesOf(region: Region, weights: Float32Array, row: number): SVGGElement {
  const { left, top, width } = region.box;
  const height = step(region);
  const group = svg("g", { stroke: "currentColor", fill: "none" });
  const [x1, x2, y1] = [left, left + width, top + (row + 0.5) * height];
  const middle = (x1 + x2) / 2;
  for (let column = 0; column < region.columns; column++) {
    const weight = weights[row * region.columns + column] as number;
    const y2 = top + (column + 0.5) * height;
    group.append(
      svg("path", {
        d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
        "stroke-width": weight * WHOLE * height,
      }),
    );
  }
  return group;
}

/** The line at a place: of those within half a row of it the thickest. The words on both sides belong to it. */
export function lineAt(
  region: Region,
  weights: Float32Array,
  x: number,
  y: number,
): { row: number; column: number } | undefined {
  const { left, top, width, height } = region.box;
  if (x < left - region.label || x > left + width + region.label || y < top || y >= top + height)
    return undefined;
  const share = rise(Math.min(Math.max((x - left) / width, 0), 1));
  const place = (y - top) / step(region) - 0.5;
  let found: { row: number; column: number } | undefined;
  let most = -1;
  for (const [index, weight] of weights.entries()) {
    const [row, column] = [Math.floor(index / region.columns), index % region.columns];
    if (weight <= most || Math.abs(row + (column - row) * share - place) > 0.5) continue;
    [found, most] = [{ row, column }, weight];
  }
  return found;
}

/** How far a line has come down where it has come so far across: of the cubic, x = 3t/2 − 3t²/2 + t³ and y = 3t² − 2t³. */
function rise(across: number): number {
  let t = across;
  for (let step = 0; step < 8; step++) t -= (t * (1.5 - t * (1.5 - t)) - across) / (1.5 - t * (3 - 3 * t)); // Newton
  return t * t * (3 - 2 * t);
}

import type { Box } from "../../plot/box.ts";
import { inkOpacity } from "../../plot/cells.ts";
import { svg } from "../../plot/dom.ts";
import { outline, painted, stroke } from "../../plot/stroke.ts";

/** Weights as lines between words and as cells of a matrix. Weights of one shade are one path. */

export interface Layer {
  /** The titles of the lines and of the matrix. */
  readonly titles: readonly [lines: string, matrix: string];
  /** (words, words). */
  readonly weights: Float32Array;
  /** Whether word t is meant to look at word s. */
  readonly isMeant: (t: number, s: number) => boolean;
}

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
export function linePath(box: Box, words: number, t: number, s: number): string {
  const height = step(box, words);
  const [y1, y2] = [box.top + (s + 0.5) * height, box.top + (t + 0.5) * height].map((y) => y.toFixed(2));
  const [x1, x2] = [box.left + 3, box.left + box.width - 3];
  const middle = ((x1 + x2) / 2).toFixed(2);
  return `M${x1.toFixed(2)} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2.toFixed(2)} ${y2}`;
}

export function cellPath(box: Box, words: number, t: number, s: number): string {
  const [width, height] = [box.width / words, box.height / words];
  const [x, y] = [box.left + s * width, box.top + t * height];
  return `M${x.toFixed(2)} ${y.toFixed(2)}h${width.toFixed(2)}v${height.toFixed(2)}h${(-width).toFixed(2)}z`;
}

/** Lines: solid if they are meant, else dashed. */
export function drawLines(box: Box, words: number, { weights, isMeant }: Layer): SVGGElement {
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
export function drawCells(box: Box, words: number, { weights, isMeant }: Layer): SVGGElement {
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

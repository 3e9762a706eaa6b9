import { type Point, painted, pointText, stroke } from "./dom.ts";

/** Marks of several series in one plot: each series has its own shape and colour. */

/** Shapes that can be told apart even if they overlap: circle, cross, square, plus, triangle. */
const OUTLINES: readonly ((radius: number) => string)[] = [
  (r) => `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  (r) => `m${-r} ${-r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`,
  (r) => `m${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  (r) => `m${-1.3 * r} 0h${2.6 * r}m${-1.3 * r} ${-1.3 * r}v${2.6 * r}`,
  (r) => `m0 ${-1.3 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`,
];

/** Degrees of hue, one for each shape. */
const HUES = [255, 40, 150, 310, 90] as const;

/** The largest number of series. */
export const SERIES = OUTLINES.length;

const RADIUS = 3.5; // CSS pixels

/** The marks of a series as one path. */
export function glyphs(series: number, points: readonly Point[], radius: number = RADIUS): SVGPathElement {
  const outline = OUTLINES[series]?.(radius);
  const d = points.map((point) => `M${pointText(point)}${outline}`).join("");
  return painted(stroke(d, { width: 1.75, "data-series": series }), { stroke: seriesColour(series) });
}

/** A CSS colour with a lightness that follows the text around it. */
export function seriesColour(series: number): string {
  return `oklch(from currentColor calc(0.5 + l * 0.27) 0.15 ${HUES[series]})`;
}

// The looks of a dimension in every figure: a hue, and a dash that tells neighbours apart without colour.

/** Degrees between neighbours; the golden angle keeps any few consecutive hues far apart. */
const GOLDEN_ANGLE = 137.508;
const FIRST_HUE = 30;

/** Dashes in line widths, by dimension modulo 4; none is a plain line. */
const DASHES = ["none", "4 2", "1 1.6", "6 1.6 1 1.6"] as const;

/** A CSS colour with a lightness that follows the text around it; `currentColor` must be the text's. */
export function dimensionColour(dimension: number): string {
  const hue = (FIRST_HUE + dimension * GOLDEN_ANGLE) % 360;
  return `oklch(from currentColor calc(0.5 + l * 0.27) 0.15 ${hue.toFixed(1)})`;
}

/** The `stroke-dasharray` of a line of this width. */
export function dimensionDash(dimension: number, width: number): string {
  const dash = DASHES[dimension % DASHES.length] as string;
  return dash === "none"
    ? dash
    : dash
        .split(" ")
        .map((part) => Number(part) * width)
        .join(" ");
}

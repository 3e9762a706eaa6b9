/** The looks of a dimension in every figure: a hue, and a dash that tells neighbours apart without colour. */

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

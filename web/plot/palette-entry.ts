/** Palettes of 256 colours, RGBA bytes: entry k is for shares of a limit from k/128 − 1 to (k + 1)/128 − 1. */

/** The entry of a value. Values below −limit get the first colour, values above the limit the last one. */
export const entryOf = (value: number, limit = 1): number =>
  Math.min(Math.max(Math.floor((value / (limit || 1) + 1) * 128), 0), 255);

/** The colour of a value, for CSS and SVG. */
export function cssColour(palette: Uint8ClampedArray, value: number, limit = 1): string {
  const entry = 4 * entryOf(value, limit);
  return `rgb(${palette.subarray(entry, entry + 3).join(" ")})`;
}

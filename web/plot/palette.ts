/** Palettes of 256 colours, RGBA bytes: entry k is for values from k/128 − 1 to (k + 1)/128 − 1, in shares of a limit. */

/** The entry for a value; those beyond −limit and limit get the colours of the ends. */
export const entryOf = (value: number, limit = 1): number =>
  Math.min(Math.max(Math.floor((value / (limit || 1) + 1) * 128), 0), 255);

/** The colour of a value, as CSS and SVG have it. */
export function cssColour(palette: Uint8ClampedArray, value: number, limit = 1): string {
  const entry = 4 * entryOf(value, limit);
  return `rgb(${palette.subarray(entry, entry + 3).join(" ")})`;
}

/** A matrix as a heat map: one pixel a value, in the figures' palette. */
import { pngAddress } from "./png.mjs";

/**
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 * @typedef {{ values: ArrayLike<number>, columns: number, limit: number, palette: Uint8ClampedArray }} Matrix
 *   values (rows, columns), row-major; those of −limit and limit have the ends of the palette of 256 colours
 */

/** @param {Matrix} matrix @param {Box} box @returns {string} an SVG image */
export function raster({ values, columns, limit, palette }, { left, top, width, height }) {
  const pixels = Array.from(values, (value) => colourOf(value / limit));
  const address = pngAddress({ width: columns, height: pixels.length / columns }, pixels, palette);
  return `<image x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="none" image-rendering="pixelated" style="image-rendering:pixelated" href="${address}"/>`;
}

/** @param {number} share from −1 to 1 */
const colourOf = (share) => Math.min(Math.max(Math.floor((share + 1) * 128), 0), 255);

/** The picture of a matrix: a table that is added to words, or a bias on scores. */
import { BOX, card, keyText } from "./card.mjs";
import { raster } from "./raster.mjs";

const KEY = { left: 56, top: 297, width: 96, height: 12 };
const STEPS = 24; // of the key

/**
 * @typedef {import("./card.mjs").Axis} Axis
 * @typedef {{ about: string, values: ArrayLike<number>, columns: number, range: readonly [number, number],
 *   x: Axis, y: Axis }} Heatmap values (rows, columns), row-major, from one end of the range to the other
 */

/**
 * @param {string} title
 * @param {Uint8ClampedArray} palette
 * @param {Heatmap} heatmap
 * @returns {string} an SVG file
 */
export function heatmapPicture(title, palette, { about, values, columns, range, x, y }) {
  const limit = Math.max(...range.map(Math.abs));
  const plot = raster({ values, columns, limit, palette }, BOX);
  return card({ title, about, x, y, plot, key: colourKey(range, limit, palette) });
}

/**
 * An axis of `count` cells. Every fourth, eighth … of them has a number.
 * @param {string} label
 * @param {number} count
 * @returns {Axis}
 */
export function indexAxis(label, count) {
  const step = [4, 8, 16, 32].find((step) => count / step <= 5) ?? 64;
  const ticks = Array.from({ length: Math.ceil(count / step) }, (_, n) => ({
    at: (n * step + 0.5) / count,
    text: String(n * step),
  }));
  return { label, ticks };
}

/** @param {readonly [number, number]} range @param {number} limit @param {Uint8ClampedArray} palette */
function colourKey([from, to], limit, palette) {
  const values = Array.from({ length: STEPS }, (_, k) => from + ((k + 0.5) / STEPS) * (to - from));
  const end = (/** @type {number} */ value) => String(Number(value.toPrecision(3))).replace("-", "−");
  return `${raster({ values, columns: STEPS, limit, palette }, KEY)}
${keyText(KEY.left - 6, end(from), "end")}${keyText(KEY.left + KEY.width + 6, end(to))}`;
}

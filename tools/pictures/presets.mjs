/** The picture of each preset. */
import { bucketPicture, slopePicture } from "./biases.mjs";
import { cellsPicture, pointsPicture, rowsPicture } from "./tables.mjs";
import { rotaryPicture } from "./wavelengths.mjs";

/**
 * @typedef {import("../build/built-package.mjs").Package} Package
 * @typedef {import("../build/built-package.mjs").Posenc} Posenc
 * @typedef {{ title: string, pe: Posenc, palette: Uint8ClampedArray }} Drawing
 */

/** Values for the fields that presets leave open; currentLength is a text that the long factors of Phi-3 are for. */
const FILLINGS = { dModel: 48, octaves: 10, dimensions: 1, currentLength: 131_072 };

/**
 * The picture of a preset as SVG; undefined for a learned table, which only training fills.
 *
 * @param {keyof Package["presets"]} name
 * @param {Package} posenc
 * @param {Posenc} pe
 * @returns {string | undefined}
 */
export function presetPicture(name, { presets, checkSpec, divergingPalette }, pe) {
  const { title, spec: known, open } = presets[name];
  /** @type {Record<string, unknown>} */
  const given = { preset: name };
  for (const [field, value] of Object.entries(FILLINGS))
    if (/** @type {readonly string[]} */ (open).includes(field)) given[field] = value;
  if (known.method === "grid") given.shape = "axes" in known && known.axes.length === 3 ? [4, 4, 4] : [8, 8];
  const spec = checkSpec(/** @type {never} */ (given));
  const drawing = { title, pe, palette: divergingPalette() };
  switch (spec.method) {
    case "sinusoidal":
    case "sine":
      return rowsPicture(drawing, spec, title.includes("timesteps") ? "timestep" : "position");
    case "fourier":
      return pointsPicture(drawing, spec);
    case "grid":
      return cellsPicture(drawing, spec);
    case "rope":
      return rotaryPicture(drawing, spec);
    case "alibi":
      return slopePicture(drawing, spec, name === "bloom" ? 112 : 32); // of the largest model, as the preset's source says
    case "t5":
      return bucketPicture(drawing, spec);
    default:
      return undefined;
  }
}

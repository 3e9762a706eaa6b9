/** A spec's table in the numbers of the proof: its own way from the fields to frequencies and places. */
import { Failure } from "../../tools/process.mjs";

/** @typedef {import("posenc/spec").ResolvedSpec<"sinusoidal">} Sinusoidal */

/**
 * @param {string} text of a spec, as in links
 * @returns {Promise<{ text: string, numbers: ReturnType<typeof numbersOf> }>}
 * @throws {Failure} if the spec has no table of correctly rounded sines and cosines
 */
export async function tableOf(text) {
  const { formatSpec, parseSpec } = await import("posenc/spec");
  const { spec, notes } = parseSpec(text);
  if (notes.length > 0) throw new Failure(`"${text}": ${notes.join("; ")}`);
  const refusal = refusalOf(spec);
  if (refusal !== undefined) throw new Failure(`"${text}" cannot be proved: ${refusal}`);
  return { text: formatSpec(spec), numbers: numbersOf(/** @type {Sinusoidal} */ (spec)) };
}

/**
 * The start is no part of the table, which has all positions; the row of a padding index is cleared after the kernel.
 * @param {import("posenc/spec").ResolvedSpec} spec @returns {string | undefined}
 */
function refusalOf(spec) {
  if (spec.method !== "sinusoidal") return "its method must be sinusoidal";
  if (spec.precision !== "exact") return 'its precision must be "exact"';
  if (spec.outputScale !== 1) return "its outputScale must be 1";
  return spec.base >= 1 ? undefined : "its base must be 1 or more";
}

/**
 * Frequencies scale · base^(−i · numerator / denominator), and the places of their sines and cosines.
 * @param {Sinusoidal} spec
 */
function numbersOf({ dModel, base, scale, layout, shift, divisor, oddWidth }) {
  const pairs = oddWidth === "zero" ? Math.floor(dModel / 2) : Math.ceil(dModel / 2);
  const { sine, cosine, step } = {
    interleaved: { sine: 0, cosine: 1, step: 2 },
    halves: { sine: 0, cosine: pairs, step: 1 },
    "flipped-halves": { sine: pairs, cosine: 0, step: 1 },
  }[layout];
  const fitting = (/** @type {number} */ first) =>
    Array.from({ length: pairs }, (_, i) => first + i * step).filter((channel) => channel < dModel).length;
  return {
    pairs,
    base,
    numerator: 2,
    denominator: (divisor === "pairs" ? 2 * pairs : dModel) - 2 * shift,
    scale,
    sines: fitting(sine),
    cosines: fitting(cosine),
    sine,
    cosine,
    step,
    row: dModel,
  };
}

import type { Posenc } from "../../src/entries/encodings.ts";

/** One pair that rotates by one radian per position: the product of two rows is the cosine of their offset. */
const CIRCLE = { method: "sinusoidal", dModel: 2 } as const;

/**
 * Sines and cosines of angles in radians, in double precision. They have the same bits in every JavaScript engine, unlike
 * `Math.sin` and `Math.cos`.
 */
export const sincos = (pe: Posenc, angles: Float64Array) => ({
  sines: pe.similarity(CIRCLE, { offsets: angles.map((angle) => angle - Math.PI / 2) }),
  cosines: pe.similarity(CIRCLE, { offsets: angles }),
});

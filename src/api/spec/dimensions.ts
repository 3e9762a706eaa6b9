/** Rules of fields that several methods share. */
import { type Conflict, list, number, wordOr } from "./rules.ts";

/** Beyond 2^53 not every integer is a double. */
export const farthest = 2 ** 53;
const widest = 65536;

/** Channels of an embedding. */
export const width = number({ from: 1, to: widest, integer: true, usual: 512 });

/** Channels of an embedding, which go in pairs. */
export const pairedWidth = number({ from: 2, to: widest, integer: true, even: true, usual: 512 });

/** Channels of an embedding; odd ones need a rule. */
export const ruledWidth = number({
  from: 2,
  to: widest,
  integer: true,
  usual: 512,
  expected: `an even integer from 2 to ${widest}`,
});

/** The slowest pair's period is about 2π · base positions. */
export const base = number({ from: 1e-9, to: 1e300, default: 10000 });

/** Position of the first row; fractions and negative ones are legal, too. */
export const position = number({ from: -farthest, to: farthest, default: 0 });

/** Tokens: of a sequence, or of those that a model was trained with. */
export const tokens = { from: 1, to: farthest, integer: true } as const;

/**
 * Order of sines and cosines: sin, cos, sin, cos, … as in the paper; sin ‖ cos; cos ‖ sin.
 *
 * @example
 * pe.encode({ method: "sinusoidal", dModel: 4, layout: "halves" }, { positions: [1] }); // Float32Array [0.84147096, 0.009999833, 0.5403023, 0.99995]
 * @example
 * pe.encode({ method: "sinusoidal", dModel: 4, layout: "flipped-halves" }, { positions: [1] }); // Float32Array [0.5403023, 0.99995, 0.84147096, 0.009999833]
 */
export const layout = wordOr("interleaved", "halves", "flipped-halves");

/**
 * `exact`: the nearest float to the exact value. `float32`: the common recipe, where frequency, phase and entry are each
 * rounded to float, and the frequency is 1 / base^e; `float32-logarithmic`: the same with e^(−e ln base);
 * `float32-cast`: with the float nearest to the exact frequency. Frequencies that a rule scales are always cast.
 *
 * @example
 * pe.encode({ method: "sinusoidal", dModel: 8, precision: "float32" }, { positions: [44999] })[2]; // 0.9083085, the sine of a phase rounded to 4499.8999
 * @example
 * pe.encode({ method: "sinusoidal", dModel: 8 }, { positions: [44999] })[2]; // 0.90834934, the sine of 4499.9
 */
export const precision = wordOr("exact", "float32", "float32-logarithmic", "float32-cast");

/** Beyond, the recipe's powers would leave the floats. */
const float32Base = 2 ** 31;

export function baseInFloat32(spec: { base: number; precision: string }): Conflict | undefined {
  if (spec.precision === "exact" || (spec.base >= 1 / float32Base && spec.base <= float32Base))
    return undefined;
  const expected = `from 2^-31 to 2^31 where precision is "${spec.precision}"`;
  return { param: "base", value: spec.base, expected, instead: 10000 };
}

/** Sizes along two or three axes, slowest first: rows, columns. */
export const shape = list({
  each: { from: 1, to: 32768, integer: true },
  least: 2,
  most: 3,
  usual: [14, 14],
});

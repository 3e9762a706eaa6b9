/**
 * Rules of fields that several methods share. The meaning of a field stands above it in each method. Rules that the light
 * entry does not use are marked as pure, so that its bundle leaves them out.
 */
import { type Conflict, list, number, wordOr } from "./rules.ts";

/** Beyond 2^53 not every integer is a double. */
export const farthest = 9007199254740992; // 2^53, as a literal: esbuild keeps a power, and the rules that have it
export const farthestBack = -9007199254740992;
const widest = 65536;

/** Channels of an embedding. */
export const width = number({ from: 1, to: widest, integer: true, usual: 512 });

/** Channels that all hold the same number. */
export const equalChannels = /* @__PURE__ */ number({ from: 1, to: widest, integer: true, default: 1 });

/** Channels of an embedding that has pairs. */
export const pairedWidth = /* @__PURE__ */ number({
  from: 2,
  to: widest,
  integer: true,
  even: true,
  usual: 512,
});

/** Channels of an embedding; odd ones need a rule. */
export const ruledWidth = number({
  from: 2,
  to: widest,
  integer: true,
  usual: 512,
  expected: "an even integer from 2 to 65536",
});

/** The slowest pair's period is about 2π · base positions. */
export const base = number({ from: 1e-9, to: 1e300, default: 10000 });

/** Position of the first row; fractions and negative numbers are allowed. */
export const position = number({ from: farthestBack, to: farthest, default: 0 });

/** Number of tokens of a sequence, such as one that a model was trained with. */
export const tokens = { from: 1, to: farthest, integer: true } as const;

export const layout = wordOr("interleaved", "halves", "flipped-halves");

export const precision = wordOr("exact", "float32", "float32-logarithmic", "float32-cast");

/** With larger bases, powers of the float32 recipe could exceed the range of floats. */
const float32Base = 2 ** 31;

export function baseInFloat32(spec: { base: number; precision: string }): Conflict | undefined {
  if (spec.precision === "exact" || spec.base <= float32Base) return undefined;
  const expected = `at most 2^31 if precision is "${spec.precision}"`;
  return { param: "base", value: spec.base, expected, instead: 10000 };
}

/** Sizes along two or three axes, slowest first: rows, columns. */
export const shape = /* @__PURE__ */ list({
  each: { from: 1, to: 32768, integer: true },
  least: 2,
  most: 3,
  usual: [14, 14],
});

/** The channels of a head that rotary encodings rotate, pair by pair. */
import { base } from "../spec/dimensions.ts";
import { type Conflict, number, type Resolved, word } from "../spec/rules.ts";

export const headFields = {
  /** Channels of a head. */
  headDim: number({ from: 2, to: 65536, integer: true, even: true, usual: 64 }),
  /**
   * Number of channels that are rotated, from the first on: an even number. The others stay as they are.
   *
   * @example
   * pe.rotate(Float32Array.of(1, 0, 3, 4), { heads: 1, headDim: 4, rotaryDim: 2, pairing: "halves", start: 1 }); // Float32Array [0.5403023, 0.84147096, 3, 4]
   */
  rotaryDim: number({ from: 2, to: 65536, integer: true, even: true, sameAs: "headDim" }),
  /** Pair i is rotated by base^(−2i/rotaryDim) radians per position. */
  base: { ...base, from: 1 },
  /**
   * Which channels form a pair: i and i + rotaryDim/2, or 2i and 2i + 1. There is no default: models differ, and a wrong
   * pairing gives text that is almost right.
   *
   * @example
   * pe.rotate(Float32Array.of(1, 0, 1, 0), { heads: 1, headDim: 4, pairing: "adjacent", start: 1 }); // Float32Array [0.5403023, 0.84147096, 0.99995, 0.009999833]
   */
  pairing: word("halves", "adjacent"),
} as const;

type Head = Resolved<typeof headFields>;

export function rotaryWidth({ headDim, rotaryDim }: Head): Conflict | undefined {
  if (rotaryDim <= headDim) return undefined;
  return { param: "rotaryDim", value: rotaryDim, expected: `at most headDim, ${headDim}`, instead: headDim };
}

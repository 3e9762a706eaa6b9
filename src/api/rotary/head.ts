/** The channels of a head that rotary encodings rotate, pair by pair. */
import { base } from "../spec/dimensions.ts";
import { type Conflict, number, type Resolved, wordOr } from "../spec/rules.ts";
import { pairing } from "./pairing.ts";

export const headFields = {
  /** Channels of a head. */
  headDim: number({ from: 2, to: 65536, integer: true, even: true, usual: 64 }),
  /**
   * Number of channels that are rotated, from `rotaryOffset` on: an even number. The remaining channels are not rotated.
   *
   * @example
   * pe.rotate(Float32Array.of(1, 0, 3, 4), { heads: 1, headDim: 4, rotaryDim: 2, pairing: "halves", start: 1 }); // Float32Array [0.5403023, 0.84147096, 3, 4]
   */
  rotaryDim: number({ from: 2, to: 65536, integer: true, even: true, sameAs: "headDim" }),
  /**
   * The first channel that is rotated. DeepSeek's latent attention rotates the last channels of a head.
   *
   * @example
   * pe.rotate(Float32Array.of(3, 4, 1, 0), { heads: 1, headDim: 4, rotaryDim: 2, rotaryOffset: 2, pairing: "interleaved", start: 1 }); // Float32Array [3, 4, 0.5403023, 0.84147096]
   */
  rotaryOffset: number({ from: 0, to: 65534, integer: true, default: 0 }),
  /** Pair i is rotated by base^(−2i/rotaryDim) radians per position. */
  base: { ...base, from: 1 },
  /**
   * Which channels form a pair. `halves`: i and i + rotaryDim/2; `interleaved`: 2i and 2i + 1 (`adjacent` is its earlier name, and
   * still accepted). Required, because models differ, and a wrong pairing gives text that is almost right.
   *
   * Pairs at another distance D, i and i + D for the first n channels, have the frequencies base^(−2i/2n): set rotaryDim to 2D, the
   * base to base^(D/n), and the scaling to `proportional` with n/D.
   *
   * @example
   * pe.rotate(Float32Array.of(1, 0, 1, 0), { heads: 1, headDim: 4, pairing: "interleaved", start: 1 }); // Float32Array [0.5403023, 0.84147096, 0.99995, 0.009999833]
   */
  pairing,
  /**
   * `"backward"` rotates every pair by the negative angle, as nanochat does. Scores stay the same; rotated keys do not.
   *
   * @example
   * pe.rotate(Float32Array.of(1, 0), { heads: 1, headDim: 2, pairing: "interleaved", direction: "backward", start: 1 }); // Float32Array [0.5403023, -0.84147096]
   */
  direction: wordOr("forward", "backward"),
} as const;

type Head = Resolved<typeof headFields>;

export function rotaryWidth({ headDim, rotaryDim, rotaryOffset }: Head): Conflict | undefined {
  if (rotaryDim > headDim)
    return {
      param: "rotaryDim",
      value: rotaryDim,
      expected: `at most headDim, ${headDim}`,
      instead: headDim,
    };
  const most = headDim - rotaryDim;
  if (rotaryOffset <= most) return undefined;
  const expected = `at most headDim − rotaryDim, ${most}`;
  return { param: "rotaryOffset", value: rotaryOffset, expected, instead: most };
}

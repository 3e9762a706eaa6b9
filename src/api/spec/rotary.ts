/** Rotary encodings: queries and keys are turned, pair by pair, by their position. */
import { base, baseInFloat32, precision, tokens } from "./dimensions.ts";
import { divisors, rotaryWidth, scalable, sections } from "./rotary-relations.ts";
import { flag, list, method, number, word } from "./rules.ts";
import { scaling } from "./scaling.ts";

const turned = {
  /** Channels of a head. */
  headDim: number({ from: 2, to: 65536, integer: true, even: true, usual: 64 }),
  /**
   * The first channels of a head, which turn: an even number; the others stay as they are.
   *
   * @example
   * pe.rotate(Float32Array.of(1, 0, 3, 4), { heads: 1, headDim: 4, rotaryDim: 2, pairing: "halves", start: 1 }); // Float32Array [0.5403023, 0.84147096, 3, 4]
   */
  rotaryDim: number({ from: 2, to: 65536, integer: true, even: true, sameAs: "headDim" }),
  base: { ...base, from: 1 },
  /**
   * Which channels make a pair: i and i + rotaryDim/2, or 2i and 2i + 1. Has no default: models differ, and a wrong pairing
   * gives text that is almost right.
   *
   * @example
   * pe.rotate(Float32Array.of(1, 0, 1, 0), { heads: 1, headDim: 4, pairing: "adjacent", start: 1 }); // Float32Array [0.5403023, 0.84147096, 0.99995, 0.009999833]
   */
  pairing: word("halves", "adjacent"),
} as const;

/**
 * Rotary position embedding.
 *
 *   (x, y) of pair i <- (x cos a − y sin a, x sin a + y cos a)        a = t · f[i], f[i] = base^(−2i/rotaryDim)
 *
 * Shape     x (tokens, heads, headDim); one frequency for each of rotaryDim / 2 pairs
 * Source    Su et al. 2021, arXiv 2104.09864, section 3.4.2 (adjacent); sections: Wang et al. 2024, arXiv 2409.12191;
 *           axes that restart: Heo et al. 2024, arXiv 2403.13298
 *
 * @example
 * pe.rotate(Float32Array.of(1, 1, 0, 0), { heads: 1, headDim: 4, pairing: "halves", start: 1 }); // Float32Array [0.5403023, 0.99995, 0.84147096, 0.009999833]
 */
export const rope = method({
  family: "rotary",
  fields: {
    ...turned,
    /** How the frequencies change for longer texts. */
    scaling,
    /** Tokens in sight, on which `dynamic` and `longrope` depend; up to their originalLength nothing changes. */
    currentLength: number({ ...tokens, from: 0, default: 0 }),
    /**
     * How many pairs turn with each axis of a position (time, height, width); left out, positions are single numbers.
     *
     * @example
     * pe.rotaryTable({ method: "rope", headDim: 6, pairing: "halves", base: 1000, sections: [1, 1, 1] }, { positions: [[1], [2], [3]] }).sin; // Float32Array [0.84147096, 0.19866933, 0.029995501]
     */
    sections: list({ each: { from: 0, to: 32768, integer: true }, least: 2, most: 4, optional: true }),
    /**
     * Pairs go to the axes in turn while they last, 0, 1, 2, 0, 1, 2, …, instead of section by section.
     *
     * @example
     * pe.rotaryTable({ method: "rope", headDim: 8, pairing: "halves", sections: [2, 1, 1], interleavedSections: true }, { positions: [[1], [2], [3]] }).sin; // Float32Array [0.84147096, 0.19866933, 0.029995501, 0.0009999998]
     */
    interleavedSections: flag(false),
    /**
     * Every section starts with frequency 1 again, with exponents over its own pairs.
     *
     * @example
     * pe.rotaryTable({ method: "rope", headDim: 4, pairing: "halves", sections: [1, 1], restartSections: true }, { positions: [[1], [2]] }).sin; // Float32Array [0.84147096, 0.9092974]
     */
    restartSections: flag(false),
    precision,
  },
  relations: [rotaryWidth, sections, scalable, divisors, baseInFloat32],
});

/**
 * RoPE whose rotations also grow for queries and shrink for keys, so that far keys count less.
 *
 *   pair i of a query · ζ[i]^(t / scaleBase), of a key · ζ[i]^(−t / scaleBase)
 *   ζ[i] = (2i/rotaryDim + gamma) / (1 + gamma)
 *
 * Shape     x (tokens, heads, headDim)
 * Source    Sun et al. 2022, arXiv 2212.10554, algorithm 1; positions are not centred
 *
 * @example
 * pe.rotate(Float32Array.of(1, 0), { method: "xpos", heads: 1, headDim: 2, pairing: "adjacent", start: 512, side: "key" }); // Float32Array [-3.4889169, 0.27831474]
 */
export const xpos = method({
  family: "rotary",
  fields: {
    ...turned,
    /** The larger it is, the less any pair grows or shrinks. */
    gamma: number({ from: 1e-6, to: 1e6, default: 0.4 }),
    /** Positions over which a pair changes by ζ. */
    scaleBase: number({ from: 1, to: 1e9, default: 512 }),
  },
  relations: [rotaryWidth],
});

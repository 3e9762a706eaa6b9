/** Sines and cosines of points in space: Fourier features. */
import { layout } from "./dimensions.ts";
import { flag, method, number, wordOr } from "./rules.ts";

const dimensions = number({ from: 1, to: 1024, integer: true, default: 3 });

/**
 * Features by octaves, as neural radiance fields use them.
 *
 *   sin(2^k π x), cos(2^k π x)        k = 0 … octaves − 1, for each of the coordinates x of a point
 *
 * Shape     (points, 2 · octaves · dimensions), and the coordinates themselves before them where `includeInput` says so
 * Source    Mildenhall et al. 2020, arXiv 2003.08934, eq. 4. The authors' code goes octave by octave, all sines before
 *           all cosines, without π and after the input
 *
 * @example
 * pe.encode({ method: "fourier", dimensions: 1, octaves: 2 }, { points: [0.25] }); // Float32Array [0.70710677, 0.70710677, 1, 0]
 */
export const fourier = method({
  family: "additive",
  fields: {
    /** Coordinates of a point. */
    dimensions,
    /** Frequencies of each coordinate. */
    octaves: number({ from: 1, to: 64, integer: true, usual: 10 }),
    /** Whether π is in the phase. */
    pi: flag(true),
    /** What is kept together: all octaves of a coordinate, or all coordinates of an octave. */
    order: wordOr("coordinate", "octave"),
    /** Whether the coordinates themselves come first. */
    includeInput: flag(false),
  },
});

/**
 * Features by random frequencies, the same for the same seed.
 *
 *   cos(2π B x), sin(2π B x)        B (features, dimensions) drawn from N(0, sigma²)
 *
 * Shape     (points, 2 · features)
 * Source    Tancik et al. 2020, arXiv 2006.10739, section 4, which puts the cosines first
 *
 * @example
 * pe.encode({ method: "random-fourier", dimensions: 2, features: 1, seed: 7 }, { points: [0.5, 0.25] }); // Float32Array [0.42139706, -0.90687627]
 * @example
 * pe.encode({ method: "random-fourier", dimensions: 1, features: 2 }, { points: [0.5], matrix: [0.25, 1] }); // Float32Array [0.70710677, -1, 0.70710677, 0]
 */
export const randomFourier = method({
  family: "additive",
  fields: {
    /** Coordinates of a point. */
    dimensions,
    /** Rows of B. */
    features: number({ from: 1, to: 32768, integer: true, usual: 256 }),
    /** Standard deviation of the frequencies, in turns. */
    sigma: number({ from: 1e-6, to: 1e6, default: 1 }),
    /** Decides which frequencies are drawn. */
    seed: number({ from: 0, to: 2 ** 32 - 1, integer: true, default: 0 }),
    layout: { ...layout, default: "flipped-halves" },
  },
});

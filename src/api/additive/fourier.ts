import { input } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { alongRows } from "../module/parts.ts";
import { flag, method, number, type SpecOf, wordOr } from "../spec/rules.ts";
import type { Encoder } from "./encoder.ts";
import { checkPoints, dimensions } from "./points.ts";

/**
 * Fourier features in octaves, as used by neural radiance fields.
 *
 *   sin(2^k π x), cos(2^k π x)        k = 0 … octaves − 1, for each of the coordinates x of a point
 *
 * Shape     (points, 2 · octaves · dimensions); with `includeInput` the coordinates themselves come first
 * Source    Mildenhall et al. 2020, arXiv 2003.08934, eq. 4. The authors' code orders features by octave, in each all
 *           sines before all cosines, without π, and puts the input first
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
    /** The outer grouping: all octaves of a coordinate, or all coordinates of an octave. */
    order: wordOr("coordinate", "octave"),
    /** Whether the coordinates themselves come first. */
    includeInput: flag(false),
  },
});

export const fourierEncoder: Encoder<SpecOf<typeof fourier>> = {
  options: ["points"],
  /** The frequencies of one coordinate. Doubling is exact, so all are as near to the exact value as the first. */
  frequencies({ octaves, pi }) {
    const list = new Float64Array(octaves);
    for (let k = 0, frequency = pi ? Math.PI : 1; k < octaves; k++, frequency *= 2) list[k] = frequency;
    return list;
  },
  whole(spec, given) {
    const { dimensions, octaves, pi, order, includeInput } = spec;
    const width = dimensions * (2 * octaves + Number(includeInput));
    const { count, coordinates, size } = checkPoints(given.points, dimensions, width);
    const features = { dimensions, octaves, withPi: pi, byOctave: order === "octave", includeInput };
    return {
      rows: count,
      width,
      meaning: `points · ${includeInput ? "(2 · octaves + 1)" : "2 · octaves"} · dimensions`,
      size,
      steps: (out) => [step("fourier", { points: input(coordinates, alongRows), features, out })],
    };
  },
};

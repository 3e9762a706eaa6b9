import { checkLength } from "../arguments/buffers.ts";
import { checkList } from "../arguments/numbers.ts";
import { input, Output, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { alongRows } from "../module/parts.ts";
import { layout } from "../spec/dimensions.ts";
import { method, number, type SpecOf } from "../spec/rules.ts";
import { placements } from "../table/layout.ts";
import type { Encoder } from "./encoder.ts";
import { checkPoints, dimensions } from "./points.ts";

/**
 * Fourier features with random frequencies, which depend on the seed alone.
 *
 *   cos(2π B x), sin(2π B x)        B (features, dimensions) sampled from N(0, sigma²)
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
    /** Decides which frequencies are sampled. */
    seed: number({ from: 0, to: 2 ** 32 - 1, integer: true, default: 0 }),
    /** Order of sines and cosines. Default: all cosines first. */
    layout: { ...layout, default: "flipped-halves" },
  },
});

type RandomFourier = SpecOf<typeof randomFourier>;

export const randomFourierEncoder: Encoder<RandomFourier> = {
  options: ["points", "matrix"],
  frequencies({ features, dimensions, sigma, seed }, engine) {
    const out = new Output(Float64Array, features * dimensions);
    engine.run({ param: "features", value: features }, step("normalNumbers", { sigma, seed, out }));
    return (out.result as Float64Array<ArrayBuffer>).map((revolutions) => 2 * Math.PI * revolutions);
  },
  whole(spec, given) {
    const { dimensions, features, sigma, seed } = spec;
    const matrix = checkMatrix(spec, given.matrix);
    const { count, coordinates, size } = checkPoints(given.points, dimensions, 2 * features);
    const layout = { ...placements[spec.layout](features), row: 2 * features };
    return {
      rows: count,
      width: 2 * features,
      meaning: "points · 2 · features",
      size,
      steps(out) {
        const sampled = room(Float64Array, features * dimensions);
        const sample = matrix === undefined ? [step("normalNumbers", { sigma, seed, out: sampled })] : [];
        const table = {
          points: input(coordinates, alongRows),
          matrix: matrix === undefined ? sampled : input(matrix),
          dimensions,
          layout,
          out,
        };
        return [...sample, step("randomFourier", table)];
      },
    };
  },
};

/** Wider than any number that the largest sigma can give. */
const matrixRule = { from: -1e9, to: 1e9 };

function checkMatrix({ features, dimensions }: RandomFourier, given: unknown) {
  if (given === undefined) return undefined;
  const list = checkList("matrix", given);
  const meaning = `features · dimensions = ${features} · ${dimensions}`;
  checkLength("matrix", { length: list.count }, features * dimensions, meaning);
  return list.read(matrixRule);
}

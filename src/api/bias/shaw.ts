import { step } from "../module/calls.ts";
import { method, number, type SpecOf } from "../spec/rules.ts";
import { indexByPosition } from "./index-by-position.ts";
import type { BiasKernels, ScoreMethod } from "./kernels.ts";
import { checkRelativeTable } from "./relative-table.ts";

/**
 * Learned vectors for clipped distances, added to keys and to values.
 *
 *   scores[h,i,j] = q[i,h] · a[c(j − i)] · scale        out[i,h] = Σ_j w[h,i,j] b[c(j − i)]
 *   c(r) = min(max(r, −clip), clip) + clip
 *
 * Shape     (heads, queries, keys), from q (queries, heads, headDim) and a, b (2 clip + 1, heads or 1, headDim)
 * Source    Shaw et al. 2018, arXiv 1803.02155, eq. 3 and 4
 *
 * @example
 * pe.relativeScores({ method: "shaw", clip: 1 }, { q: Float32Array.of(2), heads: 1, headDim: 1, offset: 2, keys: 4, table: Float32Array.of(10, 20, 30) }); // Float32Array [20, 20, 40, 60]
 * @example
 * pe.relativeValues({ method: "shaw", clip: 1 }, { weights: Float32Array.of(0.25, 0.75), heads: 1, headDim: 1, queries: 1, table: Float32Array.of(10, 20, 40) }); // Float32Array [35]
 */
export const shaw = method({
  family: "bias",
  fields: {
    /** All distances beyond this one share a vector. */
    clip: number({ from: 0, to: 2 ** 30 - 1, integer: true, usual: 16 }),
  },
});

type Shaw = SpecOf<typeof shaw>;

export const shawKernels: BiasKernels<Shaw> = {
  index: indexByPosition([], ({ clip }, block, rows) => [step("shawRows", { clip, block, rows })]),
  scores,
  values: {
    rows: ({ clip }) => 2 * clip + 1,
    sum: ({ clip }, { shape, ...arrays }) => step("shawValues", { ...arrays, shape: { ...shape, clip } }),
  },
};

function scores({ clip }: Shaw): ScoreMethod {
  return {
    names: ["table"],
    needsKeys: false,
    scaleTerms: 1,
    prepare: ({ table }, { heads, headDim }) => {
      const keys = checkRelativeTable("table", table, 2 * clip + 1, { heads, headDim });
      return (scale, { q, scores, ...part }) => {
        const shape = { ...part, heads, width: headDim, clip };
        return [step("shawScores", { q, keys, shape, scale, scores })];
      };
    },
  };
}

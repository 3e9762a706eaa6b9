import { room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { method, number, type SpecOf } from "../spec/rules.ts";
import { byPosition } from "./by-position.ts";
import type { BiasKernels } from "./kernels.ts";

/**
 * Linear in the distance, with a slope for each head.
 *
 *   bias[h,i,j] = −m[h] |i − j|        m[h] = 2^(−biasMax (h + 1)/heads) if heads is a power of two
 *
 * Shape     (heads, queries, keys)
 * Source    Press et al. 2021, arXiv 2108.12409, section 3, which also defines the slopes if heads is not a power of two
 *
 * @example
 * pe.bias({ method: "alibi" }, { heads: 2, queries: 1, offset: 2 }); // Float32Array [-0.125, -0.0625, 0, -0.0078125, -0.00390625, 0]
 */
export const alibi = method({
  family: "bias",
  fields: {
    /**
     * If heads is a power of two, the last head has the slope 2^−biasMax. The paper and BLOOM use 8; MPT calls it alibi_bias_max.
     *
     * @example
     * pe.bias({ method: "alibi", biasMax: 4 }, { heads: 2, queries: 1, offset: 1 }); // Float32Array [-0.25, 0, -0.0625, 0]
     */
    biasMax: number({ from: 2 ** -20, to: 120, default: 8 }),
  } as const,
});

export const alibiKernels: BiasKernels<SpecOf<typeof alibi>> = {
  bias: byPosition([], ({ biasMax }, _given, { heads, block }) => {
    const slopes = room(Float64Array, heads);
    return (out) => [step("alibiSlopes", { slopes, biasMax }), step("alibi", { slopes, block, out })];
  }),
};

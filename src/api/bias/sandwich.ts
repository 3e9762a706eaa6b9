import { input, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { base, pairedWidth } from "../spec/dimensions.ts";
import { flag, method, number, type SpecOf } from "../spec/rules.ts";
import { powersOf, scheduleArea } from "../table/schedule.ts";
import { byPosition } from "./by-position.ts";
import type { BiasKernels } from "./kernels.ts";

/**
 * The inner product of two rows of a sinusoidal encoding.
 *
 *   bias[h,i,j] = Σ_p cos((i − j) base^(−2p/dModel)) / r[h]        p = firstPair … firstPair + dModel/2 − 1
 *
 * Shape     (heads, queries, keys); r[h] = 8(h + 1)/heads, or 1 without `headRatios`
 * Source    Chi et al. 2022, arXiv 2212.10356
 *
 * @example
 * pe.bias({ method: "sandwich", dModel: 4 }, { heads: 1, queries: 1, offset: 2 }); // Float32Array [0.072956644, 0.19253154, 0.25]
 */
export const sandwich = method({
  family: "bias",
  fields: {
    /** Channels of the encoding: twice the number of cosines in the sum. */
    dModel: { ...pairedWidth, default: 128 },
    /** Pair p has the frequency base^(−2p/dModel) radians per position. */
    base,
    /** Number of the first pair: 0 gives the inner product of two rows, 1 the formula that counts pairs from 1. */
    firstPair: number({ from: 0, to: 1, integer: true, default: 0 }),
    /** Whether each head has its own divisor r[h]. */
    headRatios: flag(true),
  },
});

export const sandwichKernels: BiasKernels<SpecOf<typeof sandwich>> = {
  bias: byPosition([], ({ dModel, base, firstPair, headRatios }, _given, { heads, block }) => {
    const powers = { pairs: dModel / 2 + firstPair, base, numerator: 2, denominator: dModel };
    const frequencies = scheduleArea(powersOf(powers));
    const ratios = headRatios ? room(Float64Array, heads) : input(new Float64Array(heads).fill(1));
    const spread = headRatios ? [step("sandwichRatios", { ratios })] : [];
    return (out) => [...spread, step("sandwich", { frequencies, firstPair, ratios, block, out })];
  }),
};

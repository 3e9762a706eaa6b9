import { checkLength } from "../arguments/buffers.ts";
import type { NumberRule } from "../arguments/check.ts";
import { checkList } from "../arguments/numbers.ts";
import { type Area, input } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { method, type SpecOf, wordOr } from "../spec/rules.ts";
import { byPosition } from "./by-position.ts";
import type { BiasKernels } from "./kernels.ts";

/**
 * Logarithm or power of the distance, with two learned numbers for each head.
 *
 *   bias[h,i,j] = −r1[h] ln(1 + r2[h] |i − j|)   or   −r1[h] |i − j|^r2[h]
 *
 * Shape     (heads, queries, keys), from r1, r2 (heads)
 * Source    Chi et al. 2022, arXiv 2205.09921, eq. 5
 *
 * @example
 * pe.bias({ method: "kerple" }, { heads: 1, queries: 1, offset: 3, r1: [1], r2: [1] }); // Float32Array [-1.3862944, -1.0986123, -0.6931472, 0], −ln 4, −ln 3, −ln 2, 0
 * @example
 * pe.bias({ method: "kerple", kernel: "power" }, { heads: 1, queries: 1, offset: 3, r1: [0.5], r2: [2] }); // Float32Array [-4.5, -2, -0.5, 0]
 */
export const kerple = method({
  family: "bias",
  fields: {
    /** Which of the two formulas is used. */
    kernel: wordOr("logarithmic", "power"),
  },
});

export const kerpleKernels: BiasKernels<SpecOf<typeof kerple>> = {
  bias: byPosition(["r1", "r2"], ({ kernel }, given, { heads, block }) => {
    const numbers = { r1: checkPerHead("r1", given.r1, heads), r2: checkPerHead("r2", given.r2, heads) };
    const call = kernel === "power" ? "kerplePower" : "kerpleLogarithmic";
    return (out) => [step(call, { ...numbers, block, out })];
  }),
};

/** Results for larger numbers could exceed the range of doubles. */
const positive: NumberRule = { from: 5e-324, to: 2 ** 900, expected: "a number above 0, up to 2^900" };

function checkPerHead(param: string, value: unknown, heads: number): Area<Float64Array> {
  const list = checkList(param, value);
  checkLength(param, { length: list.count }, heads, "heads");
  return input(list.read(positive));
}

import { method, type SpecOf } from "../spec/rules.ts";
import { byPosition } from "./by-position.ts";
import type { BiasKernels } from "./kernels.ts";

/**
 * No bias: only a causal mask tells positions apart.
 *
 * Shape     (heads, queries, keys), zeros
 * Source    Haviv et al. 2022, arXiv 2203.16634; Kazemnejad et al. 2023, arXiv 2305.19466
 *
 * @example
 * pe.bias({ method: "none" }, { heads: 1, queries: 2, causal: true }); // Float32Array [0, -Infinity, 0, 0]
 */
export const none = method({ family: "bias", fields: {} });

export const noneKernels: BiasKernels<SpecOf<typeof none>> = {
  bias: byPosition([], () => (out) => {
    out.zeroed = true;
    return [];
  }),
};

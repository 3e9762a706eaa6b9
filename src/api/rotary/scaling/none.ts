import type { Resolved } from "../../spec/rules.ts";
import type { ScalingKernels, ScalingRule } from "./kernels.ts";

/**
 * f. Su et al. 2021, arXiv 2104.09864.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 4, pairing: "halves" }); // Float64Array [1, 0.01]
 */
export const none = {} as const;

export const noneKernels: ScalingKernels<Resolved<typeof none>> = { schedule: (_, plain) => plain };

export const noneRule: ScalingRule<Resolved<typeof none>> = {};

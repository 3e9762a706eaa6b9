import { step } from "../../module/calls.ts";
import type { Resolved } from "../../spec/rules.ts";
import { factor } from "./fields.ts";
import type { ScalingKernels, ScalingRule } from "./kernels.ts";

/**
 * f / s. Position interpolation: Chen et al. 2023, arXiv 2306.15595.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 4, pairing: "halves", scaling: { type: "linear", factor: 4 } }); // Float64Array [0.25, 0.0025]
 */
export const linear = {
  /** s, how many times longer the texts may be. */
  factor,
} as const;

export const linearKernels: ScalingKernels<Resolved<typeof linear>> = {
  schedule: ({ factor }, plain) => ({
    ...plain,
    kind: "linear",
    factor,
    fill: (out) => [...plain.fill(out), step("divideFrequencies", { frequencies: out, factor })],
  }),
};

export const linearRule: ScalingRule<Resolved<typeof linear>> = {
  scale: (plain, { factor }) => plain.map((f) => f / factor),
};

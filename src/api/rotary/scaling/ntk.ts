import { step } from "../../module/calls.ts";
import type { Resolved } from "../../spec/rules.ts";
import { factor } from "./fields.ts";
import type { ScalingKernels, ScalingRule } from "./kernels.ts";

/**
 * The base becomes base · s^(d/(d − 2)), d = rotaryDim. NTK-aware: Peng et al. 2023, arXiv 2309.00071, section 3.1.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 6, base: 1000, pairing: "halves", scaling: { type: "ntk", factor: 4 } }); // Float64Array [1, 0.05, 0.0025]
 */
export const ntk = {
  /** s, how many times longer the texts may be. */
  factor,
} as const;

export const ntkKernels: ScalingKernels<Resolved<typeof ntk>> = {
  schedule: ({ factor }, plain) => ({
    ...plain,
    kind: "ntk",
    factor,
    fill: (out) => [step("ntkFrequencies", { out, base: plain.base, factor })],
  }),
};

export const ntkRule: ScalingRule<Resolved<typeof ntk>> = { growth: ({ factor }) => factor };

import { step } from "../../module/calls.ts";
import type { Resolved } from "../../spec/rules.ts";
import { factor, originalLength } from "./fields.ts";
import type { ScalingKernels, ScalingRule } from "./kernels.ts";

/**
 * The base becomes base · (s n/L − (s − 1))^(d/(d − 2)), n = max(currentLength, L). Dynamic NTK: arXiv 2309.00071,
 * section 3.3.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 6, base: 1000, pairing: "halves", scaling: { type: "dynamic", factor: 2, originalLength: 1000 }, currentLength: 2500 }); // Float64Array [1, 0.05, 0.0025]
 */
export const dynamic = {
  /** s, how many times longer the texts may be. */
  factor,
  /** L, the length in tokens that the model was first trained with. */
  originalLength,
} as const;

export const dynamicKernels: ScalingKernels<Resolved<typeof dynamic>> = {
  fixedUpTo: ({ originalLength }) => originalLength,
  schedule({ factor, originalLength }, plain, currentLength) {
    if (currentLength <= originalLength) return plain;
    const settings = { factor, originalLength, currentLength };
    return {
      ...plain,
      kind: "dynamic",
      ...settings,
      fill: (out) => [step("dynamicNtkFrequencies", { out, base: plain.base, settings })],
    };
  },
};

export const dynamicRule: ScalingRule<Resolved<typeof dynamic>> = {
  growth: ({ factor, originalLength }, tokens) =>
    tokens <= originalLength ? 1 : (factor * tokens) / originalLength - (factor - 1),
};

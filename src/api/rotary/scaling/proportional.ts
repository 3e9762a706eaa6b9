import { step } from "../../module/calls.ts";
import { number, type Resolved } from "../../spec/rules.ts";
import { factor } from "./fields.ts";
import type { ScalingKernels, ScalingRule } from "./kernels.ts";

/**
 * f / s for the first ⌊p d/2⌋ pairs, p = partialRotaryFactor; the remaining pairs are not rotated. p-RoPE: Barbero et al. 2024,
 * arXiv 2410.06205.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "proportional", partialRotaryFactor: 0.5 } }); // Float64Array [1, 0.1, 0, 0]
 */
export const proportional = {
  /** p, the fraction of pairs that are rotated. */
  partialRotaryFactor: number({ from: 0, to: 1, usual: 0.25 }),
  /** s, how many times longer the texts may be. */
  factor: { ...factor, default: 1 },
} as const;

export const proportionalKernels: ScalingKernels<Resolved<typeof proportional>> = {
  schedule({ partialRotaryFactor, factor }, plain) {
    const rotatedPairs = Math.floor(partialRotaryFactor * plain.pairs);
    return {
      ...plain,
      kind: "proportional",
      rotatedPairs,
      factor,
      fill: (out) => [step("proportionalFrequencies", { out, base: plain.base, rotatedPairs, factor })],
    };
  },
};

export const proportionalRule: ScalingRule<Resolved<typeof proportional>> = {
  scale(plain, { partialRotaryFactor, factor }) {
    const rotated = Math.floor(partialRotaryFactor * plain.length);
    return plain.map((f, pair) => (pair < rotated ? f / factor : 0));
  },
};

import { step } from "../../module/calls.ts";
import { type Conflict, number, type Resolved } from "../../spec/rules.ts";
import { factor, originalLength } from "./fields.ts";
import type { Scaled, ScalingKernels, ScalingRule } from "./kernels.ts";

/**
 * With u = L f / 2π revolutions over L: f for u > highFreqFactor, f / s for u ≤ lowFreqFactor, between them
 * (1 − m) f/s + m f, m = (u − lowFreqFactor) / (highFreqFactor − lowFreqFactor). Llama 3.1: arXiv 2407.21783.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "llama3", factor: 8, originalLength: 8192 } }); // Float64Array [1, 0.1, 0.01, 0.0002136075440275686]
 */
export const llama3 = {
  /** s, how many times longer the texts may be. */
  factor,
  /** L, the length in tokens that the model was first trained with. */
  originalLength,
  /** Pairs with fewer revolutions over L than this are slowed down by s. */
  lowFreqFactor: number({ from: 0, to: 1e6, default: 1 }),
  /** Pairs with more revolutions over L than this keep their frequency. */
  highFreqFactor: number({ from: 1e-3, to: 1e6, default: 4 }),
} as const;

export function llama3Conflict({ scaling }: Scaled<typeof llama3>): Conflict | undefined {
  const { lowFreqFactor, highFreqFactor } = scaling;
  if (lowFreqFactor <= highFreqFactor) return undefined;
  const expected = `at most highFreqFactor, ${highFreqFactor}`;
  return { param: "scaling.lowFreqFactor", value: lowFreqFactor, expected, instead: 0 };
}

export const llama3Kernels: ScalingKernels<Resolved<typeof llama3>> = {
  schedule({ factor, originalLength, lowFreqFactor, highFreqFactor }, plain) {
    const lengths = { factor, originalLength };
    const settings = { ...lengths, lowFrequencyFactor: lowFreqFactor, highFrequencyFactor: highFreqFactor };
    return {
      ...plain,
      kind: "llama3",
      ...lengths,
      lowFreqFactor,
      highFreqFactor,
      fill: (out) => [step("llama3Frequencies", { out, base: plain.base, settings })],
    };
  },
};

/** The factor of a frequency. */
export function llama3Ratio(frequency: number, scaling: Resolved<typeof llama3>): number {
  const { factor, originalLength, lowFreqFactor: low, highFreqFactor: high } = scaling;
  const revolutions = (originalLength * frequency) / (2 * Math.PI);
  if (revolutions > high) return 1;
  if (revolutions < low) return 1 / factor;
  const smooth = low === high ? 0 : (revolutions - low) / (high - low);
  return (1 - smooth) / factor + smooth;
}

export const llama3Rule: ScalingRule<Resolved<typeof llama3>> = {
  scale: (plain, scaling) => plain.map((f) => f * llama3Ratio(f, scaling)),
};

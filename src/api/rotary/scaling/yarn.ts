import { step } from "../../module/calls.ts";
import { type Conflict, flag, number, type Resolved } from "../../spec/rules.ts";
import { logarithm } from "../elementary.ts";
import { attentionFactor, factor, originalLength } from "./fields.ts";
import type { Scaled, ScalingKernels, ScalingRule } from "./kernels.ts";

const magnitude = number({ from: 0, to: 1e6, optional: true });

/**
 * f for pairs with more than betaFast revolutions over L, f / s for pairs with fewer than betaSlow, and a ramp between them,
 * from pair c(betaFast) to c(betaSlow), c(r) = d ln(L / 2πr) / (2 ln base), clamped to 0 … d − 1. The attention factor is
 * 0.1 ln s + 1, or (0.1 mscale ln s + 1) / (0.1 mscaleAllDim ln s + 1) if both are given and not 0.
 * YaRN: arXiv 2309.00071, sections 3.2 and 3.4.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "yarn", factor: 4, originalLength: 4096 } }); // Float64Array [1, 0.1, 0.00625, 0.00025]
 * @example
 * pe.attentionFactor({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "yarn", factor: 4, originalLength: 4096 } }); // 1.138629436111989, 0.1 ln 4 + 1
 */
export const yarn = {
  /** s, how many times longer the texts may be. */
  factor,
  /** L, the length in tokens that the model was first trained with. */
  originalLength,
  /** Pairs with more revolutions over L than this keep their frequency. */
  betaFast: number({ from: 1e-3, to: 1e6, default: 32 }),
  /** Pairs with fewer revolutions over L than this are slowed down by s. */
  betaSlow: number({ from: 1e-3, to: 1e6, default: 1 }),
  /** Whether the ends of the ramp are rounded to whole pairs. */
  truncate: flag(true),
  /** Factor of cosines and sines. Default: the formula above. */
  attentionFactor,
  /** Factor of ln s in the numerator of the attention factor. */
  mscale: magnitude,
  /** Factor of ln s in the denominator of the attention factor. */
  mscaleAllDim: magnitude,
} as const;

export function yarnConflict({ base, scaling }: Scaled<typeof yarn>): Conflict | undefined {
  if (base === 1) {
    const expected = "more than 1 for YaRN, which divides by ln base";
    return { param: "base", value: base, expected, instead: 10000 };
  }
  const { betaFast, betaSlow } = scaling;
  if (betaFast >= betaSlow) return undefined;
  const expected = `at most betaFast, ${betaFast}`;
  return { param: "scaling.betaSlow", value: betaSlow, expected, instead: betaFast };
}

export const yarnKernels: ScalingKernels<Resolved<typeof yarn>> = {
  schedule({ factor, originalLength, betaFast, betaSlow, truncate }, plain) {
    const settings = { factor, originalLength, betaFast, betaSlow, truncate };
    return {
      ...plain,
      kind: "yarn",
      ...settings,
      fill: (out) => [step("yarnFrequencies", { out, base: plain.base, settings })],
    };
  },
  attentionFactor({ factor, attentionFactor, mscale = 0, mscaleAllDim = 0 }, engine) {
    if (attentionFactor !== undefined) return attentionFactor;
    const numbers =
      mscale !== 0 && mscaleAllDim !== 0 ? { mscale, mscaleAllDim } : { mscale: 1, mscaleAllDim: 0 };
    return engine.ask(step("yarnAttentionFactor", { factor, ...numbers }));
  },
};

/** The pairs between which YaRN goes over from f to f / s. */
export function rampOf(
  scaling: Resolved<typeof yarn>,
  base: number,
  width: number,
): [low: number, high: number] {
  const { originalLength, betaFast, betaSlow, truncate } = scaling;
  const pairOf = (rotations: number) =>
    (width * logarithm(originalLength / (rotations * 2 * Math.PI))) / (2 * logarithm(base));
  const ends: [number, number] = [pairOf(betaFast), pairOf(betaSlow)];
  const [low, high] = truncate ? [Math.floor(ends[0]), Math.ceil(ends[1])] : ends;
  return [Math.max(low, 0), Math.min(high, width - 1)];
}

/** 0.1 m ln s + 1. */
export const yarnMagnitude = (factor: number, mscale = 1): number =>
  factor <= 1 ? 1 : 0.1 * mscale * logarithm(factor) + 1;

export const yarnRule: ScalingRule<Resolved<typeof yarn>> = {
  scale(plain, scaling, { base, width }) {
    const [low, top] = rampOf(scaling, base, width);
    // Published programs add this if both ends meet.
    const high = low === top ? top + 0.001 : top;
    return plain.map((f, pair) => {
      const slowed = Math.min(Math.max((pair - low) / (high - low), 0), 1);
      return (f / scaling.factor) * slowed + f * (1 - slowed);
    });
  },
  attentionFactor({ factor, attentionFactor, mscale, mscaleAllDim }) {
    if (attentionFactor !== undefined) return attentionFactor;
    if (!mscale || !mscaleAllDim) return yarnMagnitude(factor);
    return yarnMagnitude(factor, mscale) / yarnMagnitude(factor, mscaleAllDim);
  },
};

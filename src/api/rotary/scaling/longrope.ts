import { counted } from "../../arguments/counted.ts";
import { input } from "../../module/areas.ts";
import { step } from "../../module/calls.ts";
import { type Conflict, list, type Resolved } from "../../spec/rules.ts";
import { logarithm } from "../elementary.ts";
import { attentionFactor, factor, originalLength } from "./fields.ts";
import type { Scaled, ScalingKernels, ScalingRule } from "./kernels.ts";
import { otherRule } from "./other-rule.ts";

/** No published model has more pairs, and this many fit in a link. */
const mostDivisors = 1024;

const divisors = list({ each: { from: 0.25, to: 1e6 }, least: 1, most: mostDivisors, usual: [1] });

/**
 * f[i] / longFactor[i] if currentLength is over L, else f[i] / shortFactor[i]. The attention factor is
 * √(1 + ln s / ln L), 1 for s = 1. LongRoPE: Ding et al. 2024, arXiv 2402.13753.
 *
 * @example
 * pe.frequencies({ method: "rope", headDim: 4, pairing: "halves", scaling: { type: "longrope", factor: 8, originalLength: 4096, shortFactor: [1, 1], longFactor: [1, 4] }, currentLength: 4097 }); // Float64Array [1, 0.0025]
 * @example
 * pe.attentionFactor({ method: "rope", headDim: 4, pairing: "halves", scaling: { type: "longrope", factor: 8, originalLength: 4096, shortFactor: [1, 1], longFactor: [1, 4] } }); // 1.118033988749895, √1.25
 */
export const longrope = {
  /** s, how many times longer the texts may be. */
  factor,
  /** L, the length in tokens that the model was first trained with. */
  originalLength,
  /** A divisor for each pair, up to L tokens. */
  shortFactor: divisors,
  /** A divisor for each pair, beyond L tokens. */
  longFactor: divisors,
  /** Factor of cosines and sines. Default: the formula above. */
  attentionFactor,
  /**
   * Factor of cosines and sines up to L tokens, if it differs there, as in Phi-MoE. Default: the factor of longer texts.
   *
   * @example
   * pe.attentionFactor({ method: "rope", headDim: 2, pairing: "halves", scaling: { type: "longrope", factor: 8, originalLength: 4096, shortFactor: [1], longFactor: [1], attentionFactor: 1.25, shortAttentionFactor: 1.1 }, currentLength: 4096 }); // 1.1
   */
  shortAttentionFactor: attentionFactor,
} as const;

/** A conflict unless both lists have a divisor for each pair. */
export function longropeConflict({ rotaryDim, scaling }: Scaled<typeof longrope>): Conflict | undefined {
  if (scaling.originalLength === 1) {
    const expected = "more than 1 for LongRoPE, which divides by its logarithm";
    return { param: "scaling.originalLength", value: 1, expected, instead: 4096 };
  }
  const pairs = rotaryDim / 2;
  if (pairs > mostDivisors) return otherRule("longrope", `over ${2 * mostDivisors}`);
  for (const name of ["shortFactor", "longFactor"] as const) {
    const value = scaling[name];
    if (value.length === pairs) continue;
    const expected = `${counted(pairs, "number")}, one for each pair; got ${value.length}`;
    return { param: `scaling.${name}`, value, expected, instead: Array.from({ length: pairs }, () => 1) };
  }
  return undefined;
}

export const longropeKernels: ScalingKernels<Resolved<typeof longrope>> = {
  fixedUpTo: ({ originalLength }) => originalLength,
  schedule({ originalLength, shortFactor, longFactor }, plain, currentLength) {
    const divisors = currentLength > originalLength ? longFactor : shortFactor;
    return {
      ...plain,
      kind: "divided",
      divisors,
      fill: (out) => [
        step("longropeFrequencies", { out, base: plain.base, divisors: input(Float64Array.from(divisors)) }),
      ],
    };
  },
  attentionFactor(scaling, engine, currentLength) {
    const { factor, originalLength, attentionFactor, shortAttentionFactor } = scaling;
    const own = (currentLength > originalLength ? undefined : shortAttentionFactor) ?? attentionFactor;
    return own ?? engine.ask(step("longropeAttentionFactor", { factor, originalLength }));
  },
};

/** √(1 + ln s / ln L). */
export const longropeMagnitude = (factor: number, originalLength: number): number =>
  factor <= 1 ? 1 : Math.sqrt(1 + logarithm(factor) / logarithm(originalLength));

/** Its divisors depend on the length: `ruleOf` chooses them. */
export const longropeRule: ScalingRule<Resolved<typeof longrope>> = {
  attentionFactor({ factor, originalLength, attentionFactor, shortAttentionFactor }, tokens) {
    const own = (tokens > originalLength ? undefined : shortAttentionFactor) ?? attentionFactor;
    return own ?? longropeMagnitude(factor, originalLength);
  },
};

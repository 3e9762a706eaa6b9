/** Rules that stretch RoPE's frequencies f[i] over longer texts than a model was trained with. */
import { tokens } from "./dimensions.ts";
import { choice, flag, list, number } from "./rules.ts";

/** s, by how much longer the texts may be. */
const factor = number({ from: 1, to: 1e6, usual: 2 });

/** L, the tokens that the model was first trained with. */
const originalLength = number({ ...tokens, usual: 4096 });

/** Cosines and sines are multiplied by it; left out, the rule has a formula. */
const attentionFactor = number({ from: 1e-6, to: 1e6, optional: true });

const magnitude = number({ from: 0, to: 1e6, optional: true });

/** More than any published model has, and still few enough for a link. */
export const mostDivisors = 1024;

/** One for each pair. */
const divisors = list({ each: { from: 0.25, to: 1e6 }, least: 1, most: mostDivisors, usual: [1] });

export const scaling = choice("none", {
  /**
   * f. Su et al. 2021, arXiv 2104.09864.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 4, pairing: "halves" }); // Float64Array [1, 0.01]
   */
  none: {},

  /**
   * f / s. Position interpolation: Chen et al. 2023, arXiv 2306.15595.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 4, pairing: "halves", scaling: { type: "linear", factor: 4 } }); // Float64Array [0.25, 0.0025]
   */
  linear: { factor },

  /**
   * The base becomes base · s^(d/(d − 2)), d = rotaryDim. NTK-aware: Peng et al. 2023, arXiv 2309.00071, section 3.1.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 6, base: 1000, pairing: "halves", scaling: { type: "ntk", factor: 4 } }); // Float64Array [1, 0.05, 0.0025]
   */
  ntk: { factor },

  /**
   * The base becomes base · (s n/L − (s − 1))^(d/(d − 2)), n = max(currentLength, L). Dynamic NTK: arXiv 2309.00071,
   * section 3.3.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 6, base: 1000, pairing: "halves", scaling: { type: "dynamic", factor: 2, originalLength: 1000 }, currentLength: 2500 }); // Float64Array [1, 0.05, 0.0025]
   */
  dynamic: { factor, originalLength },

  /**
   * f for pairs that turn more than betaFast times over L, f / s for those under betaSlow, a ramp between, from pair
   * c(betaFast) to c(betaSlow), c(r) = d ln(L / 2πr) / (2 ln base), clamped to 0 … d − 1. The attention factor is
   * 0.1 ln s + 1, or (0.1 mscale ln s + 1) / (0.1 mscaleAllDim ln s + 1) where both are given and not 0.
   * YaRN: arXiv 2309.00071, sections 3.2 and 3.4.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "yarn", factor: 4, originalLength: 4096 } }); // Float64Array [1, 0.1, 0.00625, 0.00025]
   * @example
   * pe.attentionFactor({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "yarn", factor: 4, originalLength: 4096 } }); // 1.138629436111989, 0.1 ln 4 + 1
   */
  yarn: {
    factor,
    originalLength,
    /** Turns over L above which a pair stays as it is. */
    betaFast: number({ from: 1e-3, to: 1e6, default: 32 }),
    /** Turns over L below which a pair is slowed down by s. */
    betaSlow: number({ from: 1e-3, to: 1e6, default: 1 }),
    /** Whether the ramp begins and ends at whole pairs. */
    truncate: flag(true),
    attentionFactor,
    /** For the attention factor. */
    mscale: magnitude,
    /** For the attention factor. */
    mscaleAllDim: magnitude,
  },

  /**
   * f[i] / longFactor[i] when currentLength is over L, else f[i] / shortFactor[i]. The attention factor is
   * √(1 + ln s / ln L), 1 for s = 1. LongRoPE: Ding et al. 2024, arXiv 2402.13753.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 4, pairing: "halves", scaling: { type: "longrope", factor: 8, originalLength: 4096, shortFactor: [1, 1], longFactor: [1, 4] }, currentLength: 4097 }); // Float64Array [1, 0.0025]
   * @example
   * pe.attentionFactor({ method: "rope", headDim: 4, pairing: "halves", scaling: { type: "longrope", factor: 8, originalLength: 4096, shortFactor: [1, 1], longFactor: [1, 4] } }); // 1.118033988749895, √1.25
   */
  longrope: { factor, originalLength, shortFactor: divisors, longFactor: divisors, attentionFactor },

  /**
   * With u = L f / 2π turns over L: f for u > highFreqFactor, f / s for u < lowFreqFactor, between them
   * (1 − m) f/s + m f, m = (u − lowFreqFactor) / (highFreqFactor − lowFreqFactor). Llama 3.1: arXiv 2407.21783.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "llama3", factor: 8, originalLength: 8192 } }); // Float64Array [1, 0.1, 0.01, 0.0002136075440275686]
   */
  llama3: {
    factor,
    originalLength,
    /** Turns over L below which a pair is slowed down by s. */
    lowFreqFactor: number({ from: 0, to: 1e6, default: 1 }),
    /** Turns over L above which a pair stays as it is. */
    highFreqFactor: number({ from: 1e-3, to: 1e6, default: 4 }),
  },

  /**
   * f / s for the first ⌊p d/2⌋ pairs, p = partialRotaryFactor; the others do not turn. p-RoPE: Barbero et al. 2024,
   * arXiv 2410.06205.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 8, pairing: "halves", scaling: { type: "proportional", partialRotaryFactor: 0.5 } }); // Float64Array [1, 0.1, 0, 0]
   */
  proportional: {
    /** p, the part of the pairs that turn. */
    partialRotaryFactor: number({ from: 0, to: 1, usual: 0.25 }),
    factor: { ...factor, default: 1 },
  },
});

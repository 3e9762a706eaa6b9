/** Frequencies of rotary specs in float64, for comparison: the kernels have the same formulas, exactly. */
import type { ResolvedSpec } from "../methods.ts";

export type Rope = ResolvedSpec<"rope">;
type Yarn = Extract<Rope["scaling"], { type: "yarn" }>;
type Llama3 = Extract<Rope["scaling"], { type: "llama3" }>;

/** base^(−2i / width) for the first pairs. */
export const powers = (pairs: number, base: number, width: number): Float64Array =>
  Float64Array.from({ length: pairs }, (_, pair) => base ** ((-2 * pair) / width));

/** The frequency of each pair, in radians per position. */
export function frequenciesOf(spec: Rope, width: number = spec.rotaryDim): Float64Array {
  const { base, sections, restartSections, currentLength } = spec;
  const pairs = width / 2;
  if (restartSections && sections !== undefined) {
    const each = sections.map((count) => [...powers(count, base, 2 * count)]);
    return Float64Array.from(each.flat());
  }
  return scaled(spec.scaling, { pairs, base, width, currentLength });
}

interface Plain {
  readonly pairs: number;
  readonly base: number;
  readonly width: number;
  readonly currentLength: number;
}

function scaled(scaling: Rope["scaling"], plain: Plain): Float64Array {
  const { pairs, base, width, currentLength } = plain;
  const f = powers(pairs, base, width);
  switch (scaling.type) {
    case "none":
      return f;
    case "linear":
      return f.map((each) => each / scaling.factor);
    case "ntk":
      return powers(pairs, base * scaling.factor ** (width / (width - 2)), width);
    case "dynamic": {
      const { factor, originalLength } = scaling;
      const length = Math.max(currentLength, originalLength);
      const grown = (factor * length) / originalLength - (factor - 1);
      return powers(pairs, base * grown ** (width / (width - 2)), width);
    }
    case "llama3":
      return f.map((each) => llama3(each, scaling));
    case "yarn": {
      const ramp = rampOf(scaling, base, width);
      return f.map((each, pair) => each * (1 - ramp(pair) + ramp(pair) / scaling.factor));
    }
    case "longrope": {
      const list = currentLength > scaling.originalLength ? scaling.longFactor : scaling.shortFactor;
      return f.map((each, pair) => each / (list[pair] ?? Number.NaN));
    }
    case "proportional": {
      const turned = Math.floor(scaling.partialRotaryFactor * pairs);
      return f.map((each, pair) => (pair < turned ? each / scaling.factor : 0));
    }
  }
}

function llama3(frequency: number, scaling: Llama3): number {
  const { factor, originalLength, lowFreqFactor, highFreqFactor } = scaling;
  const turns = (originalLength * frequency) / (2 * Math.PI);
  if (turns > highFreqFactor) return frequency;
  if (turns <= lowFreqFactor) return frequency / factor;
  const share = (turns - lowFreqFactor) / (highFreqFactor - lowFreqFactor);
  return ((1 - share) * frequency) / factor + share * frequency;
}

/** How far a pair is slowed down, 0 to 1. */
function rampOf({ originalLength, betaFast, betaSlow, truncate }: Yarn, base: number, width: number) {
  const pairWith = (turns: number) =>
    (width * Math.log(originalLength / (2 * Math.PI * turns))) / (2 * Math.log(base));
  const [first, last] = [pairWith(betaFast), pairWith(betaSlow)];
  const low = Math.max(truncate ? Math.floor(first) : first, 0);
  const end = Math.min(truncate ? Math.ceil(last) : last, width - 1);
  const high = end === low ? end + 0.001 : end;
  return (pair: number) => Math.min(Math.max((pair - low) / (high - low), 0), 1);
}

/** The factor of cosines and sines. */
export function attentionFactorOf({ scaling }: Rope): number {
  if (scaling.type === "longrope") {
    const { attentionFactor, factor, originalLength } = scaling;
    return attentionFactor ?? (factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(originalLength)));
  }
  if (scaling.type !== "yarn") return 1;
  const { attentionFactor, factor, mscale = 0, mscaleAllDim = 0 } = scaling;
  if (attentionFactor !== undefined) return attentionFactor;
  const grown = (weight: number) => (factor <= 1 ? 1 : 0.1 * weight * Math.log(factor) + 1);
  return mscale !== 0 && mscaleAllDim !== 0 ? grown(mscale) / grown(mscaleAllDim) : grown(1);
}

/** The axis whose positions rotate each pair. */
export function axesOf({ rotaryDim, sections, interleavedSections }: Rope): number[] {
  const pairs = rotaryDim / 2;
  if (sections === undefined) return new Array(pairs).fill(0);
  if (!interleavedSections) return sections.flatMap((count, axis) => new Array(count).fill(axis));
  return Array.from({ length: pairs }, (_, pair) => {
    const axis = pair % sections.length;
    return pair < sections.length * sections[axis]! ? axis : 0;
  });
}

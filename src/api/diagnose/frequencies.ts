/** Frequencies of rotary specs in float64, for comparison: the kernels have the same formulas, exactly. */
import type { ResolvedSpec } from "../methods.ts";
import { placesOf } from "../rotary/axes.ts";

export type Rope = ResolvedSpec<"rope">;
export type Scaling = Rope["scaling"];
type Yarn = Extract<Scaling, { type: "yarn" }>;
type Llama3 = Extract<Scaling, { type: "llama3" }>;

/** A rule without fields of its own changes nothing. */
export const isPlain = (scaling: Scaling): boolean => Object.keys(scaling).length < 2;

/** base^(−2i / width) for the first pairs. */
export const powers = (pairs: number, base: number, width: number): Float64Array =>
  Float64Array.from({ length: pairs }, (_, pair) => base ** ((-2 * pair) / width));

/** The frequency of each pair, in radians per position. */
export function frequenciesOf(spec: Rope, width: number = spec.rotaryDim): Float64Array {
  const { base, currentLength, frequencyOfPair } = spec;
  if (spec.restartSections)
    return Float64Array.from(placesOf(spec), ({ index, of }) => base ** ((-2 * index) / (2 * of)));
  const own = scaled(spec.scaling, { pairs: width / 2, base, width, currentLength });
  return frequencyOfPair === undefined ? own : Float64Array.from(frequencyOfPair, (index) => own[index]!);
}

interface Plain {
  readonly pairs: number;
  readonly base: number;
  readonly width: number;
  readonly currentLength: number;
}

type Rules = {
  readonly [Type in Scaling["type"]]: (
    scaling: Extract<Scaling, { type: Type }>,
    plain: Plain,
    f: Float64Array,
  ) => Float64Array;
};

/** The frequencies of each scaling rule, from those without it. */
const rules: Rules = {
  none: (_, __, f) => f,
  linear: ({ factor }, _, f) => f.map((each) => each / factor),
  ntk: ({ factor }, plain) => grown(plain, factor),
  dynamic({ factor, originalLength }, plain) {
    const length = Math.max(plain.currentLength, originalLength);
    return grown(plain, (factor * length) / originalLength - (factor - 1));
  },
  llama3: (scaling, _, f) => f.map((each) => llama3(each, scaling)),
  yarn(scaling, { base, width }, f) {
    const ramp = rampOf(scaling, base, width);
    return f.map((each, pair) => each * (1 - ramp(pair) + ramp(pair) / scaling.factor));
  },
  longrope({ originalLength, longFactor, shortFactor }, { currentLength }, f) {
    const list = currentLength > originalLength ? longFactor : shortFactor;
    return f.map((each, pair) => each / (list[pair] ?? Number.NaN));
  },
  proportional({ partialRotaryFactor, factor }, { pairs }, f) {
    const turned = Math.floor(partialRotaryFactor * pairs);
    return f.map((each, pair) => (pair < turned ? each / factor : 0));
  },
};

function scaled(scaling: Scaling, plain: Plain): Float64Array {
  const rule = rules[scaling.type] as (scaling: Scaling, plain: Plain, f: Float64Array) => Float64Array;
  return rule(scaling, plain, powers(plain.pairs, plain.base, plain.width));
}

/** Powers of a base that is larger by s^(d/(d − 2)). */
const grown = ({ pairs, base, width }: Plain, times: number) =>
  powers(pairs, base * times ** (width / (width - 2)), width);

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

const magnitude = (factor: number, weight: number) => (factor <= 1 ? 1 : 0.1 * weight * Math.log(factor) + 1);

/** The factors of cosines and sines that are not 1. */
const factors: {
  readonly [Type in Scaling["type"]]?: (scaling: Extract<Scaling, { type: Type }>) => number;
} = {
  longrope: ({ attentionFactor, factor, originalLength }) =>
    attentionFactor ?? (factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(originalLength))),
  yarn({ attentionFactor, factor, mscale = 0, mscaleAllDim = 0 }) {
    if (attentionFactor !== undefined) return attentionFactor;
    const isRatio = mscale !== 0 && mscaleAllDim !== 0;
    return isRatio ? magnitude(factor, mscale) / magnitude(factor, mscaleAllDim) : magnitude(factor, 1);
  },
};

/** The factor of cosines and sines. */
export const attentionFactorOf = ({ scaling }: Rope): number =>
  (factors[scaling.type] as ((scaling: Scaling) => number) | undefined)?.(scaling) ?? 1;

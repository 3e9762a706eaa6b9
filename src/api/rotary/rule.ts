/** The frequencies of rotary specs in float64, for comparison: the kernels have the same formulas, exactly. */
import { placesOf } from "./axes.ts";
import { logarithm, power } from "./elementary.ts";
import type { Rope } from "./rope.ts";

/** The fields of a spec that its frequencies depend on. */
type RopeSpec = Omit<Rope, "pairing" | "headDim">;

type Scaling = Rope["scaling"];

/** The effect of a rule on the frequencies. `divided` has a divisor for each pair, such as LongRoPE's chosen list. */
export type Schedule =
  | Exclude<Scaling, { type: "longrope" }>
  | { readonly type: "divided"; readonly divisors: readonly number[] };

export type Of<Type extends Schedule["type"]> = Extract<Schedule, { type: Type }>;

/** A rotation: its base, its channels, and its schedule. */
export interface RopeRule {
  readonly base: number;
  /** Number of channels that are rotated. */
  readonly width: number;
  readonly schedule: Schedule;
  /** The place of each pair in its series of frequencies, and the length of the series; without it, pairs are in order. */
  readonly places?: ReturnType<typeof placesOf>;
  /** Pairs that are not rotated although they have a frequency. */
  readonly still?: readonly number[];
}

/** The rule of a spec for a text of this many tokens. */
export function ruleOf(spec: RopeSpec, tokens: number): RopeRule {
  const { base, rotaryDim: width, scaling } = spec;
  const isPlain = !spec.restartSections && spec.frequencyOfPair === undefined;
  const places = isPlain ? {} : { places: placesOf(spec) };
  if (!("longFactor" in scaling)) return { base, width, schedule: scaling, ...places };
  const divisors = tokens > scaling.originalLength ? scaling.longFactor : scaling.shortFactor;
  return { base, width, schedule: { type: "divided", divisors }, ...places };
}

/** base^(−2i/width), i = 0 … width/2 − 1. */
export const powersOf = (base: number, width: number): number[] =>
  Array.from({ length: Math.floor(width / 2) }, (_, pair) => power(base, (-2 * pair) / width));

/** Radians per position, one for each pair, for a text of this many tokens. */
export function frequenciesOf({ base, width, schedule, places, still }: RopeRule, tokens: number): number[] {
  const scale = scalers[schedule.type] as Scaler<Schedule>;
  const scaled = scale(powersOf(base, width), { base, width, tokens }, schedule);
  const frequencies =
    places?.map(({ index, of, base: own }) =>
      of === scaled.length && own === undefined ? scaled[index]! : power(own ?? base, -index / of),
    ) ?? scaled;
  for (const pair of still ?? []) frequencies[pair] = 0;
  return frequencies;
}

interface Plain {
  base: number;
  width: number;
  tokens: number;
}

type Scaler<S> = (plain: number[], of: Plain, schedule: S) => number[];

const scalers: { readonly [Type in Schedule["type"]]: Scaler<Of<Type>> } = {
  none: (plain) => plain,
  linear: (plain, _, { factor }) => plain.map((f) => f / factor),
  ntk: (_, of, schedule) => powersOf(baseOf(of.base, of, schedule), of.width),
  dynamic: (_, of, schedule) => powersOf(baseOf(of.base, of, schedule), of.width),
  divided: (plain, _, { divisors }) => plain.map((f, pair) => f / divisors[pair]!),
  yarn,
  llama3: (plain, _, schedule) => plain.map((f) => f * llama3Ratio(f, schedule)),
  proportional(plain, _, { partialRotaryFactor, factor }) {
    const rotated = Math.floor(partialRotaryFactor * plain.length);
    return plain.map((f, pair) => (pair < rotated ? f / factor : 0));
  },
};

/** The growth of the base, for rules that change it. */
const growths: { readonly [Type in Schedule["type"]]?: (schedule: Of<Type>, tokens: number) => number } = {
  ntk: ({ factor }) => factor,
  // s n/L − (s − 1), or 1 for texts of at most L tokens
  dynamic: ({ factor, originalLength }, tokens) =>
    tokens <= originalLength ? 1 : (factor * tokens) / originalLength - (factor - 1),
};

/** The base, times growth^(d/(d − 2)) for rules that change it. */
export function baseOf(
  base: number,
  { width, tokens }: Pick<Plain, "width" | "tokens">,
  schedule: Schedule,
): number {
  const growth = growths[schedule.type] as ((schedule: Schedule, tokens: number) => number) | undefined;
  return growth === undefined ? base : base * power(growth(schedule, tokens), width / (width - 2));
}

/** The pairs between which YaRN goes over from f to f / s. */
export function rampOf(schedule: Of<"yarn">, base: number, width: number): [low: number, high: number] {
  const { originalLength, betaFast, betaSlow, truncate } = schedule;
  const pairOf = (rotations: number) =>
    (width * logarithm(originalLength / (rotations * 2 * Math.PI))) / (2 * logarithm(base));
  const ends: [number, number] = [pairOf(betaFast), pairOf(betaSlow)];
  const [low, high] = truncate ? [Math.floor(ends[0]), Math.ceil(ends[1])] : ends;
  return [Math.max(low, 0), Math.min(high, width - 1)];
}

function yarn(plain: readonly number[], { base, width }: Plain, schedule: Of<"yarn">): number[] {
  const [low, top] = rampOf(schedule, base, width);
  // Published programs add this if both ends meet.
  const high = low === top ? top + 0.001 : top;
  return plain.map((f, pair) => {
    const slowed = Math.min(Math.max((pair - low) / (high - low), 0), 1);
    return (f / schedule.factor) * slowed + f * (1 - slowed);
  });
}

/** The factor of a frequency. */
export function llama3Ratio(frequency: number, schedule: Of<"llama3">): number {
  const { factor, originalLength, lowFreqFactor: low, highFreqFactor: high } = schedule;
  const revolutions = (originalLength * frequency) / (2 * Math.PI);
  if (revolutions > high) return 1;
  if (revolutions < low) return 1 / factor;
  const smooth = low === high ? 0 : (revolutions - low) / (high - low);
  return (1 - smooth) / factor + smooth;
}

/** YaRN's factor of cosines and sines, 0.1 m ln s + 1. */
export const yarnMagnitude = (factor: number, mscale = 1): number =>
  factor <= 1 ? 1 : 0.1 * mscale * logarithm(factor) + 1;

/** LongRoPE's: √(1 + ln s / ln L). */
export const longropeMagnitude = (factor: number, originalLength: number): number =>
  factor <= 1 ? 1 : Math.sqrt(1 + logarithm(factor) / logarithm(originalLength));

const magnitudes: {
  readonly [Type in Scaling["type"]]?: (scaling: Extract<Scaling, { type: Type }>, tokens: number) => number;
} = {
  longrope({ factor, originalLength, attentionFactor, shortAttentionFactor }, tokens) {
    const own = (tokens > originalLength ? undefined : shortAttentionFactor) ?? attentionFactor;
    return own ?? longropeMagnitude(factor, originalLength);
  },
  yarn({ factor, attentionFactor, mscale, mscaleAllDim }) {
    if (attentionFactor !== undefined) return attentionFactor;
    if (!mscale || !mscaleAllDim) return yarnMagnitude(factor);
    return yarnMagnitude(factor, mscale) / yarnMagnitude(factor, mscaleAllDim);
  },
};

type Magnitude = (scaling: Scaling, tokens: number) => number;

/** The attention factor of a spec, for a text of this many tokens. */
export const attentionFactorOf = (
  { scaling, currentLength }: Pick<Rope, "scaling" | "currentLength">,
  tokens = currentLength,
): number => (magnitudes[scaling.type] as Magnitude | undefined)?.(scaling, tokens) ?? 1;

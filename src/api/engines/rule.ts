/** The frequencies of a rotary rule in float64. */
import type { ConfigLayer } from "../config.ts";
import { logarithm, power } from "./elementary.ts";

type Scaling = ConfigLayer["scaling"];

/** What a rule does with the frequencies. `divided` has a divisor for each pair, as LongRoPE with its list chosen. */
export type Schedule =
  | Exclude<Scaling, { type: "longrope" }>
  | { readonly type: "divided"; readonly divisors: readonly number[] };

type Of<Type extends Schedule["type"]> = Extract<Schedule, { type: Type }>;

/** A rotation: its base, its channels, and its schedule. */
export interface RopeRule {
  readonly base: number;
  /** Number of channels that are rotated. */
  readonly width: number;
  readonly schedule: Schedule;
  /** The pairs of each axis, if each axis begins again with frequency 1. */
  readonly restart?: readonly number[];
  /** Pairs that are not rotated although they have a frequency. */
  readonly still?: readonly number[];
}

/** The list that LongRoPE uses for texts of a number of tokens. */
export const listFor = (tokens: number, originalLength: number): "short" | "long" =>
  tokens > originalLength ? "long" : "short";

/** The rule of a spec for a text of this many tokens. */
export function ruleOf(spec: ConfigLayer, tokens: number): RopeRule {
  const { base, rotaryDim: width, scaling } = spec;
  const restart = spec.restartSections ? { restart: spec.sections ?? [] } : {};
  if (scaling.type !== "longrope") return { base, width, schedule: scaling, ...restart };
  const isLong = listFor(tokens, scaling.originalLength) === "long";
  const divisors = isLong ? scaling.longFactor : scaling.shortFactor;
  return { base, width, schedule: { type: "divided", divisors }, ...restart };
}

/** base^(−2i/width), i = 0 … width/2 − 1. */
export const powersOf = (base: number, width: number): number[] =>
  Array.from({ length: Math.floor(width / 2) }, (_, pair) => power(base, (-2 * pair) / width));

/** Radians per position, one for each pair, for a text of this many tokens. */
export function frequenciesOf({ base, width, schedule, restart, still }: RopeRule, tokens: number): number[] {
  const plain = restart ? restart.flatMap((pairs) => powersOf(base, 2 * pairs)) : powersOf(base, width);
  const scaled = scaledOf(plain, { base, width, tokens }, schedule);
  for (const pair of still ?? []) scaled[pair] = 0;
  return scaled;
}

interface Plain {
  base: number;
  width: number;
  tokens: number;
}

function scaledOf(plain: number[], { base, width, tokens }: Plain, schedule: Schedule): number[] {
  switch (schedule.type) {
    case "none":
      return plain;
    case "linear":
      return plain.map((f) => f / schedule.factor);
    case "ntk":
      return powersOf(grown(base, width, schedule.factor), width);
    case "dynamic":
      return powersOf(grown(base, width, growthOf(schedule, tokens)), width);
    case "divided":
      return plain.map((f, pair) => f / schedule.divisors[pair]!);
    case "yarn":
      return yarn(plain, { base, width, tokens }, schedule);
    case "llama3":
      return plain.map((f) => f * llama3Ratio(f, schedule));
    case "proportional": {
      const rotated = Math.floor(schedule.partialRotaryFactor * plain.length);
      return plain.map((f, pair) => (pair < rotated ? f / schedule.factor : 0));
    }
  }
}

/** The base of NTK scaling: base · growth^(d/(d − 2)). */
export const grown = (base: number, width: number, growth: number): number =>
  base * power(growth, width / (width - 2));

/** s n/L − (s − 1), or 1 for texts of at most L tokens. */
export const growthOf = ({ factor, originalLength }: Of<"dynamic">, tokens: number): number =>
  tokens <= originalLength ? 1 : (factor * tokens) / originalLength - (factor - 1);

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
  // What the published programs add if both ends meet.
  const high = low === top ? top + 0.001 : top;
  return plain.map((f, pair) => {
    const slowed = Math.min(Math.max((pair - low) / (high - low), 0), 1);
    return (f / schedule.factor) * slowed + f * (1 - slowed);
  });
}

/** What a frequency is multiplied by. */
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

/** The attention factor of a spec. */
export function attentionFactorOf({ scaling }: ConfigLayer): number {
  if (scaling.type === "longrope")
    return scaling.attentionFactor ?? longropeMagnitude(scaling.factor, scaling.originalLength);
  if (scaling.type !== "yarn") return 1;
  const { factor, attentionFactor, mscale, mscaleAllDim } = scaling;
  if (attentionFactor !== undefined) return attentionFactor;
  if (!mscale || !mscaleAllDim) return yarnMagnitude(factor);
  return yarnMagnitude(factor, mscale) / yarnMagnitude(factor, mscaleAllDim);
}

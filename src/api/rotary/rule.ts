/** The frequencies of rotary specs in float64, for comparison: the kernels have the same formulas, exactly. */
import { placesOf } from "./axes.ts";
import { power } from "./elementary.ts";
import type { Rope } from "./rope.ts";
import { scalingRuleOf } from "./scaling.ts";

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
  const scaled = scaledPowers({ base, width, schedule }, tokens);
  const frequencies =
    places?.map(({ index, of, base: own }) =>
      of === scaled.length && own === undefined ? scaled[index]! : power(own ?? base, -index / of),
    ) ?? scaled;
  for (const pair of still ?? []) frequencies[pair] = 0;
  return frequencies;
}

function scaledPowers({ base, width, schedule }: RopeRule, tokens: number): number[] {
  const plain = powersOf(baseOf(base, { width, tokens }, schedule), width);
  if (schedule.type === "divided") return plain.map((f, pair) => f / schedule.divisors[pair]!);
  return scalingRuleOf(schedule).scale?.(plain, schedule, { base, width }) ?? plain;
}

/** The base, times growth^(d/(d − 2)) for rules that change it. */
export function baseOf(
  base: number,
  { width, tokens }: { readonly width: number; readonly tokens: number },
  schedule: Schedule,
): number {
  const growth = schedule.type === "divided" ? undefined : scalingRuleOf(schedule).growth;
  return growth === undefined ? base : base * power(growth(schedule as Scaling, tokens), width / (width - 2));
}

/** The attention factor of a spec, for a text of this many tokens. */
export const attentionFactorOf = (
  { scaling, currentLength }: Pick<Rope, "scaling" | "currentLength">,
  tokens = currentLength,
): number => scalingRuleOf(scaling).attentionFactor?.(scaling, tokens) ?? 1;

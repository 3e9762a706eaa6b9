import type { ResolvedSpec } from "../../src/entries/encodings.ts";
import { doubles } from "./code.ts";

/** The rules that scale RoPE's frequencies for longer texts: their titles, their usual numbers, and their code. */

export type Scaling = ResolvedSpec<"rope">["scaling"];
export type ScheduleName = Scaling["type"];
type ScalingOf<T extends ScheduleName> = Extract<Scaling, { type: T }>;

/** Lengths in tokens. */
export interface Lengths {
  /** Length of the texts of the first training. */
  readonly trained: number;
  /** Length of the text that the model reads now. */
  readonly context: number;
}

export interface Schedule<T extends ScheduleName> {
  readonly title: string;
  /** The rule with the numbers that its paper gives, for a text `factor` times as long as the trained ones. */
  readonly stretched?: (lengths: Lengths, factor: number) => Omit<ScalingOf<T>, "type">;
  /** Python that changes `base` of `d` channels. */
  readonly base?: (spec: ScaledSpec<T>) => string;
  /** Python that changes `frequency` of the pairs `i` of `d` channels. */
  readonly frequency?: (spec: ScaledSpec<T>) => string;
  /** The attention factor as a Python expression. Default 1. */
  readonly attentionFactor?: (spec: ScaledSpec<T>) => string;
}

/** The fields of a rotary spec that formulas use. */
interface ScaledSpec<T extends ScheduleName> {
  readonly scaling: ScalingOf<T>;
  readonly currentLength: number;
  readonly rotaryDim: number;
}

/** The factor of most published configurations of dynamic NTK. */
const USUAL = 2;

/** Share of rotated pairs in Gemma 4. */
const SHARE = 0.25;

/** In the order of figures. */
const schedules: { readonly [T in ScheduleName]: Schedule<T> } = {
  none: { title: "no scaling", stretched: () => ({}) },
  linear: {
    title: "linear",
    stretched: (_, factor) => ({ factor }),
    frequency: ({ scaling: { factor } }) => `frequency = frequency / ${factor}`,
  },
  ntk: {
    title: "NTK-aware",
    stretched: (_, factor) => ({ factor }),
    base: ({ scaling: { factor } }) => `base = base * ${factor} ** (d / (d - 2))`,
  },
  dynamic: {
    title: "dynamic NTK",
    stretched: ({ trained }) => ({ factor: USUAL, originalLength: trained }),
    base: ({ scaling: { factor, originalLength }, currentLength }) =>
      `s, L, n = ${factor}, ${originalLength}, ${currentLength}
base = base * (s * max(n, L) / L - (s - 1)) ** (d / (d - 2))`,
  },
  yarn: {
    title: "YaRN",
    stretched: ({ trained }, factor) => ({
      factor,
      originalLength: trained,
      betaFast: 32,
      betaSlow: 1,
      truncate: true,
    }),
    // A ramp of no length gets the length in the published code: a thousandth of a pair.
    frequency({ scaling: { factor, originalLength, betaFast, betaSlow, truncate } }) {
      const whole = truncate ? "\nlow, high = math.floor(low), math.ceil(high)" : "";
      return `s, L = ${factor}, ${originalLength}
low, high = (d * math.log(L / (2 * math.pi * turns)) / (2 * math.log(base)) for turns in (${betaFast}, ${betaSlow}))${whole}
low, high = max(low, 0), min(high, d - 1)
scaled = ((i - low) / (high - low or 0.001)).clip(0, 1)
frequency = scaled * frequency / s + (1 - scaled) * frequency`;
    },
    attentionFactor({ scaling: { attentionFactor, factor, mscale, mscaleAllDim } }) {
      if (attentionFactor !== undefined) return String(attentionFactor);
      const term = (by: number) => `(0.1 * ${by} * math.log(${factor}) + 1)`;
      return mscale && mscaleAllDim ? `${term(mscale)} / ${term(mscaleAllDim)}` : term(1);
    },
  },
  llama3: {
    title: "Llama 3",
    stretched: ({ trained }, factor) => ({
      factor,
      originalLength: trained,
      lowFreqFactor: 1,
      highFreqFactor: 4,
    }),
    frequency: ({ scaling: { factor, originalLength, lowFreqFactor, highFreqFactor } }) =>
      `s, L, low, high = ${factor}, ${originalLength}, ${lowFreqFactor}, ${highFreqFactor}
kept = ((L * frequency / (2 * math.pi) - low) / (high - low)).clip(0, 1)
frequency = (1 - kept) * frequency / s + kept * frequency`,
  },
  /** Without `stretched`: its divisors come from a search for one model and do not fit others. */
  longrope: {
    title: "LongRoPE",
    frequency({ scaling: { originalLength, longFactor, shortFactor }, currentLength }) {
      const divisors = currentLength > originalLength ? longFactor : shortFactor;
      return `frequency = frequency / ${doubles(divisors)}`;
    },
    attentionFactor({ scaling, currentLength }) {
      const { attentionFactor, shortAttentionFactor, factor, originalLength } = scaling;
      const own = (currentLength > originalLength ? undefined : shortAttentionFactor) ?? attentionFactor;
      return String(own ?? `math.sqrt(1 + math.log(${factor}) / math.log(${originalLength}))`);
    },
  },
  proportional: {
    title: "p-RoPE",
    stretched: () => ({ partialRotaryFactor: SHARE, factor: 1 }),
    frequency({ scaling: { partialRotaryFactor, factor }, rotaryDim }) {
      const rotated = Math.floor((partialRotaryFactor * rotaryDim) / 2);
      return `frequency = (i < ${rotated}) * frequency / ${factor}`;
    },
  },
};

export const SCHEDULES = Object.keys(schedules) as ScheduleName[];

/** The row of the spec's scaling. */
export const scheduleOf = <T extends ScheduleName>({ type }: { readonly type: T }): Schedule<T> =>
  schedules[type];

/** A rule with the numbers of its paper; undefined if they were found by a search for one model. */
export function stretched(type: ScheduleName, lengths: Lengths): Scaling | undefined {
  const numbers = scheduleOf({ type }).stretched?.(lengths, Math.max(1, lengths.context / lengths.trained));
  return numbers && ({ type, ...numbers } as Scaling);
}

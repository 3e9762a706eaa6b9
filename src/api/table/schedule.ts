/**
 * Which frequencies a spec asks for, by the name of the formula and its numbers: what the kernels compute and what the
 * schedule cache keeps. Nothing is computed here but counts.
 */

import { axisWidth } from "../spec/grid.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import {
  type GeometricSchedule,
  type Powers,
  type RecipeSchedule,
  recipe,
  type SinusoidSchedule,
  sinusoidRecipe,
  sinusoidSchedule,
} from "./sinusoid-schedule.ts";

/** The formulas are those of spec/scaling.ts, whose names the fields have. */
export type Schedule =
  | SinusoidSchedule
  | ({ kind: "linear" | "ntk"; factor: number } & Powers)
  | ({ kind: "dynamic"; factor: number; originalLength: number; currentLength: number } & Powers)
  | (Powers & {
      kind: "yarn";
      factor: number;
      originalLength: number;
      betaFast: number;
      betaSlow: number;
      truncate: boolean;
    })
  /** f[i] / divisors[i]. */
  | ({ kind: "divided"; divisors: readonly number[] } & Powers)
  | (Powers & {
      kind: "llama3";
      factor: number;
      originalLength: number;
      lowFreqFactor: number;
      highFreqFactor: number;
    })
  /** The first `turning` pairs at f[i] / factor, the others at 0. */
  | ({ kind: "proportional"; turning: number; factor: number } & Powers)
  /** Each section on its own: base^(−i / sections[s]), i = 0 … sections[s] − 1. */
  | { kind: "restarted"; pairs: number; base: number; sections: readonly number[] };

/** log2 of xPos's ζ for each pair: no frequencies, but computed and kept like them. */
export interface XposExponents {
  kind: "xpos-exponents";
  pairs: number;
  gamma: number;
}

/** Methods that turn pairs by frequencies. */
export type ScheduledMethod = "sinusoidal" | "sine" | "grid" | "rope" | "xpos" | "transformer-xl";

/** Methods that have a float32 recipe. */
export type RecipeMethod = "sinusoidal" | "sine" | "rope";

export function scheduleOf(spec: ResolvedSpec<ScheduledMethod>): Schedule {
  switch (spec.method) {
    case "sinusoidal":
    case "sine":
      return sinusoidSchedule(spec);
    case "transformer-xl":
      return paired(spec.dModel, spec.base);
    case "xpos":
      return paired(spec.rotaryDim, spec.base);
    case "rope":
      return ropeSchedule(spec);
    case "grid":
      return paired(axisWidth(spec), spec.base);
  }
}

/** The frequencies of a spec whose precision is not exact. */
export const recipeOf = (spec: ResolvedSpec<RecipeMethod>): RecipeSchedule<Schedule> =>
  spec.method === "rope" ? recipe(scheduleOf(spec), spec.precision) : sinusoidRecipe(spec);

/** base^(−2i / width). */
export function paired(width: number, base: number): GeometricSchedule {
  return { kind: "geometric", pairs: width / 2, base, numerator: 2, denominator: width };
}

function ropeSchedule({ rotaryDim, base, scaling, sections, ...spec }: ResolvedSpec<"rope">): Schedule {
  const plain = paired(rotaryDim, base);
  if (spec.restartSections && sections) return { kind: "restarted", pairs: plain.pairs, base, sections };
  switch (scaling.type) {
    case "none":
      return plain;
    case "linear":
    case "ntk":
      return { ...plain, kind: scaling.type, factor: scaling.factor };
    case "dynamic": {
      const { factor, originalLength } = scaling;
      if (spec.currentLength <= originalLength) return plain;
      return { ...plain, kind: "dynamic", factor, originalLength, currentLength: spec.currentLength };
    }
    case "yarn": {
      const { factor, originalLength, betaFast, betaSlow, truncate } = scaling;
      return { ...plain, kind: "yarn", factor, originalLength, betaFast, betaSlow, truncate };
    }
    case "longrope": {
      const isLong = spec.currentLength > scaling.originalLength;
      return { ...plain, kind: "divided", divisors: isLong ? scaling.longFactor : scaling.shortFactor };
    }
    case "llama3": {
      const { type: kind, ...numbers } = scaling;
      return { ...plain, kind, ...numbers };
    }
    case "proportional": {
      const turning = Math.floor((scaling.partialRotaryFactor * rotaryDim) / 2);
      return { ...plain, kind: "proportional", turning, factor: scaling.factor };
    }
  }
}

/** Schedules of frequencies: their numbers, and the calls that compute them in memory that stays between calls. */
import { recipes } from "../../bindings/light.ts";
import { type Frequencies, type Frequency, word } from "../../bindings/slots.ts";
import { type Area, frequencies, Kept, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { precision } from "../spec/dimensions.ts";

/** Frequencies by a formula. Its numbers, as text, are the key of the memory that keeps the frequencies. */
export interface Schedule {
  /** The name of the formula. */
  kind: string;
  pairs: number;
  /** The calls that compute them. */
  fill(out: Frequencies): Step[];
}

/** f[i] = base^(−i · numerator / denominator) radians per position, i = 0 … pairs − 1. The other schedules change these. */
export interface Powers {
  pairs: number;
  base: number;
  numerator: number;
  denominator: number;
}

export type PowersSchedule = Schedule & Powers;

export const powersOf = (powers: Powers): PowersSchedule => ({
  kind: "geometric",
  ...powers,
  fill(out) {
    const { base, numerator, denominator } = powers;
    return [step("geometricFrequencies", { out, base, numerator, denominator })];
  },
});

/** base^(−2i / width). */
export const paired = (width: number, base: number): PowersSchedule =>
  powersOf({ pairs: width / 2, base, numerator: 2, denominator: width });

/** f[i] · factor. */
export const scaled = (plain: PowersSchedule, factor: number): Schedule & { factor?: number } =>
  factor === 1
    ? plain
    : {
        ...plain,
        kind: "scaled",
        factor,
        fill: (out) => [...plain.fill(out), step("scaleFrequencies", { frequencies: out, factor })],
      };

export const scheduleArea = (schedule: Schedule): Area<Frequency> =>
  new Kept(JSON.stringify(schedule), frequencies, schedule.pairs, (out) => schedule.fill(out));

/** Rows that the sine kernels make from one state; parts of other sizes take longer. */
export const rowsTogether = 16;

type Precision = (typeof precision)["words"][number];

/** The frequencies of the float32 recipe; kernels/table/recipe.hpp has its steps. */
export const recipeArea = (exact: Schedule, precision: Precision): Area<Float32Array> =>
  new Kept(`${precision} ${JSON.stringify(exact)}`, Float32Array, exact.pairs, (out) => {
    if (exact.kind !== "geometric" || precision === "float32-cast") {
      const unrounded = room(frequencies, exact.pairs);
      return [...exact.fill(unrounded), step("castFrequencies", { frequencies: unrounded, out })];
    }
    const { base, numerator, denominator } = exact as PowersSchedule;
    const recipe = word(recipes, precision === "float32" ? "direct" : "logarithmic");
    return [step("recipeFrequencies", { out, recipe, base, numerator, denominator })];
  });

/** The frequencies of a method. A method has some of these parts. */
export interface FrequencyKernels<Spec> {
  /** The exact frequencies. */
  schedule?(spec: Spec): Schedule;
  /** The frequencies for a precision other than `exact`. The float32 recipe applies the scale of positions later. */
  recipe?(spec: Spec): Area<Float32Array>;
  /** Frequencies that follow no schedule, in radians per position. */
  frequencies?(spec: Spec, engine: Engine): Float64Array<ArrayBuffer>;
}

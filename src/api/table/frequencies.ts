import type { Engine } from "../module/engine.ts";
import { Output } from "../module/memory.ts";
import type { LightModule, Slices } from "../module/module.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { checkSpec, type Spec } from "../spec.ts";
import { isScheduled, notComputed } from "./computed.ts";
import { recipeOf, type Schedule, scheduleOf } from "./schedule.ts";
import type { KeptSchedule } from "./schedule-kernels.ts";
import {
  type RecipeSchedule,
  type SinusoidSpec,
  sinusoidRecipe,
  sinusoidSchedule,
} from "./sinusoid-schedule.ts";

export interface Frequencies<S = Spec> {
  /**
   * How fast each pair of channels turns.
   *
   * @param spec The encoding.
   * @returns A new array of one frequency a pair, in radians per position, each the double nearest to the exact value, or,
   * below 10^−43, within 10^−59 of it. Of a grid, those of one axis before places are normalised; of `fourier`, those of
   * one coordinate; of `random-fourier`, (features, dimensions), row-major. Where `precision` is not `"exact"`, the floats
   * of the recipe, which applies `scale` later.
   * @throws As {@link checkSpec} does, for the spec; RangeError for a spec without frequencies.
   * @example
   * pe.frequencies({ method: "sinusoidal", dModel: 4 }); // Float64Array [1, 0.01]
   */
  frequencies(spec: S): Float64Array<ArrayBuffer>;
}

export function frequencies(engine: Engine): Frequencies["frequencies"] {
  return (given) => {
    const spec = checkSpec(given);
    if (spec.method === "fourier") return octaves(spec);
    if (spec.method === "random-fourier") return randomFrequencies(engine, spec);
    if (!isScheduled(spec)) throw notComputed("method", spec.method, "has no frequencies");
    if (!("precision" in spec) || spec.precision === "exact") return exactRadians(engine, scheduleOf(spec));
    return recipeRadians(engine, recipeOf(spec));
  };
}

/** Those of the methods "sinusoidal" and "sine". */
export const sinusoidFrequencies = (engine: Engine<LightModule>, spec: SinusoidSpec) =>
  spec.precision === "exact"
    ? exactRadians(engine, sinusoidSchedule(spec))
    : recipeRadians(engine, sinusoidRecipe(spec));

const exactRadians = (engine: Engine<LightModule>, schedule: Schedule) =>
  radians(engine, schedule, (module, slices) => module.radians(slices));

const recipeRadians = (engine: Engine<LightModule>, schedule: RecipeSchedule<Schedule>) =>
  radians(engine, schedule, (module, slices) => module.recipeRadians(slices));

function radians(
  engine: Engine<LightModule>,
  schedule: KeptSchedule,
  read: (module: LightModule, slices: Slices) => void,
): Float64Array<ArrayBuffer> {
  const out = new Output(Float64Array, schedule.pairs);
  engine.runWithSchedule(schedule, { param: "pairs", value: schedule.pairs }, [out], read);
  return out.result as Float64Array<ArrayBuffer>;
}

/** Doubling is exact, so each is as near to the exact value as the first. */
function octaves({ octaves, pi }: ResolvedSpec<"fourier">): Float64Array<ArrayBuffer> {
  const list = new Float64Array(octaves);
  for (let k = 0, frequency = pi ? Math.PI : 1; k < octaves; k++, frequency *= 2) list[k] = frequency;
  return list;
}

function randomFrequencies(engine: Engine, spec: ResolvedSpec<"random-fourier">): Float64Array<ArrayBuffer> {
  const { features, dimensions, sigma, seed } = spec;
  const out = new Output(Float64Array, features * dimensions);
  engine.run({ param: "features", value: features }, [out], (module, slices) =>
    module.normalNumbers(slices, sigma, seed),
  );
  return (out.result as Float64Array<ArrayBuffer>).map((turns) => 2 * Math.PI * turns);
}

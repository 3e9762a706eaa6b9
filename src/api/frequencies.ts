import { isScheduled, notComputed } from "./computed.ts";
import type { Engine } from "./engine.ts";
import { Output } from "./memory.ts";
import { recipeOf, scheduleOf } from "./schedule.ts";
import type { ResolvedSpec } from "./spec/methods.ts";
import { checkSpec, type Spec } from "./spec.ts";

export interface Frequencies {
  /**
   * How fast each pair of channels turns.
   *
   * @param spec The encoding.
   * @returns A new array of one frequency a pair, in radians per position, each the double nearest to the exact value. Of a
   * grid, those of one axis before places are normalised; of `fourier`, those of one coordinate; of `random-fourier`,
   * (features, dimensions), row-major. Where `precision` is not `"exact"`, the floats of the recipe, which applies `scale`
   * later.
   * @throws As {@link checkSpec} does, for the spec; RangeError for a spec without frequencies.
   * @example
   * pe.frequencies({ method: "sinusoidal", dModel: 4 }); // Float64Array [1, 0.01]
   */
  frequencies(spec: Spec): Float64Array<ArrayBuffer>;
}

export function frequencies(engine: Engine): Frequencies["frequencies"] {
  return (given) => {
    const spec = checkSpec(given);
    if (spec.method === "fourier") return octaves(spec);
    if (spec.method === "random-fourier") return randomFrequencies(engine, spec);
    if (!isScheduled(spec)) throw notComputed("method", spec.method, "has no frequencies");
    const isExact = !("precision" in spec) || spec.precision === "exact";
    const schedule = isExact ? scheduleOf(spec) : recipeOf(spec);
    const out = new Output(Float64Array, schedule.pairs);
    const size = { param: "pairs", value: schedule.pairs };
    engine.runWithSchedule(schedule, size, [out], (module, slices) =>
      isExact ? module.radians(slices) : module.recipeRadians(slices),
    );
    return out.result as Float64Array<ArrayBuffer>;
  };
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

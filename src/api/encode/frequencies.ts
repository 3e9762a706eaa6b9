import { notComputed } from "../arguments/errors.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { Spec } from "../spec.ts";
import { scheduleArea } from "../table/schedule.ts";
import type { Encodings } from "./encode.ts";

export interface Frequencies<S = Spec> {
  /**
   * The frequency of each pair of channels.
   *
   * @param spec The encoding.
   * @returns A new array of one frequency for each pair, in radians per position, each the double nearest to the exact value,
   * or, below 10^−43, within 10^−59 of it. A grid gives the frequencies of one axis, before places are normalised; `fourier` the
   * frequencies of one coordinate; `random-fourier` (features, dimensions), row-major. If `precision` is not `"exact"`, they are the floats
   * of the float32 recipe, which applies `scale` later.
   * @throws As {@link checkSpec} does, for the spec; RangeError for a spec without frequencies.
   * @example
   * pe.frequencies({ method: "sinusoidal", dModel: 4 }); // Float64Array [1, 0.01]
   */
  frequencies(spec: S): Float64Array<ArrayBuffer>;
}

export function frequencies<S>(
  engine: Engine,
  { checkSpec, kernelsOf }: Encodings,
): Frequencies<S>["frequencies"] {
  return (given) => {
    const spec = checkSpec(given);
    const { frequencies, schedule, recipe } = kernelsOf(spec);
    if (frequencies !== undefined) return frequencies(spec, engine);
    if (schedule === undefined) throw notComputed("method", spec.method, "has no frequencies");
    const exact = schedule(spec);
    const out = new Output(Float64Array, exact.pairs);
    const radians =
      "precision" in spec && spec.precision !== "exact"
        ? step("widen", { floats: recipe!(spec), out })
        : step("radians", { frequencies: scheduleArea(exact), out });
    engine.run({ param: "pairs", value: exact.pairs }, radians);
    return out.result as Float64Array<ArrayBuffer>;
  };
}

import { checkSchedule } from "./computed.ts";
import type { Engine } from "./engine.ts";
import { Output } from "./memory.ts";
import { checkSpec, type Spec } from "./spec.ts";

export interface Frequencies {
  /**
   * How fast each pair of channels turns.
   *
   * @param spec The encoding.
   * @returns A new array of one frequency a pair, in radians per position, each the double nearest to the exact value.
   * @throws As {@link checkSpec} does, for the spec; RangeError for a spec without frequencies.
   * @example
   * pe.frequencies({ method: "sinusoidal", dModel: 4 }); // Float64Array [1, 0.01]
   */
  frequencies(spec: Spec): Float64Array<ArrayBuffer>;
}

export function frequencies(engine: Engine): Frequencies["frequencies"] {
  return (spec) => {
    const schedule = checkSchedule(checkSpec(spec));
    const out = new Output(Float64Array, schedule.pairs);
    const size = { param: "pairs", value: schedule.pairs };
    engine.runWithSchedule(schedule, size, [out], (module, slices) => module.radians(slices));
    return out.result as Float64Array<ArrayBuffer>;
  };
}

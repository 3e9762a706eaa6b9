import { checkNumber, readOptions } from "../arguments/check.ts";
import { notComputed } from "../arguments/errors.ts";
import { kernelsOf } from "../methods.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { checkSpec, type Spec } from "../spec.ts";
import { type Schedule, scheduleArea } from "../table/schedule.ts";

export interface Periods {
  /**
   * The number of positions in which each pair of channels completes one rotation.
   *
   * @param spec Any encoding with frequencies.
   * @returns A new array of one period for each pair, in positions, within 1 ULP of the exact value; Infinity for a pair that
   * does not rotate.
   * @throws As `frequencies` does.
   * @example
   * pe.periods({ method: "sinusoidal", dModel: 4 }); // Float64Array [6.283185307179586, 628.3185307179587]
   */
  periods(spec: Spec): Float64Array<ArrayBuffer>;

  /**
   * The number of pairs that do not complete one rotation within a length.
   *
   * @param spec Any encoding with frequencies.
   * @param options The length.
   * @returns The exact number of pairs with a longer period.
   * @throws As `frequencies` does; TypeError and RangeError for a wrong length.
   * @example
   * pe.unfinishedPairs({ method: "sinusoidal", dModel: 512 }, { length: 512 }); // 133
   */
  unfinishedPairs(
    spec: Spec,
    options: {
      /** In positions, an integer from 0 to 2^53. */
      length: number;
    },
  ): number;
}

/** The exact frequencies of a spec. */
function checkSchedule(given: Spec): Schedule {
  const spec = checkSpec(given);
  const schedule = kernelsOf(spec).schedule?.(spec);
  if (schedule === undefined) throw notComputed("method", spec.method, "has no frequencies");
  if ("precision" in spec && spec.precision !== "exact")
    throw notComputed("precision", spec.precision, "is computed by encode, rotate and frequencies only");
  return schedule;
}

export function periods(engine: Engine): Periods["periods"] {
  return (spec) => {
    const schedule = checkSchedule(spec);
    const out = new Output(Float64Array, schedule.pairs);
    const size = { param: "pairs", value: schedule.pairs };
    engine.run(size, step("periods", { frequencies: scheduleArea(schedule), out }));
    return out.result as Float64Array<ArrayBuffer>;
  };
}

export function unfinishedPairs(engine: Engine): Periods["unfinishedPairs"] {
  return (spec, options) => {
    const schedule = checkSchedule(spec);
    const given = readOptions("options", options, ["length"]);
    const length = checkNumber("length", given.length, { from: 0, to: 2 ** 53, integer: true });
    const size = { param: "pairs", value: schedule.pairs };
    return engine.run(size, step("unfinishedPairs", { frequencies: scheduleArea(schedule), length }));
  };
}

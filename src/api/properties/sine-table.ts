/** Tables of sines and cosines alone, whose properties have closed forms. */

import { amplitudeOf, sinusoidsPlace } from "../additive/sinusoids.ts";
import { rangeError } from "../arguments/errors.ts";
import { type Area, input } from "../module/memory.ts";
import { checkSpec, type ResolvedSpec } from "../spec.ts";
import { checkSchedule, notComputed } from "../table/computed.ts";
import type { Schedule } from "../table/schedule.ts";
import type { SinusoidSpec } from "../table/sinusoid-schedule.ts";

export interface SineTable {
  dModel: number;
  /** Position of the first row. */
  start: number;
  schedule: Schedule;
  /** Factor of all entries. */
  amplitude: number;
  /** Channels that are sines, and channels that are cosines: those of the first pairs. */
  sines: number;
  cosines: number;
  /** The kernels' structs Layout and Columns. */
  layout: Area;
  columns: Area;
}

/** Checks a spec, and that its table is made of sines and cosines alone. */
export function checkSines(given: unknown): SineTable {
  const spec = checkSpec(given);
  if (!isSines(spec))
    throw notComputed("method", spec.method, "has rows other than sines and cosines by position");
  if (spec.precision !== "exact") throw notComputed("precision", spec.precision, "has no exact properties");
  return sineTable(spec);
}

const isSines = (spec: ResolvedSpec): spec is SinusoidSpec =>
  spec.method === "sinusoidal" || spec.method === "sine";

export function sineTable(spec: SinusoidSpec): SineTable {
  const place = sinusoidsPlace(spec);
  const [, , , , sines = 0, cosines = 0] = place;
  return {
    dModel: spec.dModel,
    start: spec.start,
    schedule: checkSchedule(spec),
    amplitude: amplitudeOf(spec),
    sines,
    cosines,
    layout: input(place.subarray(0, 4)),
    columns: input(place.subarray(4)),
  };
}

/** The same, where every sine has its cosine, so that what a shift does depends on the shift alone. */
export function checkPairs(given: unknown): SineTable {
  const table = checkSines(given);
  const { sines, cosines } = table;
  if (sines === cosines) return table;
  const text = `spec must have a cosine for each sine, else no matrix shifts it; got ${sines} sines and ${cosines} cosines`;
  throw rangeError(text, { code: "unsupported", param: "spec", value: given });
}

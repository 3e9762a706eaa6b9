/** What a spec has, for functions that do not take all of them. The others are refused: no number is better than a wrong one. */
import { rangeError } from "../arguments/errors.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { type Schedule, type ScheduledMethod, scheduleOf } from "./schedule.ts";
import type { SinusoidSpec } from "./sinusoid-schedule.ts";

/** A spec whose table is made of sines and cosines, with nothing done to them. */
export function checkTable(spec: ResolvedSpec): SinusoidSpec {
  if (spec.method !== "sinusoidal" && spec.method !== "sine")
    throw notComputed("method", spec.method, "has no table of sines and cosines by position");
  if (spec.precision !== "exact")
    throw notComputed("precision", spec.precision, "is computed by encode only");
  if (spec.method === "sine") return spec;
  const { outputScale, paddingIndex } = spec;
  if (outputScale !== 1) throw notComputed("outputScale", outputScale, "is computed by encode only");
  if (paddingIndex !== undefined)
    throw notComputed("paddingIndex", paddingIndex, "is computed by encode only");
  return spec;
}

/** Which methods have frequencies; the table makes a missing one an error of type. */
const scheduled: Record<ScheduledMethod, true> = {
  sinusoidal: true,
  sine: true,
  grid: true,
  rope: true,
  xpos: true,
  "transformer-xl": true,
};

export const isScheduled = (spec: ResolvedSpec): spec is ResolvedSpec<ScheduledMethod> =>
  spec.method in scheduled;

/** The exact frequencies of a spec. */
export function checkSchedule(spec: ResolvedSpec): Schedule {
  if (!isScheduled(spec)) throw notComputed("method", spec.method, "has no frequencies");
  if ("precision" in spec && spec.precision !== "exact")
    throw notComputed("precision", spec.precision, "is computed by encode, rotate and frequencies only");
  return scheduleOf(spec);
}

export function notComputed(param: string, value: unknown, why: string) {
  return rangeError(`${param} ${value} ${why}`, { code: "unsupported", param, value });
}

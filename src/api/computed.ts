/** Which specs this build has kernels for. The others are refused: no number is better than a wrong one. */
import { rangeError } from "./errors.ts";
import { type GeometricSchedule, type Schedule, type ScheduledMethod, scheduleOf } from "./schedule.ts";
import type { ResolvedSpec } from "./spec/methods.ts";

/** A spec whose table is made of sines and cosines, with nothing done to them. */
export type TableSpec = ResolvedSpec<"sinusoidal">;

export function checkTable(spec: ResolvedSpec): TableSpec {
  if (spec.method !== "sinusoidal") throw notComputed("method", spec.method);
  const { dModel, scale, outputScale, paddingIndex, precision } = spec;
  if (dModel % 2 !== 0) throw notComputed("dModel", dModel);
  if (scale !== 1) throw notComputed("scale", scale);
  if (outputScale !== 1) throw notComputed("outputScale", outputScale);
  if (paddingIndex !== undefined) throw notComputed("paddingIndex", paddingIndex);
  if (precision !== "exact") throw notComputed("precision", precision);
  return spec;
}

/** Which methods have frequencies; the table makes a missing one an error of type. */
const scheduled: Record<ScheduledMethod, true> = {
  sinusoidal: true,
  sine: true,
  rope: true,
  xpos: true,
  fourier: true,
  "transformer-xl": true,
};

const isScheduled = (spec: ResolvedSpec): spec is ResolvedSpec<ScheduledMethod> => spec.method in scheduled;

export function checkSchedule(spec: ResolvedSpec): GeometricSchedule {
  if (!isScheduled(spec)) throw notComputed("method", spec.method);
  if ("precision" in spec && spec.precision !== "exact") throw notComputed("precision", spec.precision);
  if ("scale" in spec && spec.scale !== 1) throw notComputed("scale", spec.scale);
  return computed(scheduleOf(spec));
}

function computed(schedule: Schedule): GeometricSchedule {
  if (schedule.kind === "geometric") return schedule;
  throw notComputed("scaling", schedule.kind);
}

function notComputed(param: string, value: unknown) {
  const text = `${param} ${value} is not computed by this build`;
  return rangeError(text, { code: "unsupported", param, value });
}

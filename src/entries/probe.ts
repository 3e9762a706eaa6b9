/** posenc/probe: a small checkpoint that makes an engine tell its rotation, and the reading of its answers. Without WebAssembly. */

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { ProbeAnswers } from "../models/probe/answers.ts";
export { makeProbe, type Probe, type ProbeOptions } from "../models/probe/make.ts";
export type { ProbePlan } from "../models/probe/plan.ts";
export { type ProbeReading, type ProbeResult, readProbe } from "../models/probe/read.ts";
export type { ProbeLayer } from "../models/probe/read-layer.ts";

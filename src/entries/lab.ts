/** posenc/lab: training of small transformers with several encodings, in browsers and workers. */
import createModule from "../../build/wasm/web/posenc-lab.mjs";
import { lab } from "../api/lab/lab.ts";
import { browserHost } from "../api/module/browser-host.ts";
import { loader } from "../api/module/load.ts";

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { Numbers } from "../api/arguments/numbers.ts";
export type { LabEncoding, LabQueryScale, LabScaling } from "../api/lab/encoding.ts";
export type { EvaluateOptions, LengthResult } from "../api/lab/evaluate.ts";
export type { Lab } from "../api/lab/lab.ts";
export { type LabMethod, labMethods } from "../api/lab/methods.ts";
export type { AttentionOfExample, LabTraining, TrainOptions } from "../api/lab/model.ts";
export type { LabModel, LabOptimiser, StartOptions } from "../api/lab/options.ts";
export type { ProbeOptions, ProbeResult } from "../api/lab/probe.ts";
export type { StepResult } from "../api/lab/session.ts";
export type { RandomNumbers, Task } from "../api/lab/task.ts";
export { type TaskName, taskNames, tasks } from "../api/lab/tasks.ts";
export type { Load, LoadOptions } from "../api/module/load.ts";
export type { WasmSource } from "../api/module/wasm-source.ts";

/** @function */
export const load = loader(
  lab,
  { createModule, defaultWasm: () => new URL("./posenc-lab.wasm", import.meta.url).href },
  browserHost,
);

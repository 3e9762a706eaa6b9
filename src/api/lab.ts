/** posenc/lab: training of small transformers with several encodings, in browsers and workers. */
import createModule from "../../build/wasm/web/posenc-lab.mjs";
import { lab } from "./lab/lab.ts";
import { browserHost } from "./module/browser-host.ts";
import { loader } from "./module/load.ts";

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export type { Numbers } from "./arguments/numbers.ts";
export {
  type LabEncoding,
  type LabMethod,
  type LabQueryScale,
  type LabScaling,
  labMethods,
} from "./lab/encoding.ts";
export type { EvaluateOptions, LengthResult } from "./lab/evaluate.ts";
export type { Lab } from "./lab/lab.ts";
export type { AttentionOfExample, LabTraining, TrainOptions } from "./lab/model.ts";
export type { LabModel, LabOptimiser, StartOptions } from "./lab/options.ts";
export type { ProbeOptions, ProbeResult } from "./lab/probe.ts";
export type { StepResult } from "./lab/session.ts";
export type { RandomNumbers, Task } from "./lab/task.ts";
export { type TaskName, taskNames, tasks } from "./lab/tasks.ts";
export type { Load, LoadOptions } from "./module/load.ts";
export type { WasmSource } from "./module/wasm-source.ts";

/** @function */
export const load = loader(
  { ...lab, createModule, defaultWasm: () => new URL("./posenc-lab.wasm", import.meta.url).href },
  browserHost,
);

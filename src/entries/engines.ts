/** posenc/engines: what programs compute from a config, and where that is written. Without WebAssembly. */

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { EngineFact, EngineSource, ListChoice, Question } from "../models/engines/answer.ts";
export { type CompareOptions, compare, type EngineInfo, engines } from "../models/engines/compare.ts";
export type {
  CacheInfo,
  Comparison,
  EngineColumn,
  LayerComparison,
  ScoreDifference,
} from "../models/engines/comparison.ts";
export { type Parity, type ParityOptions, type ParitySide, parity } from "../models/engines/parity.ts";
export type { AfterPhase, PhaseOrder, PhaseSteps } from "../models/engines/phases.ts";
export {
  type NumberType,
  type SafeLength,
  type SafeLengthOptions,
  safeLength,
} from "../models/engines/safe-length.ts";
export { mostRounding } from "../models/engines/verdict.ts";

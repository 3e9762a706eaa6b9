/** posenc/engines: what programs compute from a config, and where that is written. Without WebAssembly. */

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export type { EngineFact, EngineSource, ListChoice, Question } from "./engines/answer.ts";
export { type CompareOptions, compare, type EngineInfo, engines } from "./engines/compare.ts";
export type {
  CacheInfo,
  Comparison,
  EngineColumn,
  LayerComparison,
  ScoreDifference,
} from "./engines/comparison.ts";
export { type Parity, type ParityOptions, type ParitySide, parity } from "./engines/parity.ts";
export type { AfterPhase, PhaseOrder, PhaseSteps } from "./engines/phases.ts";
export {
  type NumberType,
  type SafeLength,
  type SafeLengthOptions,
  safeLength,
} from "./engines/safe-length.ts";
export { mostRounding } from "./engines/verdict.ts";

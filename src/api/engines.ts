/** posenc/engines: what programs compute from a config, and where that is written. Without WebAssembly. */

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export type { EngineFact, EngineSource, ListChoice, Question } from "./engines/answer.ts";
export {
  type CacheInfo,
  type CompareOptions,
  type Comparison,
  compare,
  type EngineColumn,
  type EngineInfo,
  engines,
  type LayerComparison,
  type ScoreDifference,
} from "./engines/compare.ts";
export type { PhaseOrder } from "./engines/phases.ts";
export {
  type NumberType,
  type SafeLength,
  type SafeLengthOptions,
  safeLength,
} from "./engines/safe-length.ts";

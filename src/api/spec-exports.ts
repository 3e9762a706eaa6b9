/** posenc/spec: specs as data, without WebAssembly. */

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export {
  type AddedPositions,
  type BiasPositions,
  type ConfigLayer,
  type ConfigOptions,
  type ConfigReading,
  type LayerPositions,
  type LayerWindow,
  type ModelPositions,
  modelPositions,
  type PartPositions,
  type QueryScale,
  specFromConfig,
} from "./config.ts";
export { type Layout, type MethodName, type MethodSpec, methods } from "./methods.ts";
export { type PresetName, presets } from "./presets.ts";
export {
  type AdditiveSpec,
  type BiasSpec,
  checkSpec,
  formatSpec,
  type PresetSpec,
  parseSpec,
  type ResolvedSpec,
  type RotarySpec,
  type SinusoidalSpec,
  type Spec,
} from "./spec.ts";
export type { Continued, Padded, TokenIds } from "./tokens/continued.ts";
export { type DualChunkIds, type DualChunkIdsOptions, dualChunkIds } from "./tokens/dual-chunk-ids.ts";
export type { GridIds, GridIdsOptions } from "./tokens/grid-ids.ts";
export type { GridRuleName } from "./tokens/grid-rules.ts";
export type { ImageTextIds, ImageTextIdsOptions } from "./tokens/image-text-ids.ts";
export { type PositionRule, positionIds } from "./tokens/position-ids.ts";
export type { ImageSegment, Segment, TextSegment, VideoSegment } from "./tokens/segments.ts";
export type { TextIds, TextIdsOptions } from "./tokens/text-ids.ts";
export { version } from "./version.ts";

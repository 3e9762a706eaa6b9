/** posenc/spec: specs as data, without WebAssembly. */

export { type ResizeTableOptions, resizeTable } from "../api/additive/resize-table.ts";
export {
  type AddedPositions,
  type BiasPositions,
  type Causality,
  type ConfigLayer,
  type ConfigOptions,
  type ConfigReading,
  type LayerIndexer,
  type LayerPositions,
  type LayerWindow,
  type ModelPositions,
  modelPositions,
  type PartPositions,
  type QueryScale,
  specFromConfig,
} from "../models/reader/model-positions.ts";
export type { Continued, Padded, TokenIds } from "../models/tokens/continued.ts";
export {
  type DualChunkIds,
  type DualChunkIdsOptions,
  dualChunkIds,
} from "../models/tokens/dual-chunk-ids.ts";
export type { GridIds, GridIdsOptions } from "../models/tokens/grid-ids.ts";
export type { GridRuleName } from "../models/tokens/grid-rules.ts";
export type { ImageTextIds, ImageTextIdsOptions } from "../models/tokens/image-text-ids.ts";
export { type PositionRule, positionIds } from "../models/tokens/position-ids.ts";
export type { ImageSegment, Segment, TextSegment, VideoSegment } from "../models/tokens/segments.ts";
export type { TextIds, TextIdsOptions } from "../models/tokens/text-ids.ts";
export * from "./conventions.ts";

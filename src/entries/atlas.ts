/** posenc/atlas: what each model type does with positions, and where that is written. Without WebAssembly. */

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { KeyRotation, LayerMove } from "../models/reader/layer-move.ts";
export { type CachePrecision, type Movable, type MovableOptions, movable } from "../models/reader/movable.ts";
export { recipe } from "../models/reader/recipe.ts";
export { type AtlasKind, type AtlasModel, atlas } from "../models/types/models.ts";
export type { AtlasSource } from "../models/types/sources.ts";

/** posenc/atlas: what each model type does with positions, and where that is written. Without WebAssembly. */

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export { type AtlasKind, type AtlasModel, atlas } from "./atlas/models.ts";
export { recipe } from "./atlas/recipe.ts";
export type { AtlasSource } from "./atlas/sources.ts";

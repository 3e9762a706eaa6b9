/** What posenc exports, but `load`. */
export type { Block, BlockOptions } from "./additive/blocks.ts";
export type { OutOption } from "./additive/encode.ts";
export type { SinusoidalOptions } from "./additive/sinusoidal.ts";
export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export type { Numbers } from "./arguments/numbers.ts";
export type { HeatmapOptions, Interval } from "./heatmap/heatmap.ts";
export { divergingPalette } from "./heatmap/palette.ts";
export type { Light } from "./light.ts";
export { checkLightSpec as checkSpec, type LightSpec } from "./light-spec.ts";
export type { Load, LoadOptions } from "./module/load.ts";
export type { WasmSource } from "./module/wasm-source.ts";
export type { ResolvedSpec, SinusoidalSpec } from "./spec.ts";
export type { Layout } from "./table/placement.ts";
export type { Positions, Rows } from "./table/rows.ts";
export { version } from "./version.ts";

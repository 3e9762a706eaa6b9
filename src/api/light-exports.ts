/** What posenc exports, but `load`. */
export type { Block, BlockOptions } from "./blocks.ts";
export type { OutOption } from "./encode.ts";
export type { ErrorCode, PosencError } from "./errors.ts";
export type { HeatmapOptions, Interval } from "./heatmap.ts";
export type { Light } from "./light.ts";
export { checkLightSpec as checkSpec, type LightSpec } from "./light-spec.ts";
export type { Load, LoadOptions } from "./load.ts";
export type { Numbers } from "./numbers.ts";
export { divergingPalette } from "./palette.ts";
export type { Layout } from "./placement.ts";
export type { Positions, Rows } from "./rows.ts";
export type { SinusoidalOptions } from "./sinusoidal.ts";
export type { ResolvedSpec, SinusoidalSpec } from "./spec.ts";
export { version } from "./version.ts";
export type { WasmSource } from "./wasm-source.ts";

/** All that both entries export, but `load`. */
export type { AttentionOptions, AttentionResult } from "./attention.ts";
export {
  type ConfigLayer,
  type ConfigOptions,
  type ConfigReading,
  specFromConfig,
} from "./config.ts";
export type { EncodeOptions } from "./encode.ts";
export type { ErrorCode, PosencError } from "./errors.ts";
export type { HeatmapOptions, Interval } from "./heatmap.ts";
export type { Load, LoadOptions } from "./load.ts";
export { divergingPalette } from "./palette.ts";
export type { Layout } from "./placement.ts";
export type { Posenc } from "./posenc.ts";
export { type PresetName, presets } from "./presets.ts";
export type { Positions, Rows } from "./rows.ts";
export type { SinusoidalOptions } from "./sinusoidal.ts";
export { type MethodName, type MethodSpec, methods } from "./spec/methods.ts";
export {
  checkSpec,
  type PresetSpec,
  type ResolvedSpec,
  type SinusoidalSpec,
  type Spec,
} from "./spec.ts";
export { formatSpec, parseSpec } from "./spec-text.ts";
export { version } from "./version.ts";
export type { WasmSource } from "./wasm-source.ts";

/** posenc: the sinusoidal encoding alone, in browsers and workers. */
import createModule from "../../build/wasm/web/posenc.mjs";
import { light } from "./light.ts";
import { browserHost } from "./module/browser-host.ts";
import { loader } from "./module/load.ts";

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export type { Numbers } from "./arguments/numbers.ts";
export type { Block, BlockOptions } from "./encode/blocks.ts";
export type { OutOption } from "./encode/encode.ts";
export type { SinusoidalOptions } from "./encode/sinusoidal.ts";
export type { HeatmapOptions, Interval } from "./heatmap/heatmap.ts";
export { divergingPalette } from "./heatmap/palette.ts";
export type { Light } from "./light.ts";
export { checkLightSpec as checkSpec, type LightSpec } from "./light-spec.ts";
export type { Layout } from "./methods.ts";
export type { Load, LoadOptions } from "./module/load.ts";
export type { WasmSource } from "./module/wasm-source.ts";
export type { ResolvedSpec, SinusoidalSpec } from "./spec.ts";
export type { Positions, Rows } from "./table/rows.ts";
export { version } from "./version.ts";

/** @function */
export const load = loader(
  { ...light, createModule, defaultWasm: () => new URL("./posenc.wasm", import.meta.url).href },
  browserHost,
);

/** posenc: the sinusoidal encoding alone, in browsers and workers. */
import createModule from "../../build/wasm/web/posenc.mjs";
import { light } from "../api/light.ts";
import { browserHost } from "../api/module/browser-host.ts";
import { loader } from "../api/module/load.ts";

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { Numbers } from "../api/arguments/numbers.ts";
export type { Block, BlockOptions } from "../api/encode/blocks.ts";
export type { OutOption } from "../api/encode/encode.ts";
export type { SinusoidalOptions } from "../api/encode/sinusoidal.ts";
export type { HeatmapOptions, Interval } from "../api/heatmap/heatmap.ts";
export { divergingPalette } from "../api/heatmap/palette.ts";
export type { Light } from "../api/light.ts";
export { checkLightSpec as checkSpec, type LightSpec } from "../api/light-spec.ts";
export type { Layout } from "../api/methods.ts";
export type { Load, LoadOptions } from "../api/module/load.ts";
export type { WasmSource } from "../api/module/wasm-source.ts";
export type { ResolvedSpec, SinusoidalSpec } from "../api/spec.ts";
export type { Positions, Rows } from "../api/table/rows.ts";
export { version } from "../api/version.ts";

/** @function */
export const load = loader(
  light,
  { createModule, defaultWasm: () => new URL("./posenc.wasm", import.meta.url).href },
  browserHost,
);

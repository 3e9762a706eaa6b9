/** posenc/rotary: rotary embeddings alone, in browsers and workers. */
import createModule from "../../build/wasm/web/posenc-rotary.mjs";
import { browserHost } from "../api/module/browser-host.ts";
import { loader } from "../api/module/load.ts";
import { ropeAlone } from "../api/rope-alone.ts";

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { Numbers } from "../api/arguments/numbers.ts";
export type { Load, LoadOptions } from "../api/module/load.ts";
export type { WasmSource } from "../api/module/wasm-source.ts";
export {
  checkRopeSpec as checkSpec,
  type RopeFields,
  type RopeSpec,
  type Rotary,
} from "../api/rope-alone.ts";
export type { RotaryCosSin, RotaryTableOptions } from "../api/rotate/rotary-table.ts";
export type { RotateOptions } from "../api/rotate/rotate.ts";
export type { ResolvedSpec } from "../api/spec.ts";
export type { Positions } from "../api/table/rows.ts";
export { version } from "../api/version.ts";

/** @function */
export const load = loader(
  ropeAlone,
  { createModule, defaultWasm: () => new URL("./posenc-rotary.wasm", import.meta.url).href },
  browserHost,
);

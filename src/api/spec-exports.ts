/** What posenc/spec exports: specs as data, without WebAssembly. */

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export {
  type ConfigLayer,
  type ConfigOptions,
  type ConfigReading,
  specFromConfig,
} from "./config.ts";
export { type PresetName, presets } from "./presets.ts";
export { type MethodName, type MethodSpec, methods } from "./spec/methods.ts";
export {
  checkSpec,
  formatSpec,
  type PresetSpec,
  parseSpec,
  type ResolvedSpec,
  type SinusoidalSpec,
  type Spec,
} from "./spec.ts";
export type { Layout } from "./table/placement.ts";
export { version } from "./version.ts";

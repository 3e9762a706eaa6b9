/** What posenc/spec exports: specs as data, without WebAssembly. */
export {
  type ConfigLayer,
  type ConfigOptions,
  type ConfigReading,
  specFromConfig,
} from "./config.ts";
export type { ErrorCode, PosencError } from "./errors.ts";
export type { Layout } from "./placement.ts";
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
export { version } from "./version.ts";

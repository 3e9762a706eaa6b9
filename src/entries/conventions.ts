/** Every convention as data, and what all entries that have them share. */

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export { type Layout, type MethodName, type MethodSpec, methods } from "../api/methods.ts";
export { type PresetName, presets } from "../api/presets.ts";
export {
  type AdditiveSpec,
  type BiasSpec,
  checkSpec,
  formatSpec,
  type PresetSpec,
  parseSpec,
  type ResolvedSpec,
  type RotarySpec,
  type SinusoidalSpec,
  type Spec,
} from "../api/spec.ts";
export { version } from "../api/version.ts";

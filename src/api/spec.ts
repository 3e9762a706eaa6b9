/** The spec of an encoding: plain data, its check and its types. Needs no WebAssembly. */
import { checkNames, checkWord, readFields, show } from "./check.ts";
import { rangeError } from "./errors.ts";
import { type PresetName, type PresetSpec, presets } from "./presets.ts";
import { type MethodName, type MethodSpec, methodNames, type ResolvedSpec, rowOf } from "./spec/methods.ts";
import { type Read, resolve } from "./spec/resolve.ts";

export type { PresetSpec } from "./presets.ts";
export type { ResolvedSpec } from "./spec/methods.ts";

/** The sinusoidal encoding and its conventions. */
export type SinusoidalSpec = MethodSpec<"sinusoidal">;

/** Any encoding of this package, as plain data: a method with its fields, or a preset with the fields it leaves open. */
export type Spec = MethodSpec | PresetSpec;

export const presetNames = Object.keys(presets) as PresetName[];

/** The version of the fields' names and meanings. */
export const specVersion = 1;

/**
 * Checks a spec of unknown origin, and fills in its defaults.
 *
 * @param spec A {@link Spec}, or anything else.
 * @returns A new frozen object with every field of the spec.
 * @throws TypeError for a field that is missing, unknown or of another type; RangeError for one out of range, or that does
 * not go with the others.
 * @example
 * checkSpec({ method: "sinusoidal", dModel: 512 }).base; // 10000
 */
export function checkSpec<M extends MethodName>(spec: MethodSpec<M>): ResolvedSpec<M>;
export function checkSpec(spec: unknown): ResolvedSpec;
export function checkSpec(spec: unknown): ResolvedSpec {
  const given = readFields("spec", spec);
  checkVersion(given.get("version"));
  return given.get("preset") === undefined ? checkFields(given) : checkPreset(given);
}

function checkVersion(version: unknown): void {
  if (version === undefined || version === specVersion) return;
  const text = `version must be ${specVersion}, the only one there is; got ${show(version)}`;
  throw rangeError(text, { code: "range", param: "version", value: version });
}

function checkFields(given: Read): ResolvedSpec {
  const method = checkWord("method", given.get("method"), methodNames);
  const row = rowOf(method);
  checkNames(`the method "${method}"`, given, ["version", "preset", "method", ...Object.keys(row.fields)]);
  return Object.freeze({ version: specVersion, method, ...resolve(row, given) }) as ResolvedSpec;
}

function checkPreset(given: Read): ResolvedSpec {
  const name = checkWord("preset", given.get("preset"), presetNames);
  const { spec, open } = presets[name];
  checkNames(`the preset "${name}"`, given, ["version", "preset", ...open]);
  const opened = (open as readonly string[]).map((field) => [field, given.get(field)] as const);
  return checkFields(new Map([...Object.entries(spec), ...opened]));
}

/** A rotary encoding among the options of a call. */
import type { PresetName, PresetSpec, presets } from "../presets.ts";
import { type MethodSpec, methods, type RotaryMethod } from "../spec/methods.ts";
import { checkSpec } from "../spec.ts";
import { checkRotary, type RotarySpec } from "./rotary.ts";

type RotaryPreset = {
  [N in PresetName]: (typeof presets)[N]["spec"]["method"] extends RotaryMethod ? N : never;
}[PresetName];

/** A rotary encoding among the options of a call: its fields, where `method` may be left out for RoPE, or its preset. */
export type RotaryFields =
  | (Omit<MethodSpec<"rope">, "method"> & { method?: "rope" | undefined; preset?: undefined })
  | MethodSpec<"xpos">
  | Extract<PresetSpec, { preset: RotaryPreset }>;

/** What may name a rotary encoding. */
export const rotaryNames: readonly string[] = [
  "version",
  "preset",
  "method",
  ...Object.keys(methods.rope.fields),
  ...Object.keys(methods.xpos.fields).filter((name) => !(name in methods.rope.fields)),
];

/** The fields of the spec among the options; without a name, they are those of RoPE. */
export function rotarySpec(given: Record<string, unknown>): RotarySpec {
  const fields = Object.fromEntries(rotaryNames.map((name) => [name, given[name]]));
  const named = fields.method !== undefined || fields.preset !== undefined;
  return checkRotary(checkSpec(named ? fields : { ...fields, method: "rope" }));
}

/** A rotary encoding among the options of a call. */
import type { GivenFields, MethodSpec, RotaryMethod } from "../methods.ts";
import type { OpenFields, PresetSpec, PresetsOf, Rounding } from "../presets.ts";
import { rope } from "../rotary/rope.ts";
import { xpos } from "../rotary/xpos.ts";
import { type CheckSpec, checkRotary, type ResolvedRotary } from "./rotary.ts";

/** The fields that `rope` and `xpos` have in common. */
export type SharedFields = Pick<GivenFields<"rope">, keyof GivenFields<"rope"> & keyof GivenFields<"xpos">>;

/** The fields of `rope` alone. Those that presets leave open are taken from there: `precision`, and a field of "phi-3". */
type RopeFields = Rounding<"rope"> &
  OpenFields<"phi-3"> &
  Omit<MethodSpec<"rope">, keyof SharedFields | "precision" | keyof OpenFields<"phi-3"> | "method"> & {
    /** The encoding. Default `"rope"`. */
    method?: "rope" | undefined;
  };

/**
 * The rotary encoding of a call. Every field comes from the same member in all types that have it: editors show no comment
 * for a field that is declared twice.
 */
export type RotaryFieldsWith<Shared> =
  | (Shared & (RopeFields | Omit<MethodSpec<"xpos">, keyof SharedFields>))
  | PresetSpec<PresetsOf<RotaryMethod>>;

/** A rotary encoding among the options of a call: its fields, for RoPE without `method` if you like, or a preset. */
export type RotaryFields = RotaryFieldsWith<SharedFields>;

/** The options that describe a rotary encoding. */
export const rotaryNames: readonly string[] = [
  "version",
  "preset",
  "method",
  ...Object.keys(rope.fields),
  ...Object.keys(xpos.fields).filter((name) => !(name in rope.fields)),
];

/** The spec among the options. Without a method or a preset it is RoPE. */
export function rotarySpec(given: Record<string, unknown>, checkSpec: CheckSpec): ResolvedRotary {
  const fields: Record<string, unknown> = {};
  for (const name of rotaryNames) if (given[name] !== undefined) fields[name] = given[name];
  const named = fields.method !== undefined || fields.preset !== undefined;
  return checkRotary(checkSpec(named ? fields : { ...fields, method: "rope" }));
}

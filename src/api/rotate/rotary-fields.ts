/** A rotary encoding among the options of a call. */
import { type GivenFields, type MethodSpec, methods, type RotaryMethod } from "../methods.ts";
import type { OpenFields, PresetSpec, PresetsOf, Rounding } from "../presets.ts";
import { checkSpec } from "../spec.ts";
import { checkRotary, type ResolvedRotary } from "./rotary.ts";

/** The fields that `rope` and `xpos` have in common. */
export type SharedFields = Pick<GivenFields<"rope">, keyof GivenFields<"rope"> & keyof GivenFields<"xpos">>;

/** Apart from the others are the fields that presets of RoPE have, too: all of them `precision`, one of them another. */
type RopeFields = Rounding<"rope"> &
  OpenFields<"phi-3"> &
  Omit<MethodSpec<"rope">, keyof SharedFields | "precision" | keyof OpenFields<"phi-3"> | "method"> & {
    /** The encoding. Default `"rope"`. */
    method?: "rope" | undefined;
  };

/**
 * The rotary encoding of a call. Each field is one member of all the types that have it: editors show no comment where they
 * find two.
 */
export type RotaryFieldsWith<Shared> =
  | (Shared & (RopeFields | Omit<MethodSpec<"xpos">, keyof SharedFields>))
  | PresetSpec<PresetsOf<RotaryMethod>>;

/** A rotary encoding among the options of a call: its fields, of which `method` may be left out for RoPE, or its preset. */
export type RotaryFields = RotaryFieldsWith<SharedFields>;

/** What may name a rotary encoding. */
export const rotaryNames: readonly string[] = [
  "version",
  "preset",
  "method",
  ...Object.keys(methods.rope.fields),
  ...Object.keys(methods.xpos.fields).filter((name) => !(name in methods.rope.fields)),
];

/** The fields of the spec among the options; without a name, they are those of RoPE. */
export function rotarySpec(given: Record<string, unknown>): ResolvedRotary {
  const fields = Object.fromEntries(rotaryNames.map((name) => [name, given[name]]));
  const named = fields.method !== undefined || fields.preset !== undefined;
  return checkRotary(checkSpec(named ? fields : { ...fields, method: "rope" }));
}

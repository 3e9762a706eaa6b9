/** Frequencies of rotary specs, and of powers for fits. */
import type { ResolvedSpec } from "../../../api/methods.ts";
import { frequenciesOf as frequenciesOfRule, ruleOf } from "../../../api/rotary/rule.ts";

export type Rope = ResolvedSpec<"rope">;
/** A rotation whose pairing may not be known: its frequencies do not depend on it. */
export type Unpaired = Omit<Rope, "pairing"> & Partial<Pick<Rope, "pairing">>;
export type Scaling = Rope["scaling"];

/** A rule without fields of its own changes nothing. */
export const isPlain = (scaling: Scaling): boolean => Object.keys(scaling).length < 2;

/** base^(−2i / width) for the first pairs. */
export const powers = (pairs: number, base: number, width: number): Float64Array =>
  Float64Array.from({ length: pairs }, (_, pair) => base ** ((-2 * pair) / width));

/** The frequency of each pair, in radians per position. */
export function frequenciesOf(spec: Unpaired, width: number = spec.rotaryDim): Float64Array {
  const tokens = spec.currentLength;
  return Float64Array.from(frequenciesOfRule(ruleOf({ ...spec, rotaryDim: width }, tokens), tokens));
}

/** A conflict that only another scaling type settles. */
import type { Conflict } from "../../spec/rules.ts";

export function otherRule(type: string, widths: string): Conflict {
  const expected = `another rule than "${type}" if rotaryDim is ${widths}`;
  return { param: "scaling", value: type, expected, instead: { type: "none" } };
}

/** Of types whose exponent is d/(d − 2): it must not divide by zero. */
export const noExponent = (spec: { rotaryDim: number; scaling: { type: string } }): Conflict | undefined =>
  spec.rotaryDim === 2 ? otherRule(spec.scaling.type, "2, as its exponent is d/(d − 2)") : undefined;

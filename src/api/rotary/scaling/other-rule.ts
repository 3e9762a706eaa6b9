/** A conflict that only another scaling type resolves. */
import type { Conflict } from "../../spec/rules.ts";

export function otherRule(type: string, widths: string): Conflict {
  const expected = `a rule other than "${type}" if rotaryDim is ${widths}`;
  return { param: "scaling", value: type, expected, instead: { type: "none" } };
}

/** For types with the exponent d/(d − 2): its divisor must not be 0. */
export const noExponent = (spec: { rotaryDim: number; scaling: { type: string } }): Conflict | undefined =>
  spec.rotaryDim === 2 ? otherRule(spec.scaling.type, "2, because its exponent is d/(d − 2)") : undefined;

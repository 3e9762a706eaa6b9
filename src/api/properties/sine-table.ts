/** Tables of sines and cosines alone, whose properties have closed forms. */
import type { Sines } from "../additive/encoder.ts";
import { notComputed, rangeError } from "../arguments/errors.ts";
import { kernelsOf } from "../methods.ts";
import { checkSpec } from "../spec.ts";

/** Checks a spec, and that its table is made of sines and cosines alone. */
export function checkSines(given: unknown): Sines {
  const spec = checkSpec(given);
  const sines = kernelsOf(spec).sines?.(spec);
  if (sines === undefined)
    throw notComputed("method", spec.method, "has rows other than sines and cosines by position");
  if (sines.precision !== "exact") throw notComputed("precision", sines.precision, "has no exact properties");
  return sines;
}

/** The table, if every sine in it has its cosine: then the effect of a shift depends on the shift alone. */
export function checkPairs(given: unknown): Sines {
  const table = checkSines(given);
  const { sines, cosines } = table.place.columns;
  if (sines === cosines) return table;
  const text = `spec must have a cosine for each sine, else no matrix shifts it; got ${sines} sines and ${cosines} cosines`;
  throw rangeError(text, { code: "unsupported", param: "spec", value: given });
}

/** Tables of sines and cosines only, whose properties have closed forms. */
import type { Sines } from "../additive/encoder.ts";
import { notComputed, rangeError } from "../arguments/errors.ts";
import { kernelsOf } from "../methods.ts";
import { checkSpec } from "../spec.ts";

/** Checks a spec; throws unless its table has sines and cosines only. */
export function checkSines(given: unknown): Sines {
  const spec = checkSpec(given);
  const sines = kernelsOf(spec).sines?.(spec);
  if (sines === undefined)
    throw notComputed("method", spec.method, "does not consist of sines and cosines by position");
  if (sines.precision !== "exact") throw notComputed("precision", sines.precision, "has no exact properties");
  return sines;
}

/** Throws unless every sine in the table has its cosine: only then is a shift the same at every position. */
export function checkPairs(given: unknown): Sines {
  const table = checkSines(given);
  const { sines, cosines } = table.place.columns;
  if (sines === cosines) return table;
  const text = `spec must have a cosine for each sine, because otherwise no matrix shifts its table; got ${sines} sines and ${cosines} cosines`;
  throw rangeError(text, { code: "unsupported", param: "spec", value: given });
}

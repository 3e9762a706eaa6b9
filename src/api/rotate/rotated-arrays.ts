/** Remembers which arrays `rotate`, `rotateBy` and `rerotate` have made, so that attention does not rotate them once more. */
import { typeError } from "../arguments/errors.ts";

const arrays = new WeakSet<object>();

/** An array that the caller supplies may be filled anew, so only new ones are remembered. */
export function rememberRotated<A extends object | undefined>(array: A): A {
  if (array !== undefined) arrays.add(array);
  return array;
}

export function checkUnrotated(param: string, array: unknown): void {
  if (typeof array !== "object" || array === null || !arrays.has(array)) return;
  const text = `${param} was rotated already, and rotary would rotate it again; leave rotary out, or pass a copy of ${param} if that is meant`;
  throw typeError(text, { code: "conflict", param, value: array });
}

/** Remembers the memory that `rotate`, `rotateBy` and `rerotate` have made, so that attention does not rotate it once more. */
import { bufferOf } from "../arguments/buffers.ts";
import { kindOf } from "../arguments/check.ts";
import { typeError } from "../arguments/errors.ts";

/** Buffers, not arrays: a subarray or another view of the result is rotated, too. */
const buffers = new WeakSet<ArrayBufferLike>();

/** Remembers a new array, which fills its buffer. Arrays of the caller are not remembered, because the caller may refill them. */
export function rememberRotated<A extends ArrayBufferView | undefined>(array: A): A {
  if (array !== undefined) buffers.add(array.buffer);
  return array;
}

export function checkUnrotated(param: string, array: unknown): void {
  if (kindOf(array) !== "Float32Array" || !buffers.has(bufferOf.call(array))) return;
  const text = `${param} is rotated already, and rotary would rotate it again; leave rotary out, or pass a copy of ${param} to rotate it twice`;
  throw typeError(text, { code: "conflict", param, value: array });
}

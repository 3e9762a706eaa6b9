/** Arrays with the same bytes are equal. Vitest would compare them number by number, which takes seconds for a million. */
import { expect } from "vitest";

expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return undefined;
    if (one.constructor !== other.constructor || one.byteLength !== other.byteLength) return undefined;
    return bytesOf(one).equals(bytesOf(other)) ? true : undefined; // Vitest decides, and says what differs
  },
]);

const bytesOf = (view: ArrayBufferView) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);

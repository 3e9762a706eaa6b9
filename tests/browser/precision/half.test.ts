import { describe, expect, test } from "vitest";
import { BFLOAT16, FLOAT16, rounded } from "../../../web/elements/precision/precision-shown.ts";

/** Rounding to the formats of 16 bits, against every number of the format, decoded from its bits. */

/** All finite numbers of a format from 0 up, by their bits. */
function numbersOf(exponentBits: number, fractionBits: number): number[] {
  const bias = 2 ** (exponentBits - 1) - 1;
  const count = (2 ** exponentBits - 1) * 2 ** fractionBits;
  return Array.from({ length: count }, (_, bits) => {
    const fraction = (bits % 2 ** fractionBits) / 2 ** fractionBits;
    const exponent = Math.floor(bits / 2 ** fractionBits);
    return exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias);
  });
}

describe.each([
  ["float16", FLOAT16, 5, 10],
  ["bfloat16", BFLOAT16, 8, 7],
] as const)("%s", (_, format, exponentBits, fractionBits) => {
  const numbers = numbersOf(exponentBits, fractionBits);

  test("every number of the format and its negative stay as they are", () => {
    for (const value of numbers) {
      if (rounded(value, format) !== value) expect.fail(`${value} became ${rounded(value, format)}`);
      if (rounded(-value, format) !== -value) expect.fail(`${-value} became ${rounded(-value, format)}`);
    }
  });

  test("a value between two numbers is rounded to the nearer one, and in the middle to the even one", () => {
    for (let bits = 0; bits + 1 < numbers.length; bits++) {
      const [below, above] = [numbers[bits] as number, numbers[bits + 1] as number];
      const step = above - below;
      const even = bits % 2 === 0 ? below : above;
      const expected = [
        [below + step / 2, even],
        [below + step * 0.499, below],
        [below + step * 0.501, above],
      ] as const;
      for (const [value, nearest] of expected) {
        if (rounded(value, format) !== nearest)
          expect.fail(`${value} became ${rounded(value, format)}, expected ${nearest}`);
      }
    }
  });

  test("a value half a step or more beyond the largest number becomes infinite", () => {
    const [last, largest] = numbers.slice(-2) as [number, number];
    const half = (largest - last) / 2;
    expect(format.largest).toBe(largest);
    expect(rounded(largest + half * 0.99, format)).toBe(largest);
    expect(rounded(largest + half, format)).toBe(Number.POSITIVE_INFINITY);
    expect(rounded(-largest - half, format)).toBe(Number.NEGATIVE_INFINITY);
    expect(rounded(Number.NaN, format)).toBeNaN();
  });
});

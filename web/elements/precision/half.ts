/**
 * A number format of 16 bits. Rounding is to the nearest number, ties to even.
 *
 * Source: IEEE 754-2019, binary16; bfloat16 is the upper half of a binary32.
 */
export interface Format {
  /** Adding it to a number from 1 to 2, and subtracting it, rounds to the nearest number of the format. */
  readonly shift: number;
  /** The smallest normal number. Smaller numbers have the same spacing. */
  readonly leastNormal: number;
  /** The largest finite number; larger results become infinite. */
  readonly largest: number;
}

export const FLOAT16: Format = { shift: shiftOf(11), leastNormal: 2 ** -14, largest: 65504 };
export const BFLOAT16: Format = { shift: shiftOf(8), leastNormal: 2 ** -126, largest: 2 ** 128 - 2 ** 120 };

/** A double has 53 significant bits. In a sum with this number, a number from 1 to 2 keeps only `bits` of them. */
function shiftOf(bits: number): number {
  return 1.5 * 2 ** (53 - bits);
}

/** The nearest number of a format. */
export function rounded(value: number, { shift, leastNormal, largest }: Format): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const scaled = Math.max(powerBelow(value), leastNormal) * shift;
  const nearest = value + scaled - scaled;
  return Math.abs(nearest) > largest ? Math.sign(value) * Number.POSITIVE_INFINITY : nearest;
}

const word = new DataView(new ArrayBuffer(8));

/** 2^⌊log₂|value|⌋ of a normal double: its exponent bits alone. */
function powerBelow(value: number): number {
  word.setFloat64(0, value);
  word.setUint32(0, word.getUint32(0) & 0x7ff00000);
  word.setUint32(4, 0);
  return word.getFloat64(0);
}

/**
 * Numbers rounded to the formats of 16 bits, ties to even.
 *
 * Source: IEEE 754-2019, binary16; bfloat16 is the upper half of a binary32.
 */
export interface Format {
  /** Significant bits, the leading one included. */
  readonly bits: number;
  /** Exponent of the smallest normal number; smaller ones have fewer bits. */
  readonly leastExponent: number;
  /** Anything that rounds to more becomes infinite. */
  readonly largest: number;
}

export const FLOAT16: Format = { bits: 11, leastExponent: -14, largest: 65504 };
export const BFLOAT16: Format = { bits: 8, leastExponent: -126, largest: 2 ** 128 - 2 ** 120 };

/** Added to a number below 2^51 and taken off again, it leaves the nearest integer: doubles end at the units there. */
const UNITS = 1.5 * 2 ** 52;

/** The nearest number of a format. */
export function rounded(value: number, { bits, leastExponent, largest }: Format): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const unit = 2 ** (Math.max(exponentOf(value), leastExponent) - bits + 1);
  const nearest = (value / unit + UNITS - UNITS) * unit;
  return Math.abs(nearest) > largest ? Math.sign(value) * Number.POSITIVE_INFINITY : nearest;
}

const word = new DataView(new ArrayBuffer(8));

/** ⌊log₂|value|⌋ of a normal double, from its bits: a logarithm may be off by one at powers of two. */
function exponentOf(value: number): number {
  word.setFloat64(0, value);
  return ((word.getUint16(0) >> 4) & 0x7ff) - 1023;
}

/** Sizes that many functions take, and how they follow from array lengths. */
import type { NumberRule } from "./check.ts";
import { rangeError } from "./errors.ts";

/** A count. */
export const countRule: NumberRule = { from: 0, to: Number.MAX_SAFE_INTEGER, integer: true };

/** Heads of a layer; channels of a head or of a row. */
export const widthRule: NumberRule = { from: 1, to: 65536, integer: true };

/** Columns of a matrix of any kind. */
export const columnsRule: NumberRule = { from: 1, to: 2 ** 31 - 1, integer: true };

/** A factor for floats: above the largest float32, every result would be infinite. */
export const factorRule: NumberRule = { from: -3.4e38, to: 3.4e38 };

/** The number of groups of `entries` in an array; `meaning` says where the size of a group comes from. */
export function countIn(param: string, length: number, entries: number, meaning: string): number {
  if (length % entries === 0) return length / entries;
  const text = `the length of ${param} must be a multiple of ${meaning} = ${entries}; got ${length}`;
  throw rangeError(text, { code: "length", param, value: length });
}

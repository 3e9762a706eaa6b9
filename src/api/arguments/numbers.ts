/** Checks lists of numbers: plain arrays, and typed arrays except BigInt arrays. */
import { checkArray, type TypeName, typedArrays } from "./buffers.ts";
import { checkNumber, guarded, kindOf, type NumberRule, wrongType } from "./check.ts";
import { countRule } from "./sizes.ts";

/** An array of numbers, or a typed array except a BigInt array. */
export type Numbers =
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** A list whose numbers have not been read yet. */
export interface NumberList {
  readonly count: number;
  /** The numbers, each read once and checked. */
  read(rule: NumberRule): Float64Array<ArrayBuffer>;
}

/** Checks the kind of a list and its length, so that a list that is too long is refused before it is copied. */
export function checkList(param: string, value: unknown): NumberList {
  const list = listOf(param, value);
  const length = guarded(param, value, () => list.length);
  const count = checkNumber(`${param}.length`, length, countRule);
  return { count, read: (rule) => readEach(param, list, count, rule) };
}

/** The caller's plain array itself, or a plain view of a typed array. */
function listOf(param: string, value: unknown): ArrayLike<unknown> {
  const kind = kindOf(value);
  if (kind === "Array") return value as unknown[];
  if (typedArrays.includes(kind as TypeName)) return checkArray(param, value, typedArrays);
  throw wrongType(param, "an array of numbers", value);
}

function readEach(param: string, list: ArrayLike<unknown>, count: number, rule: NumberRule) {
  const values = new Float64Array(count);
  const { from, to, integer = false } = rule;
  for (let i = 0; i < count; i++) {
    const value = guarded(param, list, () => list[i]);
    const fits = typeof value === "number" && value >= from && value <= to;
    const plain = fits && (!integer || Number.isInteger(value));
    values[i] = plain ? value : checkNumber(`${param}[${i}]`, value, rule);
  }
  return values;
}

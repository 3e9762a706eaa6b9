/** Checks of typed arrays. Their fields are read by the built-in getters, so that overridden ones change nothing. */
import { kindOf, wrongType } from "./check.ts";
import { rangeError, typeError } from "./errors.ts";

const prototype = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (name: string) => Object.getOwnPropertyDescriptor(prototype, name)!.get!;
const bufferOf = getter("buffer");
const byteOffsetOf = getter("byteOffset");
const lengthOf = getter("length");

const types = {
  Float32Array,
  Float64Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Uint8Array,
  Uint8ClampedArray,
  Uint16Array,
  Uint32Array,
};
type Types = typeof types;
export type TypeName = keyof Types;
export const typedArrays = Object.keys(types) as TypeName[];

/** A plain view of the same memory, of one of these types. */
export function checkArray<N extends TypeName>(
  param: string,
  value: unknown,
  names: readonly N[],
): InstanceType<Types[N]> {
  const kind = kindOf(value) as N;
  if (!names.includes(kind)) throw wrongType(param, `a ${names.join(" or ")}`, value);
  const buffer: ArrayBuffer = bufferOf.call(value);
  const Type = types[kind] as unknown as new (
    buffer: ArrayBuffer,
    byteOffset: number,
    length: number,
  ) => InstanceType<Types[N]>;
  try {
    return new Type(buffer, byteOffsetOf.call(value), lengthOf.call(value));
  } catch {
    throw typeError(`${param} has a detached buffer: it was transferred away`, {
      code: "detached",
      param,
      value,
    });
  }
}

/** The number of entries a typed array must have; `meaning` says where it comes from. */
export function checkLength(
  param: string,
  view: { length: number },
  expected: number,
  meaning: string,
): void {
  if (view.length === expected) return;
  const text = `${param} must have ${meaning} = ${expected} entries; got ${view.length}`;
  throw rangeError(text, { code: "length", param, value: view.length });
}

/** The caller's own array to fill, when there is one. */
export function checkOut<N extends TypeName>(
  value: unknown,
  name: N,
  expected: number,
  meaning: string,
): InstanceType<Types[N]> | undefined {
  if (value === undefined) return undefined;
  const view = checkArray("out", value, [name]);
  checkLength("out", view, expected, meaning);
  return view;
}

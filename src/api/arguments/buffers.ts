/** Checks of typed arrays. Fields are read with the built-in getters, in case an object overrides them. */

import { kindOf, wrongType } from "./check.ts";
import { counted } from "./counted.ts";
import { rangeError, typeError } from "./errors.ts";

const getter = /* @__NO_SIDE_EFFECTS__ */ (name: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)!.get!;
export const bufferOf = getter("buffer") as (this: unknown) => ArrayBuffer;
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
export const typedArrays = /* @__PURE__ */ Object.keys(types) as TypeName[];

/** The length of each view when it was checked. */
const checked = new WeakMap<object, { param: string; length: number }>();

/** Throws if code of the caller, such as a getter of a later option, has shrunk the memory of a view that was checked. */
export function checkWhole(view: { readonly length: number }): void {
  const was = checked.get(view);
  if (was === undefined || was.length === view.length) return;
  const { param, length } = was;
  const text = `${param} has a detached or resized buffer: it had ${counted(length, "entry", "entries")} when the call began, and has ${view.length}`;
  throw typeError(text, { code: "detached", param, value: view });
}

/** Throws unless the value is a typed array of one of these types; returns a plain view of its memory. */
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
    const view = new Type(buffer, byteOffsetOf.call(value), lengthOf.call(value));
    checked.set(view, { param, length: view.length });
    return view;
  } catch {
    throw typeError(`${param} has a detached buffer: it was transferred elsewhere; pass a copy`, {
      code: "detached",
      param,
      value,
    });
  }
}

/** Throws unless an array has the expected number of entries; `meaning` says where that number comes from. */
export function checkLength(
  param: string,
  view: { length: number },
  expected: number,
  meaning: string,
): void {
  if (view.length === expected) return;
  const text = `${param} must have ${meaning} = ${counted(expected, "entry", "entries")}; got ${view.length}`;
  throw rangeError(text, { code: "length", param, value: view.length });
}

/** The caller's array to fill, if one was given. */
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

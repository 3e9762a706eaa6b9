/**
 * The types of values that cross into WebAssembly, for the tables of this folder. slots.hpp has the C++ types of the same
 * names.
 *
 * A call of the module has one argument: the address of its slots, 8 bytes for each of its fields, in the order of the
 * fields' names. A slot holds a number as a double, or an array as its address and its bytes.
 */

/** Memory of the module that holds elements of one kind. */
export interface Slice<Elements> {
  /** For the compiler only: slices of different elements are different types. */
  readonly holds: Elements;
}

export type Floats = Slice<Float32Array>;
export type Doubles = Slice<Float64Array>;
export type Integers = Slice<Int32Array>;
export type Indices = Slice<Uint32Array>;
/** One byte for each yes or no. */
export type Choices = Slice<Uint8Array>;
/** Four bytes for each colour. */
export type Colours = Slice<Uint8ClampedArray | Uint8Array>;
export type Bytes = Slice<Scratch>;
export type Frequencies = Slice<Frequency>;

/** Bytes without a type, for the kernel only. */
export interface Scratch {
  readonly kind: "scratch";
}

/** The kernels' struct of this name. */
export interface Frequency {
  readonly kind: "frequency";
}
export const frequencyBytes = 56;

/** A whole number from 0 on. */
export type Count = number;
/** A whole number. */
export type Integer = number;
export type Flag = boolean;
export type Triple = readonly [Count, Count, Count];

/** A word of a list, as its index: the names of a kernel's enum, in its order. */
export type Word<List extends readonly string[]> = number & { readonly of: List[number] };
export const word = <const List extends readonly string[]>(list: List, name: List[number]) =>
  list.indexOf(name) as Word<List>;

/** Doubles by name: the fields of a kernel's struct, in its order. */
export type Named<List extends readonly string[]> = Slice<{ readonly names: List }>;

/** A call with these fields, and the C++ code that runs with them. */
export type Call<Fields, Cpp extends string> = Fields & { readonly [cpp]?: Cpp };
declare const cpp: unique symbol;

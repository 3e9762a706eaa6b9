/** Areas of WebAssembly memory that calls read and write. Their addresses are assigned later. */
import { type Frequency, frequencyBytes, type Scratch, type Slice } from "../../bindings/slots.ts";
import { checkWhole } from "../arguments/buffers.ts";
import { outOfMemory } from "../arguments/errors.ts";
import type { Step } from "./calls.ts";
import type { Along } from "./parts.ts";

export type NumberArray =
  | Float32Array
  | Float64Array
  | Int32Array
  | Uint32Array
  | Uint8Array
  | Uint8ClampedArray;

export interface ElementType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (count: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, count: number): T;
}

/** Element types of areas that JavaScript never reads. */
export const frequencies = { BYTES_PER_ELEMENT: frequencyBytes } as ElementType<Frequency>;
export const bytes = { BYTES_PER_ELEMENT: 1 } as ElementType<Scratch>;

/** Fills `to` with elements of an area, starting at element `from`. */
export type Writer<T> = (to: T, from: number) => void;

/** Memory for elements of one type. An area of this class itself is scratch of a call. */
export class Area<T = unknown> implements Slice<T> {
  declare readonly holds: T;
  /** Numbers to copy in. */
  source?: NumberArray | Writer<never> | undefined;
  readonly bytes: number;
  /** Whether to fill it with zeros before the calls. */
  zeroed = false;
  /** Whether it has an address of its own, and is not in the memory of a run. */
  isElsewhere = false;
  /** Its address while calls run. */
  address = 0;

  /** @param count Elements of all parts together. */
  constructor(
    readonly type: ElementType<T>,
    readonly count: number,
    readonly along: Along = 0,
  ) {
    this.bytes = count * type.BYTES_PER_ELEMENT;
  }
}

/** Numbers for the kernel to read. The kernel may change its copy. */
class Input<T extends NumberArray> extends Area<T> {
  constructor(
    type: ElementType<T>,
    count: number,
    override source: T | Writer<T>,
    along?: Along,
  ) {
    super(type, count, along);
  }
}

/** Numbers that the kernel writes, or changes if there is a `source`. They are copied into `target` or a new array. */
export class Output<T extends NumberArray> extends Area<T> {
  /** The new array, once the call has returned. */
  result: T | undefined;
  constructor(
    type: ElementType<T>,
    count: number,
    readonly target?: T,
    override source?: T | undefined,
    along?: Along,
  ) {
    super(type, count, along);
  }
}

/** Memory that stays between calls, one piece for each key. `fill` makes its contents when they are needed. */
export class Kept<T> extends Area<T> {
  override isElsewhere = true;
  constructor(
    readonly key: string,
    type: ElementType<T>,
    count: number,
    readonly fill: (self: Kept<T>) => Step[],
  ) {
    super(type, count);
  }
}

/** Doubles with names: the fields of a kernel's struct, or of an array of such structs. */
export class NamedOutput<const List extends readonly string[]> extends Output<Float64Array> {
  declare readonly holds: Float64Array & { readonly names: List };
  /** @param state The values that the kernel starts from, and changes. */
  constructor(
    readonly names: List,
    count = 1,
    state?: Float64Array,
  ) {
    super(Float64Array, names.length * count, state, state);
  }

  get(name: List[number], index = 0): number {
    return (this.target ?? this.result)![index * this.names.length + this.names.indexOf(name)]!;
  }
}

export function input<T extends NumberArray>(source: T, along?: Along): Area<T> {
  checkWhole(source);
  return new Input(source.constructor as unknown as ElementType<T>, source.length, source, along);
}
/** Numbers that are not in an array: `write` writes the numbers of each part. */
export const written = <T extends NumberArray>(
  type: ElementType<T>,
  count: number,
  write: Writer<T>,
  along: Along,
): Area<T> => new Input(type, count, write, along);
export const room = <T>(type: ElementType<T>, count: number, along?: Along): Area<T> =>
  new Area<T>(type, count, along);
/** An empty area, for an array that a call does not need. */
export const nothing = <T>(type: ElementType<T>): Area<T> => room(type, 0);

/** A new array. Throws if the machine has no memory for it. */
export function newArray<T>(type: ElementType<T>, count: number): T {
  try {
    return new type(count);
  } catch (cause) {
    throw outOfMemory(count * type.BYTES_PER_ELEMENT, cause);
  }
}

/**
 * The numbers of `source`, or a copy if writing to `target` could change some of them before they are read.
 *
 * @param inPlace Whether each part writes to the elements that it has read, if the two are the same memory.
 */
export function apart<T extends NumberArray>(source: T, target: NumberArray | undefined, inPlace = true): T {
  checkWhole(source);
  if (target === undefined || source.buffer !== target.buffer) return source;
  const shift = target.byteOffset - source.byteOffset;
  const isOver = shift < source.byteLength && -shift < target.byteLength;
  const isSame = shift === 0 && source.byteLength === target.byteLength;
  if (!isOver || (inPlace && isSame)) return source;
  const copy = newArray(source.constructor as unknown as ElementType<T>, source.length);
  copy.set(source);
  return copy;
}

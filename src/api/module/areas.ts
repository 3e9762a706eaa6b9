/** Areas of WebAssembly memory that calls read and write, before they have an address. */
import { type Frequency, frequencyBytes, type Scratch, type Slice } from "../../bindings/slots.ts";
import type { Step } from "./calls.ts";

export type NumberArray =
  | Float32Array
  | Float64Array
  | Int32Array
  | Uint32Array
  | Uint8Array
  | Uint8ClampedArray;

export interface ElementType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

/** Element types of what JavaScript never reads. */
export const frequencies = { BYTES_PER_ELEMENT: frequencyBytes } as ElementType<Frequency>;
export const bytes = { BYTES_PER_ELEMENT: 1 } as ElementType<Scratch>;

/** Some elements of one type; plain ones are memory that a call needs and nobody reads afterwards. */
export class Area<T = unknown> implements Slice<T> {
  declare readonly holds: T;
  /** Numbers to copy in. */
  declare readonly source?: NumberArray | undefined;
  /** Whether it is filled with zeros before the calls. */
  zeroed = false;
  constructor(readonly bytes: number) {}
}

/** Numbers for the kernel to read; it may change its copy. */
class Input<T extends NumberArray> extends Area<T> {
  constructor(override readonly source: T) {
    super(source.byteLength);
  }
}

/** Numbers for the kernel to write, or to change if there is a `source`, copied out into `target` or a new array. */
export class Output<T extends NumberArray> extends Area<T> {
  /** The new array, once the call has returned. */
  result: T | undefined;
  constructor(
    readonly type: ElementType<T>,
    readonly count: number,
    readonly target?: T,
    override readonly source?: T,
  ) {
    super(count * type.BYTES_PER_ELEMENT);
  }
}

/** Memory that stays between calls, for all areas of one key; made by `fill` when it is not there. */
export class Kept<T> extends Area<T> {
  constructor(
    readonly key: string,
    type: ElementType<T>,
    count: number,
    readonly fill: (self: Kept<T>) => Step[],
  ) {
    super(count * type.BYTES_PER_ELEMENT);
  }
}

/** Doubles that have names: the fields of a kernel's struct, once or again and again. */
export class NamedOutput<const List extends readonly string[]> extends Output<Float64Array> {
  declare readonly holds: Float64Array & { readonly names: List };
  /** @param state What the kernel goes on from, and changes. */
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

export const input = <T extends NumberArray>(source: T) => new Input(source);
export const room = <T>(type: ElementType<T>, count: number): Area<T> =>
  new Area<T>(count * type.BYTES_PER_ELEMENT);
/** For an array that a call does without. */
export const nothing = <T>(type: ElementType<T>): Area<T> => room(type, 0);

/** Areas of WebAssembly memory that calls read and write. Their addresses are assigned later. */
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

/** Element types of areas that JavaScript never reads. */
export const frequencies = { BYTES_PER_ELEMENT: frequencyBytes } as ElementType<Frequency>;
export const bytes = { BYTES_PER_ELEMENT: 1 } as ElementType<Scratch>;

/** Memory for elements of one type. An area of this class itself is scratch of a call. */
export class Area<T = unknown> implements Slice<T> {
  declare readonly holds: T;
  /** Numbers to copy in. */
  declare readonly source?: NumberArray | undefined;
  /** Whether to fill it with zeros before the calls. */
  zeroed = false;
  constructor(readonly bytes: number) {}
}

/** Numbers for the kernel to read. The kernel may change its copy. */
class Input<T extends NumberArray> extends Area<T> {
  constructor(override readonly source: T) {
    super(source.byteLength);
  }
}

/** Numbers that the kernel writes, or changes if there is a `source`. They are copied into `target` or a new array. */
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

/** Memory that stays between calls, one piece for each key. `fill` makes its contents when they are needed. */
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

export const input = <T extends NumberArray>(source: T) => new Input(source);
export const room = <T>(type: ElementType<T>, count: number): Area<T> =>
  new Area<T>(count * type.BYTES_PER_ELEMENT);
/** An empty area, for an array that a call does not need. */
export const nothing = <T>(type: ElementType<T>): Area<T> => room(type, 0);

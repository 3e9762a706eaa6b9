/**
 * The only file that touches WebAssembly memory.
 *
 * A call names its arrays as areas. The memory of a call is allocated at once, as one block that starts with the list
 * of slices that the bindings read; then inputs are copied in, the kernel runs, results are copied out, and the block
 * is freed. Views are made after the allocation, because memory may have grown and moved by it.
 */
import { isOutOfMemory, outOfMemory } from "../arguments/errors.ts";
import type { LightModule, Slices } from "./module.ts";

export type NumberArray =
  | Float32Array
  | Float64Array
  | Int32Array
  | Uint32Array
  | Uint8Array
  | Uint8ClampedArray;

interface ArrayType<T extends NumberArray> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

/** Numbers for the kernel to read, copied in. */
class Input<T extends NumberArray> {
  readonly bytes: number;
  constructor(readonly source: T) {
    this.bytes = source.byteLength;
  }
}

/** Numbers for the kernel to write, or to change where there is a `source`, copied out into `target` or a new array. */
export class Output<T extends NumberArray> {
  readonly bytes: number;
  /** The new array, once the call has returned. */
  result: T | undefined;
  constructor(
    readonly type: ArrayType<T>,
    readonly count: number,
    readonly target?: T,
    readonly source?: T,
  ) {
    this.bytes = count * type.BYTES_PER_ELEMENT;
  }
}

/** Memory that a call needs and nobody reads afterwards. */
class Scratch {
  constructor(readonly bytes: number) {}
}

/** Memory that stays between calls; `keep` gives it. */
export class Kept {
  constructor(
    readonly address: number,
    readonly bytes: number,
  ) {}
}

export type Area = Input<NumberArray> | Output<NumberArray> | Scratch | Kept;

export const input = <T extends NumberArray>(source: T) => new Input(source);
export const scratch = (bytes: number) => new Scratch(bytes);

/** What every area is aligned to: the width of a vector. */
const alignment = 16;
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

const bytesOfSlice = 8;

/** The list without its first slices, for a function that reads those after them. */
export const slicesFrom = (slices: Slices, first: number): Slices => slices + first * bytesOfSlice;

/** Bytes to allocate for a call with these areas. */
export function bytesOf(areas: readonly Area[]): number {
  let sum = aligned(areas.length * bytesOfSlice);
  for (const area of areas) if (!(area instanceof Kept)) sum += aligned(area.bytes);
  return sum;
}

export class Memory<M extends LightModule = LightModule> {
  readonly #module: M;

  constructor(module: M) {
    this.#module = module;
  }

  /** Allocates memory that outlives the call, and fills it by a call on `areas`, of which it is one. */
  keep(bytes: number, areas: (kept: Kept) => Area[], fill: (module: M, slices: Slices) => void): Kept {
    const kept = new Kept(this.#allocate(aligned(bytes)), bytes);
    try {
      this.run(areas(kept), fill);
      return kept;
    } catch (error) {
      if (isOutOfMemory(error)) this.release(kept);
      throw error;
    }
  }

  release(kept: Kept): void {
    this.#module.release(kept.address);
  }

  /**
   * Runs one call of the module on these areas, and copies its results out when it has returned. A trap leaves the
   * block allocated: the instance is unusable then.
   */
  run<R>(areas: readonly Area[], call: (module: M, slices: Slices) => R): R {
    const block = this.#allocate(bytesOf(areas));
    const addresses = this.#place(block, areas);
    const value = call(this.#module, block);
    try {
      this.#copyOut(areas, addresses);
    } finally {
      this.#module.release(block);
    }
    return value;
  }

  ask<R>(question: (module: M) => R): R {
    return question(this.#module);
  }

  #allocate(bytes: number): number {
    const address = this.#module.allocate(bytes);
    if (address === 0) throw outOfMemory(bytes);
    return address;
  }

  #place(block: number, areas: readonly Area[]): number[] {
    const { buffer } = this.#module.wasmMemory;
    const list = new Uint32Array(buffer, block, areas.length * 2);
    let next = block + aligned(list.byteLength);
    return areas.map((area, i) => {
      const address = area instanceof Kept ? area.address : next;
      if (!(area instanceof Kept)) next += aligned(area.bytes);
      list[2 * i] = address;
      list[2 * i + 1] = area.bytes;
      if (area instanceof Input || area instanceof Output) copyIn(buffer, address, area.source);
      return address;
    });
  }

  #copyOut(areas: readonly Area[], addresses: readonly number[]): void {
    const { buffer } = this.#module.wasmMemory;
    const outputs = areas.flatMap((area, i) =>
      area instanceof Output ? [{ area, values: new area.type(buffer, addresses[i]!, area.count) }] : [],
    );
    // New arrays first: making one may fail, and then no target must have been written.
    for (const { area, values } of outputs) if (!area.target) area.result = copyOf(values);
    for (const { area, values } of outputs) area.target?.set(values);
  }
}

function copyIn(buffer: ArrayBuffer, address: number, source: NumberArray | undefined): void {
  if (source === undefined || source.length === 0) return;
  const Type = source.constructor as ArrayType<NumberArray>;
  new Type(buffer, address, source.length).set(source);
}

function copyOf<T extends NumberArray>(values: T): T {
  try {
    return values.slice() as T;
  } catch (cause) {
    throw outOfMemory(values.byteLength, cause);
  }
}

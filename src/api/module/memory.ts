/**
 * The only file that touches WebAssembly memory.
 *
 * The memory of a run is allocated at once, as one block that starts with the slots of its calls (src/bindings/slots.ts);
 * then inputs are copied in, the kernels run, results are copied out, and the block is freed. Views are made after the
 * allocation, because memory may have grown and moved by it.
 */
import { outOfMemory } from "../arguments/errors.ts";
import { Area, type ElementType, Kept, type NumberArray, Output } from "./areas.ts";
import type { Step, WasmModule } from "./calls.ts";

/** The alignment of every area, in bytes: the width of a vector. */
const alignment = 16;
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

const bytesOfSlot = 8;

type Slot = Area | number | boolean;

/** The slots of each call, and all areas, each once. */
export interface Plan {
  steps: readonly Step[];
  slots: Slot[][];
  areas: Area[];
  /** Bytes to allocate for slots and areas, except for those that are kept. */
  bytes: number;
}

export function planOf(steps: readonly Step[]): Plan {
  const slots = steps.map(({ fields }) => slotsOf(fields, []));
  const areas = [...new Set(slots.flat().filter((slot) => slot instanceof Area))];
  let bytes = aligned(slots.flat().length * bytesOfSlot);
  for (const area of areas) if (!(area instanceof Kept)) bytes += aligned(area.bytes);
  return { steps, slots, areas, bytes };
}

/** The fields of a call in the order of their names; a nested struct is replaced by its own fields. */
function slotsOf(fields: object, slots: Slot[]): Slot[] {
  for (const name of Object.keys(fields).sort()) {
    const field = (fields as Record<string, Slot | object>)[name]!;
    if (typeof field !== "object" || field instanceof Area) slots.push(field);
    else slotsOf(field, slots);
  }
  return slots;
}

export class Memory {
  readonly #module: WasmModule;

  constructor(module: WasmModule) {
    this.#module = module;
  }

  allocate(bytes: number): number {
    const address = this.#module.allocate(aligned(bytes));
    if (address === 0) throw outOfMemory(bytes);
    return address;
  }

  release(address: number): void {
    this.#module.release(address);
  }

  /**
   * Runs the calls, and copies their results out after all have returned. A trap leaves the block allocated, as the instance
   * cannot be used any more.
   *
   * @param addressOf Gives the addresses of areas that stay between calls.
   * @returns The number that the last call returned.
   */
  run(plan: Plan, addressOf: (kept: Kept<unknown>) => number): number {
    const kept = plan.areas.map((area) => (area instanceof Kept ? addressOf(area) : 0));
    const block = this.allocate(plan.bytes);
    const addresses = this.#place(block, plan, kept);
    let value: number | undefined = 0;
    let at = block;
    for (const [i, { call }] of plan.steps.entries()) {
      const count = plan.slots[i]!.length;
      value = this.#module[call](at, count);
      at += count * bytesOfSlot;
    }
    try {
      this.#copyOut(plan.areas, addresses);
    } finally {
      this.release(block);
    }
    return value ?? 0;
  }

  #place(block: number, { slots, areas }: Plan, kept: readonly number[]): number[] {
    const { buffer } = this.#module.wasmMemory;
    const all = slots.flat();
    let next = block + aligned(all.length * bytesOfSlot);
    const addresses = areas.map((area, i) => {
      if (area instanceof Kept) return kept[i]!;
      const address = next;
      next += aligned(area.bytes);
      if (area.zeroed) new Uint8Array(buffer, address, area.bytes).fill(0);
      copyIn(buffer, address, area.source);
      return address;
    });
    const numbers = new Float64Array(buffer, block, all.length);
    const slices = new Uint32Array(buffer, block, 2 * all.length);
    for (const [i, slot] of all.entries()) {
      if (slot instanceof Area) slices.set([addresses[areas.indexOf(slot)]!, slot.bytes], 2 * i);
      else numbers[i] = Number(slot);
    }
    return addresses;
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
  const Type = source.constructor as ElementType<NumberArray>;
  new Type(buffer, address, source.length).set(source);
}

function copyOf<T extends NumberArray>(values: T): T {
  try {
    return values.slice() as T;
  } catch (cause) {
    throw outOfMemory(values.byteLength, cause);
  }
}

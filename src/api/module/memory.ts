/**
 * The only file that touches WebAssembly memory.
 *
 * The memory of a run is one block that starts with the slots of its calls (src/bindings/slots.ts). For each part of the
 * work, inputs are copied in, the kernels run, and results are copied out. A small block is always the same memory, which is
 * never freed; a larger one is allocated and freed. Views are made after the allocation, because memory may grow and move.
 */
import { checkWhole } from "../arguments/buffers.ts";
import { outOfMemory } from "../arguments/errors.ts";
import { Area, Kept, type NumberArray, newArray, Output, type Writer } from "./areas.ts";
import type { WasmModule } from "./calls.ts";
import { type Part, usualPartBytes } from "./parts.ts";
import { aligned, bytesOfSlot, elementsIn, type Plan, placeBytes } from "./plan.ts";

/** Bytes of a small block: room for the arrays of a part, and for a quarter as much that all parts share. */
const smallBytes = 1.25 * usualPartBytes;

export class Memory {
  readonly #module: WasmModule;
  /** The address of a small block, or 0 before the first one. */
  #small = 0;
  #numbers = new Float64Array();
  #slices = new Uint32Array();

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
   * Runs the calls for each part, and copies its results out. Everything that can fail comes before the first part, except
   * for a trap: after it, targets may have the results of some parts, and the instance cannot be used any more.
   *
   * @param addressOf Gives the addresses of areas that stay between calls.
   * @returns The number that the last call returned.
   */
  run(plan: Plan, addressOf: (kept: Kept<unknown>) => number): number {
    for (const area of plan.areas) {
      if (typeof area.source === "object") checkWhole(area.source);
      if (area instanceof Output && area.target) checkWhole(area.target);
    }
    for (const area of plan.areas) if (area instanceof Kept) area.address = addressOf(area);
    const isSmall = plan.bytes <= smallBytes;
    if (isSmall) this.#small ||= this.allocate(smallBytes);
    const block = isSmall ? this.#small : this.allocate(plan.bytes);
    const release = () => isSmall || this.release(block);
    try {
      for (const area of plan.areas)
        if (area instanceof Output && !area.target) area.result = newArray(area.type, area.count);
    } catch (error) {
      release();
      throw error;
    }
    this.#place(plan, block);
    const value = this.#runParts(plan, block);
    release();
    return value;
  }

  #place({ slots, areas, parts }: Plan, block: number): void {
    let next = block + aligned(slots.length * bytesOfSlot);
    for (const area of areas) {
      if (area.isElsewhere) continue;
      const bytes = placeBytes(area, parts);
      area.address = next;
      if (area.zeroed) new Uint8Array(this.#module.wasmMemory.buffer, next, bytes).fill(0);
      next += bytes;
    }
  }

  #runParts(plan: Plan, block: number): number {
    const { calls, areas, parts } = plan;
    let value: number | undefined = 0;
    let last: Part | undefined;
    for (const part of parts) {
      const isNew = (along: number) => last?.[along]?.from !== part[along]?.from;
      for (const area of areas) if (area.source && isNew(area.along)) this.#copyIn(area, part);
      this.#writeSlots(plan, block, part);
      let at = block;
      for (const { call, count, along } of calls) {
        if (isNew(along)) value = this.#module[call](at, count);
        at += count * bytesOfSlot;
      }
      for (const area of areas)
        if (area instanceof Output) {
          const { from, count } = elementsIn(area, part);
          (area.target ?? area.result!).set(this.view(area, count), from);
        }
      last = part;
    }
    return value ?? 0;
  }

  #writeSlots({ slots }: Plan, block: number, part: Part): void {
    const { buffer } = this.#module.wasmMemory;
    if (this.#numbers.buffer !== buffer) {
      this.#numbers = new Float64Array(buffer);
      this.#slices = new Uint32Array(buffer);
    }
    let at = block / bytesOfSlot;
    for (const slot of slots) {
      if (slot instanceof Area) {
        this.#slices[2 * at] = slot.address;
        this.#slices[2 * at + 1] = elementsIn(slot, part).count * slot.type.BYTES_PER_ELEMENT;
      } else {
        this.#numbers[at] = typeof slot === "object" ? slot.of(part) : Number(slot);
      }
      at++;
    }
  }

  /** Elements of an area that has an address, until memory grows. */
  view({ type, address }: Area, count: number): NumberArray {
    return new type(this.#module.wasmMemory.buffer, address, count) as NumberArray;
  }

  #copyIn(area: Area, part: Part): void {
    const { source } = area;
    const { from, count } = elementsIn(area, part);
    if (count === 0) return;
    const view = this.view(area, count);
    if (typeof source === "function") (source as Writer<NumberArray>)(view, from);
    else view.set(count === area.count ? source! : source!.subarray(from, from + count));
  }
}

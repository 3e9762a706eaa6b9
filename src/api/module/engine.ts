import { failure, isOutOfMemory, memoryText, type PosencError, rangeError } from "../arguments/errors.ts";
import { Output } from "./areas.ts";
import type { Step, WasmModule } from "./calls.ts";
import { KeptAreas } from "./kept-areas.ts";
import { Memory } from "./memory.ts";
import { type Cut, uncut, usualPartBytes } from "./parts.ts";
import { planOf, workOf } from "./plan.ts";

/**
 * Bytes that one call may take of the 2 GiB that the module's memory can grow to; the rest is for the module's own
 * data, its stack, the schedules kept between calls and the allocator.
 */
const mostBytes = 2 ** 31 - 2 ** 24;

/** Bytes of the largest Float32Array of V8. Other engines and most machines allow less: there, making the array fails. */
const mostResultBytes = 2 ** 34;

/** The argument that decides the size of a call. An error names it if the call is too large. */
export interface Size {
  param: string;
  value: unknown;
  /** Its name in the sentence. Default: `param`. */
  name?: string;
  /** What to do, as a sentence. Default: "Compute a part at a time". */
  fix?: string;
}

/** The size of a call that is decided by the length of an array. */
export const sizeOfArray = (param: string, length: number): Size => ({
  param,
  value: length,
  name: `the length of ${param},`,
});

export interface Instance {
  memory: Memory;
  kept: KeptAreas;
}

/** One instance of the module at a time, replaced by a fresh one after a trap or `dispose`. */
export class Engine {
  readonly #instantiate: () => Instance;
  readonly #partBytes: number;
  #instance: Instance | undefined;

  /** @param first The first instance; `instantiate` makes the later ones. */
  constructor(first: WasmModule, instantiate: () => WasmModule, partBytes = usualPartBytes) {
    this.#instance = instanceOf(first);
    this.#instantiate = () => instanceOf(instantiate());
    this.#partBytes = partBytes;
  }

  get instance(): Instance {
    this.#instance ??= this.#instantiate();
    return this.#instance;
  }

  /** Runs calls one after the other. @returns the number that the last one returns */
  run(size: Size, ...steps: Step[]): number {
    return this.runParts(size, uncut, ...steps);
  }

  /**
   * Runs calls for one part of the work after the other, so that results may be larger than the memory of the module.
   *
   * @returns the number that the last call returns for the last part
   */
  runParts(size: Size, cut: Cut, ...steps: Step[]): number {
    const work = workOf(steps);
    // Before the list of all parts is made. Work that is not cut has the lower limit of one part.
    if (cut !== uncut)
      for (const area of work.areas)
        if (area instanceof Output && area.target === undefined) checkResult(area.bytes, size);
    const plan = planOf(work, cut, this.#partBytes);
    checkSize(plan.bytes, size);
    try {
      const { memory, kept } = this.instance;
      return withRoom(kept, () => memory.run(plan, kept.address));
    } catch (error) {
      throw isOutOfMemory(error) ? error : this.#trapped(error);
    }
  }

  /** Forgets the instance, so that its memory can be collected; the next call makes another. */
  dispose(): void {
    this.#instance = undefined;
  }

  /** Runs one call that needs no arrays. @returns its number */
  ask(question: Step): number {
    return this.run({ param: "memory", value: 0 }, question);
  }

  /** Drops the instance, which may be in any state after a trap. */
  #trapped(cause: unknown): PosencError {
    this.#instance = undefined;
    return failure("the WebAssembly module stopped during this call; the next call starts a fresh one", {
      code: "trap",
      param: "wasm",
      value: undefined,
      cause,
    });
  }
}

function instanceOf(module: WasmModule): Instance {
  const memory = new Memory(module);
  return { memory, kept: new KeptAreas(memory) };
}

/** If there is not enough memory, releases the areas kept from earlier calls and tries once more. */
export function withRoom<T>(kept: KeptAreas, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isOutOfMemory(error) || !kept.clear()) throw error;
    return work();
  }
}

/** Refuses arrays that no memory can hold, before they are made. */
export const checkResult = (bytes: number, size: Size): void => checkSize(bytes, size, mostResultBytes);

export function checkSize(bytes: number, { param, value, name = param, fix }: Size, most = mostBytes): void {
  if (bytes <= most) return;
  const text = `${name} ${value} needs ${memoryText(bytes)} of memory; the limit is ${memoryText(most)}. ${fix ?? "Compute a part at a time"}`;
  throw rangeError(text, { code: "memory-limit", param, value });
}

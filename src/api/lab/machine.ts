/** One instance of the module, for one model: its memory goes with it. */
import { failure, isOutOfMemory, memoryText, outOfMemory, rangeError } from "../arguments/errors.ts";
import { type ElementType, Kept } from "../module/areas.ts";
import type { Step, WasmModule } from "../module/calls.ts";
import { Memory } from "../module/memory.ts";
import { uncut } from "../module/parts.ts";
import { planOf, workOf } from "../module/plan.ts";

/** Bytes that one block may take: half of what the module's memory can grow to. */
const mostBytes = 2 ** 30;

export class Machine {
  #memory: Memory | undefined;
  readonly #addresses = new Map<string, number>();

  constructor(module: WasmModule) {
    this.#memory = new Memory(module);
  }

  /** Memory that stays until it is released. Its name is new. */
  hold<T>(name: string, type: ElementType<T>, count: number): Kept<T> {
    const area = new Kept<T>(name, type, count, () => []);
    if (area.bytes > mostBytes) {
      const text = `the model needs ${memoryText(area.bytes)} of memory for one block; the limit is ${memoryText(mostBytes)}. Use shorter or fewer sequences, or a smaller model`;
      throw rangeError(text, { code: "memory-limit", param: "memory", value: area.bytes });
    }
    try {
      this.#addresses.set(name, this.#open().allocate(area.bytes));
    } catch (error) {
      throw isOutOfMemory(error) ? outOfMemory(area.bytes, error) : error;
    }
    return area;
  }

  release({ key }: { readonly key: string }): void {
    const address = this.#addresses.get(key);
    if (address !== undefined) this.#memory?.release(address);
    this.#addresses.delete(key);
  }

  /** Runs calls one after the other. @returns the number that the last one returns */
  run(...steps: Step[]): number {
    const memory = this.#open();
    try {
      return memory.run(planOf(workOf(steps), uncut, 0), ({ key }) => this.#addresses.get(key)!);
    } catch (error) {
      if (isOutOfMemory(error)) throw error;
      this.free();
      const text =
        "the WebAssembly module stopped, and this model is lost; resume a saved model, or start a new one";
      throw failure(text, { code: "trap", param: "wasm", value: undefined, cause: error });
    }
  }

  /** Frees the memory. */
  free(): void {
    this.#memory = undefined;
  }

  #open(): Memory {
    if (this.#memory !== undefined) return this.#memory;
    const text = "this model was freed; start or resume a model";
    throw failure(text, { code: "freed", param: "model", value: undefined });
  }
}

/** Arrays that stay in the memory of the module until the caller gives it back. */
import { failure } from "../arguments/errors.ts";
import { Area, type ElementType, type NumberArray } from "./areas.ts";
import type { Step } from "./calls.ts";
import { checkSize, type Engine, type Instance, type Size, withRoom } from "./engine.ts";
import { aligned } from "./plan.ts";

/** One piece of memory with several arrays. */
export class Holder {
  readonly #engine: Engine;
  readonly #name: string;
  #arrays: { area: Area<NumberArray>; offset: number; source: NumberArray }[] = [];
  #bytes = 0;
  readonly #made: number[] = [];
  #place: { instance: Instance; address: number } | undefined;

  /** @param name The name in errors. */
  constructor(engine: Engine, name: string) {
    this.#engine = engine;
    this.#name = name;
  }

  /** An array to be copied: nothing is copied when a call runs. */
  add<T extends NumberArray>(source: T): Area<T> {
    const area = new Area(source.constructor as unknown as ElementType<T>, source.length);
    area.isElsewhere = true;
    this.#arrays.push({ area: area as Area<NumberArray>, offset: this.#bytes, source });
    this.#bytes += aligned(area.bytes);
    return area;
  }

  /** Copies all arrays. */
  fill(size: Omit<Size, "value">): void {
    checkSize(this.#bytes, { ...size, value: this.#bytes });
    const { instance } = this.#engine;
    const { memory, kept } = instance;
    // Empty arrays have an address of their own, too.
    const address = withRoom(kept, () => memory.allocate(Math.max(this.#bytes, 1)));
    for (const { area, offset, source } of this.#arrays) {
      area.address = address + offset;
      memory.view(area, area.count).set(source);
    }
    this.#arrays = [];
    this.#place = { instance, address };
  }

  /** An array that a call makes of the others, once they are in memory. */
  make<T>(type: ElementType<T>, count: number, fill: (out: Area<T>) => Step): Area<T> {
    const { memory, kept } = this.#place!.instance;
    const area = new Area(type, count);
    area.isElsewhere = true;
    area.address = withRoom(kept, () => memory.allocate(Math.max(area.bytes, 1)));
    this.#made.push(area.address);
    this.#engine.ask(fill(area));
    return area;
  }

  free(): void {
    if (this.#place && !this.#isLost())
      for (const address of [this.#place.address, ...this.#made])
        this.#place.instance.memory.release(address);
    this.#place = undefined;
  }

  /** Throws unless its arrays are in the memory of this engine. */
  check(engine: Engine): boolean {
    if (engine !== this.#engine) return false;
    if (this.#place && !this.#isLost()) return true;
    const why = this.#place ? "were lost when the WebAssembly module stopped, or by dispose()" : "were freed";
    const details = { code: "freed", param: this.#name, value: undefined } as const;
    throw failure(`${this.#name} ${why}; keep them again`, details);
  }

  /** Whether the module instance that held its memory is gone. */
  #isLost(): boolean {
    return this.#place?.instance !== this.#engine.instance;
  }
}

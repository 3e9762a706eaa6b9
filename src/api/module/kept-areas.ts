import { isOutOfMemory } from "../arguments/errors.ts";
import type { Kept } from "./areas.ts";
import type { Memory } from "./memory.ts";
import { uncut } from "./parts.ts";
import { planOf, workOf } from "./plan.ts";

/** Limits: 8 MiB, enough for four of the widest schedules, and enough areas for a page with many figures. */
const mostBytes = 2 ** 23;
const mostAreas = 64;

/** Areas that stay between calls, such as recent schedules, which take longer to compute than a small table. */
export class KeptAreas {
  readonly #memory: Memory;
  /** In order of last use. */
  readonly #kept = new Map<string, { address: number; bytes: number }>();
  #bytes = 0;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  readonly address = (area: Kept<unknown>): number => {
    const kept = this.#kept.get(area.key) ?? this.#make(area);
    this.#kept.delete(area.key);
    this.#kept.set(area.key, kept);
    return kept.address;
  };

  /** Releases all areas. @returns whether there were any */
  clear(): boolean {
    const any = this.#kept.size > 0;
    this.#shrink(0, 0);
    return any;
  }

  #make(area: Kept<unknown>) {
    const { bytes } = area;
    this.#shrink(mostBytes - bytes, mostAreas - 1);
    const address = this.#memory.allocate(bytes);
    try {
      this.#memory.run(planOf(workOf(area.fill(area)), uncut, 0), () => address);
    } catch (error) {
      if (isOutOfMemory(error)) this.#memory.release(address);
      throw error;
    }
    this.#bytes += bytes;
    return { address, bytes };
  }

  /** Releases the least recently used areas until at most `count` areas of `bytes` bytes in all are left. */
  #shrink(bytes: number, count: number): void {
    for (const [key, kept] of this.#kept) {
      if (this.#bytes <= bytes && this.#kept.size <= count) return;
      this.#kept.delete(key);
      this.#memory.release(kept.address);
      this.#bytes -= kept.bytes;
    }
  }
}

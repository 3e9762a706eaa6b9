import type { Kept, Memory } from "./memory.ts";
import type { GeometricSchedule } from "./schedule.ts";

/** Kept at most: 8 MiB, which is four of the widest schedules, and as many as a page with many figures may use. */
const mostBytes = 2 ** 23;
const mostSchedules = 64;

/** Frequencies of recent schedules, in WebAssembly memory: computing them costs more than a small table does. */
export class ScheduleCache {
  readonly #memory: Memory;
  readonly #bytesPerPair: number;
  /** In order of last use. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(memory: Memory, bytesPerPair: number) {
    this.#memory = memory;
    this.#bytesPerPair = bytesPerPair;
  }

  get(schedule: GeometricSchedule): Kept {
    const key = Object.values(schedule).join();
    const kept = this.#kept.get(key) ?? this.#make(schedule);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  /** Gives all memory back; says whether there was any. */
  clear(): boolean {
    const any = this.#kept.size > 0;
    this.#shrink(0, 0);
    return any;
  }

  #make({ pairs, base, numerator, denominator }: GeometricSchedule): Kept {
    const bytes = pairs * this.#bytesPerPair;
    this.#shrink(mostBytes - bytes, mostSchedules - 1);
    const kept = this.#memory.keep(bytes, (module, slices) =>
      module.frequencies(slices, base, numerator, denominator),
    );
    this.#bytes += bytes;
    return kept;
  }

  /** Drops the least recently used until no more than so many bytes and schedules are left. */
  #shrink(bytes: number, count: number): void {
    for (const [key, kept] of this.#kept) {
      if (this.#bytes <= bytes && this.#kept.size <= count) return;
      this.#kept.delete(key);
      this.#memory.release(kept);
      this.#bytes -= kept.bytes;
    }
  }
}

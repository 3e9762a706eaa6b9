import { input, type Kept, type Memory, scratch } from "../module/memory.ts";
import type { LightModule, Slices } from "../module/module.ts";
import type { AnyScheduleKernels, DirectSchedule, KeptSchedule } from "./schedule-kernels.ts";

/** Kept at most: 8 MiB, which is four of the widest schedules, and as many as a page with many figures may use. */
const mostBytes = 2 ** 23;
const mostSchedules = 64;

/** An area of a call that is a schedule of the cache. */
export class Scheduled {
  constructor(readonly schedule: KeptSchedule) {}
}

/** Frequencies of recent schedules, in WebAssembly memory: computing them costs more than a small table does. */
export class ScheduleCache {
  readonly #memory: Memory;
  readonly #bytesPerFrequency: number;
  readonly #kernels: AnyScheduleKernels;
  /** In order of last use. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(memory: Memory, bytesPerFrequency: number, kernels: AnyScheduleKernels) {
    this.#memory = memory;
    this.#bytesPerFrequency = bytesPerFrequency;
    this.#kernels = kernels;
  }

  get(schedule: KeptSchedule): Kept {
    const key = JSON.stringify(schedule);
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

  #make(schedule: KeptSchedule): Kept {
    const bytes = schedule.pairs * this.#bytesPerPair(schedule);
    this.#shrink(mostBytes - bytes, mostSchedules - 1);
    const kept =
      schedule.kind === "rounded" ? this.#makeRounded(schedule, bytes) : this.#fill(schedule, bytes);
    this.#bytes += bytes;
    return kept;
  }

  #fill(schedule: DirectSchedule, bytes: number): Kept {
    const areas = (kept: Kept) => [kept, this.#settings(schedule)];
    return this.#memory.keep(bytes, areas, (module, slices) => this.#call(module, slices, schedule));
  }

  #makeRounded({ pairs, of }: KeptSchedule & { kind: "rounded" }, bytes: number): Kept {
    const exact = scratch(pairs * this.#bytesPerFrequency);
    const areas = (kept: Kept) => [exact, this.#settings(of), kept];
    return this.#memory.keep(bytes, areas, (module, slices) => {
      this.#call(module, slices, of);
      module.castFrequencies(slices);
    });
  }

  #settings(schedule: DirectSchedule) {
    return input(this.#kernels[schedule.kind]?.settings?.(schedule) ?? new Float64Array(0));
  }

  #call(module: LightModule, slices: Slices, schedule: DirectSchedule): void {
    this.#kernels[schedule.kind]!.fill(module, slices, schedule);
  }

  #bytesPerPair({ kind }: KeptSchedule): number {
    if (kind === "xpos-exponents") return Float64Array.BYTES_PER_ELEMENT;
    const floats = kind === "direct" || kind === "logarithmic" || kind === "rounded";
    return floats ? Float32Array.BYTES_PER_ELEMENT : this.#bytesPerFrequency;
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

import { failure, isOutOfMemory, mebibytes, type PosencError, rangeError } from "../arguments/errors.ts";
import type { AnyScheduleKernels, KeptSchedule } from "../table/schedule-kernels.ts";
import { ScheduleCache, Scheduled } from "../table/schedules.ts";
import { type Area, bytesOf, Memory } from "./memory.ts";
import type { LightModule, Slices, WasmModule } from "./module.ts";

/**
 * Bytes that one call may take of the 2 GiB that the module's memory can grow to; the rest is for the module's own
 * data, its stack, the schedules kept between calls and the allocator.
 */
const mostBytes = 2 ** 31 - 2 ** 24;

/** What decides the size of a call, to be named when it is too large. */
export interface Size {
  param: string;
  value: unknown;
}

type Call<M, R> = (module: M, slices: Slices) => R;

interface Instance<M extends LightModule> {
  memory: Memory<M>;
  schedules: ScheduleCache;
}

/** One instance of the module at a time, replaced by a fresh one after a trap. */
export class Engine<M extends LightModule = WasmModule> {
  readonly #instantiate: () => Instance<M>;
  /** Size of one frequency in WebAssembly memory. */
  readonly bytesPerFrequency: number;
  #instance: Instance<M> | undefined;

  /** @param first An instance that is there already; `instantiate` makes the later ones. */
  constructor(first: M, instantiate: () => M, kernels: AnyScheduleKernels) {
    this.#instance = instanceOf(first, kernels);
    this.bytesPerFrequency = first.frequencyBytes();
    this.#instantiate = () => instanceOf(instantiate(), kernels);
  }

  /** Runs a call on areas, of which some may be schedules of the cache. */
  run<R>(size: Size, areas: readonly (Area | Scheduled)[], call: Call<M, R>): R {
    checkSize(bytesOf(areas.filter(isArea)), size);
    return this.#guarded(({ memory, schedules }) => {
      const all = areas.map((area) => (isArea(area) ? area : schedules.get(area.schedule)));
      return memory.run(all, call);
    });
  }

  /** Runs a call whose first area are the frequencies of a schedule. */
  runWithSchedule<R>(schedule: KeptSchedule, size: Size, areas: readonly Area[], call: Call<M, R>): R {
    return this.run(size, [new Scheduled(schedule), ...areas], call);
  }

  /** Asks the module for a number, for which no memory is needed. */
  ask(question: (module: M) => number): number {
    return this.#guarded(({ memory }) => memory.ask(question));
  }

  #guarded<R>(work: (instance: Instance<M>) => R): R {
    try {
      this.#instance ??= this.#instantiate();
      return workWithRoom(this.#instance, work);
    } catch (error) {
      throw isOutOfMemory(error) ? error : this.#trapped(error);
    }
  }

  /** The instance may be in any state now, so it is dropped. */
  #trapped(cause: unknown): PosencError {
    this.#instance = undefined;
    return failure("the WebAssembly module stopped; the next call starts it afresh", {
      code: "trap",
      param: "wasm",
      value: undefined,
      cause,
    });
  }
}

const isArea = (area: Area | Scheduled): area is Area => !(area instanceof Scheduled);

function instanceOf<M extends LightModule>(module: M, kernels: AnyScheduleKernels): Instance<M> {
  const memory = new Memory(module);
  return { memory, schedules: new ScheduleCache(memory, module.frequencyBytes(), kernels) };
}

/** When memory ends, gives up the schedules kept from earlier calls and tries once more. */
function workWithRoom<M extends LightModule, R>(
  instance: Instance<M>,
  work: (instance: Instance<M>) => R,
): R {
  try {
    return work(instance);
  } catch (error) {
    if (!isOutOfMemory(error) || !instance.schedules.clear()) throw error;
    return work(instance);
  }
}

export function checkSize(bytes: number, { param, value }: Size): void {
  if (bytes <= mostBytes) return;
  const text = `${param} ${value} needs ${mebibytes(bytes)} of memory, and ${mebibytes(mostBytes)} are allowed; ask for a part at a time`;
  throw rangeError(text, { code: "memory-limit", param, value });
}

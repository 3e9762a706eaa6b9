import { failure, isOutOfMemory, mebibytes, type PosencError, rangeError } from "./errors.ts";
import { type Area, bytesOf, Memory } from "./memory.ts";
import type { Slices, WasmModule } from "./module.ts";
import type { GeometricSchedule } from "./schedule.ts";
import { ScheduleCache } from "./schedules.ts";

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

type Call<R> = (module: WasmModule, slices: Slices) => R;

interface Instance {
  memory: Memory;
  schedules: ScheduleCache;
}

/** One instance of the module at a time, replaced by a fresh one after a trap. */
export class Engine {
  readonly #instantiate: () => WasmModule;
  #instance: Instance | undefined;

  /** @param first An instance that is there already; `instantiate` makes the later ones. */
  constructor(first: WasmModule, instantiate: () => WasmModule) {
    this.#instance = instanceOf(first);
    this.#instantiate = instantiate;
  }

  /** Runs a call on areas that do not need a schedule. */
  run<R>(size: Size, areas: readonly Area[], call: Call<R>): R {
    return this.#guarded(size, areas, ({ memory }) => memory.run(areas, call));
  }

  /** Runs a call whose first area are the frequencies of a schedule. */
  runWithSchedule<R>(schedule: GeometricSchedule, size: Size, areas: readonly Area[], call: Call<R>): R {
    return this.#guarded(size, areas, ({ memory, schedules }) => {
      return memory.run([schedules.get(schedule), ...areas], call);
    });
  }

  #guarded<R>(size: Size, areas: readonly Area[], work: (instance: Instance) => R): R {
    checkSize(bytesOf(areas), size);
    try {
      this.#instance ??= instanceOf(this.#instantiate());
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

function instanceOf(module: WasmModule): Instance {
  const memory = new Memory(module);
  return { memory, schedules: new ScheduleCache(memory, module.frequencyBytes()) };
}

/** When memory ends, gives up the schedules kept from earlier calls and tries once more. */
function workWithRoom<R>(instance: Instance, work: (instance: Instance) => R): R {
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

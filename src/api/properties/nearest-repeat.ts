import { nearestRepeat as searchNames } from "../../bindings/full/properties.ts";
import type { Sines } from "../additive/encoder.ts";
import { exactArea } from "../additive/sines.ts";
import { checkNumber, guarded, type NumberRule, readOptions, wrongType } from "../arguments/check.ts";
import { NamedOutput, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import type { Spec } from "../spec.ts";
import { checkPairs } from "./sine-table.ts";

/** An offset at which an encoding almost repeats itself. */
export interface Repeat {
  /** The offset, in positions. */
  offset: number;
  /** The distance between two rows this offset apart. */
  distance: number;
}

/** The progress of a search, and the best offset so far. */
export interface RepeatProgress extends Repeat {
  /** All offsets before this one have been searched; `offset` and `distance` are the best result so far. */
  next: number;
  /** The part of the search that is done, from 0 to 1. */
  done: number;
}

/** The offsets that are searched. */
export interface RepeatRange {
  /** The last offset to search, an integer from `from` to 2^53 − 128. */
  to: number;
  /** The first offset to search, 1 or more. Default 1. */
  from?: number | undefined;
}

/** The offsets to search, and how to watch and end the search. */
export interface NearestRepeatOptions extends RepeatRange {
  /** Called about thirty times a second while the search goes on, and at its end. */
  onProgress?: ((progress: RepeatProgress) => void) | undefined;
  /** Ends the search: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface NearestRepeat {
  /**
   * Searches for the offset at which an encoding comes nearest to repeating itself, in slices that leave time for the page.
   *
   * @param spec `sinusoidal`, with a cosine for each sine.
   * @param options The offsets. Ten million offsets of 256 pairs take a second or two; offsets beyond 2^24 take longer.
   * @returns A promise of the offset with the smallest distance, or the first of several, as if every offset had been
   * computed in double precision.
   * @throws Rejects with a TypeError or RangeError as `encode` does, with the signal's reason, or with what `onProgress` threw.
   * @example
   * await pe.nearestRepeat({ method: "sinusoidal", dModel: 2 }, { to: 1000 }); // { offset: 710, distance: 0.000060288706718976894 }
   */
  nearestRepeat(spec: Spec, options: NearestRepeatOptions): Promise<Repeat>;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  nearestRepeat(options: Together<Spec, NearestRepeatOptions>): Promise<Repeat>;

  /**
   * Finds the nearest repeat in one synchronous call, for workers and scripts.
   *
   * @param spec `sinusoidal`, with a cosine for each sine.
   * @param options The offsets.
   * @returns The offset with the smallest distance, and the distance.
   * @throws TypeError and RangeError as `encode` does.
   * @example
   * pe.nearestRepeatSync({ method: "sinusoidal", dModel: 2 }, { to: 30 }); // { offset: 25, distance: 0.13264379470240137 }
   */
  nearestRepeatSync(spec: Spec, options: RepeatRange): Repeat;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  nearestRepeatSync(options: Together<Spec, RepeatRange>): Repeat;
}

/** The last offset in a whole block of the kernels. */
const farthest = 2 ** 53 - 128;
const offsetRule: NumberRule = { from: 1, to: farthest, integer: true };

function checkRange(given: { from?: unknown; to?: unknown }): { from: number; to: number } {
  const from = checkNumber("from", given.from, { ...offsetRule, default: 1 });
  return { from, to: checkNumber("to", given.to, { ...offsetRule, from }) };
}

export function nearestRepeatSync(engine: Engine): NearestRepeat["nearestRepeatSync"] {
  return ((spec: Spec, options: unknown) => {
    const table = checkPairs(spec);
    const { from, to } = checkRange(readOptions("options", options, ["from", "to"]));
    const search = new Search(engine, table, from);
    search.advance(to);
    return search.best;
  }) as NearestRepeat["nearestRepeatSync"];
}

export function nearestRepeat(engine: Engine): NearestRepeat["nearestRepeat"] {
  return (async (spec: Spec, options: unknown) => {
    const table = checkPairs(spec);
    const given = readOptions("options", options, ["from", "to", "onProgress", "signal"]);
    const { from, to } = checkRange(given);
    const onProgress = checkCallback(given.onProgress);
    const signal = checkSignal(given.signal);
    const search = new Search(engine, table, from);
    for (let slice = firstSlice; ; slice = search.advanceFor(slice, to)) {
      signal?.throwIfAborted();
      if (search.next > from) {
        onProgress?.({ ...search.best, next: search.next, done: (search.next - from) / (to - from + 1) });
      }
      if (search.next > to) return search.best;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }) as NearestRepeat["nearestRepeat"];
}

/** Number of offsets in the first slice, which takes about a millisecond. */
const firstSlice = 2 ** 13;
/** The time of a slice in milliseconds: two frames of a page, so that making the table of phases takes a small share of it. */
const sliceTime = 30;

class Search {
  readonly #engine: Engine;
  readonly #table: Sines;
  readonly #scratchFloats: number;
  readonly #search: NamedOutput<typeof searchNames>;

  constructor(engine: Engine, table: Sines, from: number) {
    this.#engine = engine;
    this.#table = table;
    this.#scratchFloats = engine.ask(step("nearestRepeatScratch", { pairs: table.powers.pairs }));
    this.#search = new NamedOutput(searchNames, 1, Float64Array.of(from, 0, Number.POSITIVE_INFINITY));
  }

  get next(): number {
    return this.#search.get("next");
  }

  get best(): Repeat {
    const distance = Math.sqrt(this.#search.get("squaredDistance"));
    return { offset: this.#search.get("offset"), distance: Math.abs(this.#table.outputScale) * distance };
  }

  /** Searches the offsets up to `last`. */
  advance(last: number): void {
    const size = { param: "dModel", value: this.#table.dModel };
    const frequencies = exactArea(this.#table);
    const scratch = room(Float32Array, this.#scratchFloats);
    this.#engine.run(size, step("nearestRepeat", { frequencies, last, search: this.#search, scratch }));
  }

  /** Searches `count` offsets. @returns the number for the next slice, from the time that this slice took */
  advanceFor(offsets: number, last: number): number {
    const start = performance.now();
    this.advance(Math.min(last, this.next + offsets - 1));
    const time = Math.max(performance.now() - start, 1);
    return Math.max(1, Math.ceil(offsets * Math.min(4, sliceTime / time)));
  }
}

function checkCallback(value: unknown): ((progress: RepeatProgress) => void) | undefined {
  if (value !== undefined && typeof value !== "function") throw wrongType("onProgress", "a function", value);
  return value as ReturnType<typeof checkCallback>;
}

function checkSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const isSignal =
    typeof value === "object" &&
    value !== null &&
    guarded("signal", value, () => typeof (value as AbortSignal).throwIfAborted === "function");
  if (!isSignal) throw wrongType("signal", "an AbortSignal", value);
  return value as AbortSignal;
}

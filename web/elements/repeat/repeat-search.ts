import type { FigureSpec } from "../definition/figure-spec.ts";
import type { Find, RepeatQuery } from "./repeat-find.ts";

/** A search for the offsets at which an encoding is nearest to itself, in stretches of a logarithmic axis. */

/** The nearest repeat among the offsets from `from` to `to`. */
export interface SearchedStretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly distance: number;
}

/** Stretches in a power of ten. */
const DECADE = 8;

/** Offsets searched between two drawings: about a tenth of a second at 256 pairs. */
const CHUNK = 2 ** 20;

/** The end of the stretch of an offset: a power of 10^(1/8), rounded down. */
function endOfStretch(offset: number, last: number): number {
  let step = Math.floor(DECADE * Math.log10(offset));
  let end = 0;
  while (end < offset) end = Math.floor(10 ** (step++ / DECADE));
  return Math.min(end, last);
}

export class RepeatSearch {
  readonly from: number;
  readonly to: number;
  /** Whether the reader has paused it. */
  isPaused: boolean;
  readonly #find: Find;
  readonly #spec: FigureSpec;
  readonly #done: SearchedStretch[] = [];
  #next: number;
  #abort: AbortController | undefined;

  constructor(find: Find, { spec, from, to }: RepeatQuery, isPaused: boolean) {
    this.isPaused = isPaused;
    this.#find = find;
    this.#spec = spec;
    this.from = from;
    this.to = to;
    this.#next = from;
  }

  /** The stretches so far; the search of the last one may not be finished. */
  get stretches(): readonly SearchedStretch[] {
    return this.#done;
  }

  /** The searched share of all offsets, from 0 to 1. */
  get share(): number {
    return (this.#next - this.from) / (this.to - this.from + 1);
  }

  get isFinished(): boolean {
    return this.#next > this.to;
  }

  get isBusy(): boolean {
    return this.#abort !== undefined;
  }

  /** Searches some more offsets. Rejects if it is stopped. */
  async advance(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const from = this.#next;
      const end = endOfStretch(from, this.to);
      const to = Math.min(end, from + CHUNK - 1);
      const found = await this.#find({ spec: this.#spec, from, to }, abort.signal);
      this.#add({ from, to, ...found });
      this.#next = to + 1;
    } finally {
      if (this.#abort === abort) this.#abort = undefined;
    }
  }

  /** Stops {@link advance}. The next call of it searches the unfinished offsets again. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }

  /** Adds a part to the last stretch if it belongs to that one, else as a new stretch. */
  #add(part: SearchedStretch): void {
    const last = this.#done.at(-1);
    if (last === undefined || endOfStretch(last.from, this.to) < part.from) this.#done.push(part);
    else {
      const best = part.distance < last.distance ? part : last;
      this.#done[this.#done.length - 1] = { ...best, from: last.from, to: part.to };
    }
  }
}

/** The stretches with a smaller distance than all stretches before them. */
export function recordsOf(stretches: readonly SearchedStretch[]): SearchedStretch[] {
  let least = Number.POSITIVE_INFINITY;
  return stretches.filter(({ distance }) => {
    const isRecord = distance < least;
    if (isRecord) least = distance;
    return isRecord;
  });
}

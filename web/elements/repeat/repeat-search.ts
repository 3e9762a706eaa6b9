import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Find } from "./repeat-find.ts";

/** A search for the offsets at which an encoding comes nearest to itself, stretch by stretch of a logarithmic axis. */

/** The nearest repeat of the offsets from `from` to `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly distance: number;
}

/** Stretches in a power of ten. */
const DECADE = 8;

/** Offsets looked at between two drawings: a tenth of a second or so at 256 pairs. */
const CHUNK = 2 ** 20;

/** Where the stretch of an offset ends: at a power of 10^(1/8), rounded down. */
function endOfStretch(offset: number, last: number): number {
  let step = Math.floor(DECADE * Math.log10(offset));
  let end = 0;
  while (end < offset) end = Math.floor(10 ** (step++ / DECADE));
  return Math.min(end, last);
}

export class RepeatSearch {
  readonly from: number;
  readonly to: number;
  readonly #find: Find;
  readonly #spec: FigureSpec;
  readonly #done: Stretch[] = [];
  #next: number;
  #abort: AbortController | undefined;

  constructor(find: Find, spec: FigureSpec, from: number, to: number) {
    this.#find = find;
    this.#spec = spec;
    this.from = from;
    this.to = to;
    this.#next = from;
  }

  /** What has been found so far; the last one may not be at its end yet. */
  get stretches(): readonly Stretch[] {
    return this.#done;
  }

  /** The part of all offsets that has been looked at, from 0 to 1. */
  get share(): number {
    return (this.#next - this.from) / (this.to - this.from + 1);
  }

  get isFinished(): boolean {
    return this.#next > this.to;
  }

  get isBusy(): boolean {
    return this.#abort !== undefined;
  }

  /** Looks at some more offsets. Rejects when it is stopped. */
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

  /** Ends {@link advance}; what it has not finished is looked at again when it is called anew. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }

  /** A part that goes on with the last stretch makes it longer. */
  #add(part: Stretch): void {
    const last = this.#done.at(-1);
    if (last === undefined || endOfStretch(last.from, this.to) < part.from) this.#done.push(part);
    else {
      const best = part.distance < last.distance ? part : last;
      this.#done[this.#done.length - 1] = { ...best, from: last.from, to: part.to };
    }
  }
}

/** The stretches that come nearer than all before them. */
export function recordsOf(stretches: readonly Stretch[]): Stretch[] {
  let least = Number.POSITIVE_INFINITY;
  return stretches.filter(({ distance }) => {
    const isRecord = distance < least;
    if (isRecord) least = distance;
    return isRecord;
  });
}

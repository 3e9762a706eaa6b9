import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFixed, formatInteger, formatRough, formatSmall, superscript } from "../../plot/numbers.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { refusal } from "../definition/rules.ts";
import { type Find, findInSlices, findInWorker, type RepeatQuery } from "./repeat-find.ts";

// A search for the offsets at which an encoding is nearest to itself, in stretches of a logarithmic axis.

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

class RepeatSearch {
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

export interface RepeatShown {
  readonly spec: FigureSpec;
  readonly from: number;
  readonly to: number;
  /** It continues while the figure is visible. */
  readonly search: RepeatSearch;
}

/** The largest offset of the module's search. */
export const FARTHEST = 2 ** 53 - 128;
/** Offsets times pairs of a search that takes a fifth of a second: longer ones are worth a worker. */
const LONG = 2 ** 28;

type StartWorker = () => Worker;

/** Shared by all figures of a page. */
let inWorker: Find | undefined;

export function repeatShown(
  pe: Posenc,
  { spec, from, to }: Pick<RepeatShown, "spec" | "from" | "to">,
  startWorker: StartWorker | undefined,
  before: RepeatShown | undefined,
): RepeatShown {
  if (to < from) throw refusal("to", `a whole number from ${from} to ${FARTHEST}`, to);
  before?.search.stop();
  const query = { spec, from, to };
  const isLong = (to - from + 1) * (spec.dModel / 2) >= LONG;
  const find = startWorker && isLong ? shared(startWorker, pe) : findInSlices(pe);
  return { ...query, search: new RepeatSearch(find, query, before?.search.isPaused ?? false) };
}

function shared(startWorker: StartWorker, pe: Posenc): Find {
  inWorker ??= findInWorker(startWorker, findInSlices(pe));
  return inWorker;
}

// The results of the search in words, and why no repeat is exact.

/** Distances of this size or larger are written with five digits. */
const LARGE = 0.01;

export function formatDistance(distance: number): string {
  return distance < LARGE ? formatSmall(distance) : formatRough(distance, 5);
}

/** Describes the nearest repeat of all stretches. */
export function describeBest(stretches: readonly SearchedStretch[]): string {
  const best = recordsOf(stretches).at(-1);
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!best || !first || !last) return "No offset has been checked yet.";
  const [from, to, offset] = [first.from, last.to, best.offset].map(formatInteger);
  return `Of the offsets ${from} to ${to}, ${offset} comes nearest to a repeat, at distance ${formatDistance(best.distance)}.`;
}

/** Describes the nearest repeat of one stretch. */
export function describeStretch({ from, to, offset, distance }: SearchedStretch): string {
  return (
    `offsets ${formatInteger(from)} to ${formatInteger(to)}: nearest at ${formatInteger(offset)}, ` +
    `distance ${formatDistance(distance)}`
  );
}

/** The reason why no whole offset is an exact repeat, and whether any fractional offset is. */
export function reasonOf(pe: Posenc, spec: FigureSpec): string {
  const whole =
    "It is never 0: pair 0 repeats only after multiples of 2π, and 2π is irrational, so no integer offset is a multiple of it.";
  return `${whole} ${betweenWholes(pe, spec)}`.trim();
}

/** Whether all pairs have a common period, which cannot be whole; empty if the base is not whole. */
function betweenWholes(pe: Posenc, spec: FigureSpec): string {
  const pairs = spec.dModel / 2;
  if (pairs === 1)
    return `Between integers, the encoding repeats after every ${formatFixed(2 * Math.PI, 6)}.`;
  if (!Number.isInteger(spec.base)) return "";
  const ratio = spec.base ** (1 / pairs);
  const root = Math.round(ratio);
  // The root of a whole number is whole or irrational.
  if (BigInt(root) ** BigInt(pairs) !== BigInt(spec.base)) {
    return `No fraction repeats either: each period is ${formatRough(ratio, 6)} times the previous one, an irrational ratio, so no offset is a multiple of all periods.`;
  }
  const period = formatRough(Math.max(...pe.periods(spec)), 9);
  const power = pairs === 2 ? String(root) : `${root}${superscript(pairs - 1)}`;
  return `Between integers, the encoding repeats after every 2π · ${power} = ${period}, the longest period: each period is ${root} times the previous one.`;
}

import type { Light } from "../../../src/entries/index.ts";
import { uniforms } from "../../methods/uniforms.ts";
import { formatInteger, formatPercent } from "../../plot/numbers.ts";
import { type FigureSpec, range } from "../definition/figure-spec.ts";
import { type Reading, readSums } from "./linear-map.ts";

/** Words plus positions, and how well a linear map reads both again, by width. */

export interface ProbeSettings {
  /** The encoding; its width is the one that is looked at. */
  readonly spec: FigureSpec;
  readonly words: number;
  readonly positions: number;
  readonly seed: number;
  /** Whether the words' vectors are multiplied by √d. */
  readonly isScaled: boolean;
}

export interface ProbeShown extends ProbeSettings {
  readonly key: string;
  readonly widths: readonly number[];
  readonly work: ProbeWork;
  /** Widths that are drawn. */
  readonly done: number;
}

const WIDTHS = [8, 16, 32, 64, 128, 256, 512] as const;
/** The share of all sums that the map is fitted to; it is tested on the others. */
export const FITTED = 0.4;
/** How far a reading may be off for the middle curve. */
export const NEAR = 2;
export const CURVES = ["word", `position, give or take ${NEAR}`, "position"] as const;

/** Milliseconds of work in a frame. */
const SLICE = 8;

/** The readings so far, the narrowest first, and the work on the others. */
export class ProbeWork {
  readonly readings: Reading[] = [];
  readonly #work: Generator<void, void>;
  #isDone = false;

  constructor(pe: Light, settings: ProbeSettings, widths: readonly number[]) {
    this.#work = this.#readAll(pe, settings, widths);
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Goes on for a part of a frame. */
  advance(): void {
    const end = performance.now() + SLICE;
    do this.#isDone = this.#work.next().done === true;
    while (!this.#isDone && performance.now() < end);
  }

  *#readAll(pe: Light, settings: ProbeSettings, widths: readonly number[]): Generator<void, void> {
    for (const width of widths) this.readings.push(yield* readSums(sumsOf(pe, settings, width)));
  }
}

function sumsOf(pe: Light, { spec, words, positions, seed, isScaled }: ProbeSettings, width: number) {
  // Uniform numbers on [−1, 1) have variance 1/3, so that a word's vector has a length of about 1, or √d.
  const length = Math.sqrt(3) * (isScaled ? 1 : Math.sqrt(1 / width));
  const vectors = uniforms(`${seed}/words`, words * width).map((value) => value * length);
  const table = pe.encode({ ...spec, dModel: width }, { length: positions });
  const drawn = uniforms(`${seed}/fitted`, words * positions);
  return {
    width,
    words: vectors,
    positions: Float64Array.from(table),
    fitted: Uint8Array.from(drawn, (value) => Number(value < 2 * FITTED - 1)),
  };
}

export function probeShown(pe: Light, settings: ProbeSettings, before: ProbeShown | undefined): ProbeShown {
  const { spec } = settings;
  const widths = [...new Set([...WIDTHS, spec.dModel])].sort((a, b) => a - b);
  const key = JSON.stringify([{ ...settings, spec: { ...spec, dModel: 0 } }, widths]);
  const work = before?.key === key ? before.work : new ProbeWork(pe, settings, widths);
  return { ...settings, key, widths, work, done: work.readings.length };
}

/** Goes on with the work in the next frame. */
export function goOn(shown: ProbeShown): ProbeShown | undefined {
  const { work, done } = shown;
  if (work.isDone && work.readings.length === done) return undefined;
  work.advance();
  return work.readings.length === done ? shown : { ...shown, done: work.readings.length };
}

/** The share of sums whose position is read with at most so many steps of error. */
function within({ misses, tested }: Reading, steps: number): number {
  const middle = (misses.length - 1) / 2;
  return misses.subarray(middle - steps, middle + steps + 1).reduce((sum, count) => sum + count, 0) / tested;
}

/** A value of a curve; NaN while it is computed. */
export function accuracyAt({ work }: ProbeShown, curve: number, width: number): number {
  const reading = work.readings[width];
  if (!reading) return Number.NaN;
  return curve === 0 ? reading.words / reading.tested : within(reading, curve === 1 ? NEAR : 0);
}

/** The index of the width that is looked at. */
export const seenWidth = ({ widths, spec }: ProbeShown): number => widths.indexOf(spec.dModel);

/** The whole picture. */
export function describeAll(shown: ProbeShown): string {
  const { words, positions, spec, widths, work } = shown;
  const at = seenWidth(shown);
  const task = `${formatInteger(words)} random words at ${positions} positions: a linear map reads both from the sum x + P.`;
  if (!work.readings[at]) return `${task} Width ${spec.dModel} is being computed.`;
  const [word, near, position] = range(0, CURVES.length).map((curve) =>
    formatPercent(accuracyAt(shown, curve, at)),
  );
  const rest = work.isDone ? "" : ` ${work.readings.length} of ${widths.length} widths are computed.`;
  return `${task} At width ${spec.dModel} it reads ${word} of the words, ${position} of the positions exactly, and ${near} give or take ${NEAR}.${rest}`;
}

export function describePoint(shown: ProbeShown, curve: number, width: number): string {
  const value = accuracyAt(shown, curve, width);
  const guess = curve === 0 ? 1 / shown.words : (curve === 1 ? 2 * NEAR + 1 : 1) / shown.positions;
  const place = `Width ${shown.widths[width]}, ${CURVES[curve]}`;
  if (Number.isNaN(value)) return `${place}: being computed`;
  const { tested } = shown.work.readings[width] as Reading;
  return `${place}: ${formatPercent(value)} of ${formatInteger(tested)} sums that the map was not fitted to are read right. Guessing gets about ${formatPercent(guess)}.`;
}

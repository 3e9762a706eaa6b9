import { checkWhole } from "../figure/check-whole.ts";

/** What a head is built of. */

export const ENCODINGS = ["sinusoidal", "sine", "rope", "alibi", "learned"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const HEADS = ["shift", "induction"] as const;

export interface Settings {
  readonly head: (typeof HEADS)[number];
  readonly encoding: Encoding;
  /** How many words back the head is to look. */
  readonly offset: number;
  /** Divisor of the scores. */
  readonly temperature: number;
  /** Position of the first word. */
  readonly start: number;
}

/** Channels of a head. */
export const WIDTH = 16;

/** Rows of the learned table: no more than its channels, so that one matrix can take every row to any other. */
export const TRAINED = 16;

/** Rows from which a matrix is fitted: enough to tell the slowest sines apart, which are nearly lines over fewer. */
export const FITTED = 4096;

const MOST_BACK = 63;
export const FARTHEST = 1_000_000;
const TEMPERATURES = { least: 0.01, most: 100 } as const;

/** The same settings; throws a RangeError with a sentence for the reader where one is out of range. */
export function checkSettings(settings: Settings): Settings {
  const { offset, temperature, start } = settings;
  checkWhole("offset", offset, 0, MOST_BACK);
  checkWhole("start", start, 0, FARTHEST);
  const { least, most } = TEMPERATURES;
  if (temperature >= least && temperature <= most) return settings;
  throw new RangeError(`temperature must be a number from ${least} to ${most}; got ${temperature}.`);
}

/** The settings of a head. */

export const ENCODINGS = ["sinusoidal", "sine", "rope", "alibi", "learned"] as const;
export type HeadEncodingName = (typeof ENCODINGS)[number];

export const HEADS = ["shift", "induction"] as const;

export interface HeadSettings {
  readonly head: (typeof HEADS)[number];
  readonly encoding: HeadEncodingName;
  /** How many words back the head should look. */
  readonly offset: number;
  /** Divisor of the scores. */
  readonly temperature: number;
  /** Position of the first word. */
  readonly start: number;
}

/** Channels of a head. */
export const WIDTH = 16;

/** Rows of the learned table: no more than its channels, so that a matrix can map every row to any other. */
export const TRAINED = 16;

/** Rows of a fit: over fewer rows the slowest sines are nearly straight lines, which cannot be told apart. */
export const FITTED = 4096;

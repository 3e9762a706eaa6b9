/** Settings of the layers and the sequences of the experiment. */

export const FIRSTS = ["shared", "random"] as const;

export interface LeakSettings {
  /** Tokens of a sequence. */
  readonly length: number;
  /** Whether the first token is the same in all sequences, or random like all tokens. */
  readonly first: (typeof FIRSTS)[number];
  readonly seed: number;
}

/** Channels of a token, and heads of a layer. */
export const WIDTH = 32;
export const HEADS = 4;

/** Layers of attention, one after the other. */
export const LAYERS = 3;

/** Numbers of sequences for the fit of the read-out, and for its test. */
export const TRAIN = 128;
export const TEST = 32;

/** Error of always guessing the middle: the standard deviation of positions 1 … length − 1. */
export const chance = ({ length }: LeakSettings): number => Math.sqrt(((length - 1) ** 2 - 1) / 12);

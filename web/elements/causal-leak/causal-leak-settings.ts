import { checkWhole } from "../figure/check-whole.ts";

/** What the layers and the sequences of the experiment are made of. */

export const MASKS = ["true", "false"] as const;
export const FIRSTS = ["shared", "random"] as const;

export interface Settings {
  /** Tokens of a sequence. */
  readonly length: number;
  /** Whether the first token is the same in all sequences, or as random as the others. */
  readonly first: (typeof FIRSTS)[number];
  readonly seed: number;
}

/** Channels of a token, and heads of a layer. */
export const WIDTH = 32;
export const HEADS = 4;

/** Layers of attention, one after the other. */
export const LAYERS = 3;

/** Sequences that the read-out is fitted to, and others that it is tried on. */
export const TRAIN = 128;
export const TEST = 32;

export const LENGTHS = { least: 8, most: 128 } as const;

/** The same settings; throws a RangeError with a sentence for the reader where one is out of range. */
export function checkSettings(settings: Settings): Settings {
  checkWhole("length", settings.length, LENGTHS.least, LENGTHS.most);
  checkWhole("seed", settings.seed, 0, Number.MAX_SAFE_INTEGER);
  return settings;
}

/** Error of guessing the middle: positions 1 … length − 1 spread so far around it. */
export const chance = ({ length }: Settings): number => Math.sqrt(((length - 1) ** 2 - 1) / 12);

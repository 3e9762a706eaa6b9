import type { Posenc } from "../../../src/api/full.ts";
import type { Encoding } from "./attention-encoding.ts";
import { type Matching, matchRows } from "./attention-matching.ts";
import type { Model, Pass } from "./attention-model.ts";

/** Two sentences through the same layer: how far are their outputs from being the same rows in another order? */

/** The tokens of the two sentences. */
export type Sentences = readonly [first: readonly string[], second: readonly string[]];

/** The two sides of the figure, an encoding each. */
export const SIDES = ["left", "right"] as const;
export type Side = 0 | 1;

export interface Comparison {
  readonly encoding: Encoding;
  readonly passes: readonly [Pass, Pass];
  /** Undefined when the sentences differ in length, or one has no token. */
  readonly matching: Matching | undefined;
  /** Differences up to this may come from rounding alone. */
  readonly rounding: number;
  /** Largest difference of the first sentence's outputs from those of a second run, in the same order. */
  readonly repeated: number;
}

/** The contract of attention: an error of at most 2 · 2^-24 of the largest value, here in each of two outputs. */
const ROUNDING = 4 * 2 ** -24;

export function compare(pe: Posenc, model: Model, sentences: Sentences, encoding: Encoding): Comparison {
  const [first, second] = sentences;
  const passes = [model.attend(pe, first, encoding), model.attend(pe, second, encoding)] as const;
  const again = model.attend(pe, first, encoding);
  const width = passes[0].outputs.length / first.length;
  const matchable = first.length === second.length && first.length > 0;
  return {
    encoding,
    passes,
    matching: matchable ? matchRows(passes[0].outputs, passes[1].outputs, width) : undefined,
    rounding: ROUNDING * Math.max(passes[0].largestValue, passes[1].largestValue),
    repeated: largestDifference(passes[0].outputs, again.outputs),
  };
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] as number))), 0);
}

/** Words that one sentence has more often than the other: [only in the first, only in the second]. */
export function unmatchedWords([first, second]: Sentences): [string[], string[]] {
  const without = (words: readonly string[], others: readonly string[]) => {
    const left = [...others];
    return words.filter((word) => {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [without(first, second), without(second, first)];
}

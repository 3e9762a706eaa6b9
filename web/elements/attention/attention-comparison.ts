import type { Posenc } from "../../../src/api/index.ts";
import { type Matching, matchRows } from "./attention-matching.ts";
import type { Model, Pass } from "./attention-model.ts";

/** Two sentences through the same layer: how far are their outputs from being the same rows in another order? */

/** The tokens of the two sentences. */
export type Sentences = readonly [first: readonly string[], second: readonly string[]];

export interface Comparison {
  readonly positions: boolean;
  readonly passes: readonly [Pass, Pass];
  /** Undefined when the sentences differ in length, or one has no token. */
  readonly matching: Matching | undefined;
  /** Differences up to this may come from rounding alone. */
  readonly rounding: number;
}

/** The contract of attention: an error of at most 2 · 2^-24 of the largest value, here in each of two outputs. */
const ROUNDING = 4 * 2 ** -24;

export function compare(pe: Posenc, model: Model, sentences: Sentences, positions: boolean): Comparison {
  const [first, second] = sentences;
  const passes = [model.attend(pe, first, positions), model.attend(pe, second, positions)] as const;
  const width = passes[0].outputs.length / first.length;
  const matchable = first.length === second.length && first.length > 0;
  return {
    positions,
    passes,
    matching: matchable ? matchRows(passes[0].outputs, passes[1].outputs, width) : undefined,
    rounding: ROUNDING * Math.max(passes[0].largestValue, passes[1].largestValue),
  };
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

/** The weights of a head on a text, and its hits: weights on the word k back. */

export interface BuiltHead {
  /** (words, words): row t is the weights of word t; zeros for a word without a row in the encoding. */
  readonly weights: Float32Array;
  /** Number of words with a row in the encoding. */
  readonly placed: number;
  /** Relative residual of the fitted matrix; undefined if there is no matrix. */
  readonly residual?: number;
  /** The best of ALiBi's slopes; undefined for other encodings. */
  readonly slope?: number;
}

export interface Hits {
  /** Number of words with a word k back. */
  readonly words: number;
  /** Mean weight on the word k back. */
  readonly share: number;
  /** Number of words that give it the largest of their weights. */
  readonly largest: number;
}

/** The hits of weights, (words, words). */
export function hits(weights: Float32Array, k: number): Hits {
  const n = Math.sqrt(weights.length);
  const words = Math.max(0, n - k);
  let share = 0;
  let largest = 0;
  for (let t = k; t < n; t++) {
    const row = weights.subarray(t * n, (t + 1) * n);
    const weight = row[t - k] as number;
    share += weight / words;
    if (weight > 0 && row.every((other, s) => s === t - k || other < weight)) largest += 1;
  }
  return { words, share, largest };
}

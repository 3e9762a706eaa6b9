/** What a head looks at, and how well it hits the word k back. */

/** What a head looks at. */
export interface BuiltHead {
  /** (words, words): row t is what word t looks at; zero where the encoding has no row for a word. */
  readonly weights: Float32Array;
  /** Words that the encoding has a row for. */
  readonly placed: number;
  /** What the matrix misses of the rows k on, relative; undefined where there is no matrix. */
  readonly residual?: number;
  /** ALiBi's: the one of its eight that does best. */
  readonly slope?: number;
}

export interface Hits {
  /** Words that have a word k back. */
  readonly words: number;
  /** Mean weight on it. */
  readonly share: number;
  /** How often it has the largest weight of all. */
  readonly largest: number;
}

/** How well weights (words, words) hit the word k back. */
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

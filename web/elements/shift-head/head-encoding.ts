import type { Posenc } from "../../../src/entries/encodings.ts";
import { pairFrequencies } from "../../methods/pair-frequencies.ts";

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

interface Hits {
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

/** Python for the scores of the sinusoidal encoding and of RoPE. */
export const cosineScores = (): string => `${pairFrequencies({ width: WIDTH, base: 10_000 })}
angle = (position[:, None] - k - position[None, :])[:, :, None] * frequency
scores = np.cos(angle).sum(-1)
`;

/**
 * A head built without training, to look k words back: word s has the key of position s + k, and word t the query of
 * position t.
 *
 *   q(t) · k(s) = P(t) · R(k) P(s) = Σ cos ω (t − k − s)        largest if s = t − k
 */

export interface HeadEncoding {
  /** Name in the menu. */
  readonly title: string;
  build(pe: Posenc, settings: HeadSettings, words: number): BuiltHead;
  /** A sentence on the reason for its hits or misses. */
  reason(settings: HeadSettings, head: BuiltHead): string;
  /** Python that makes `scores`, (n, n), from `position`, (n). */
  python(head: BuiltHead): string;
  /** JavaScript that makes the weights `first`, (n, n). */
  javascript(head: BuiltHead): string;
}

/** The weights of queries and keys, (words, width), under a causal mask. */
export function lookAt(
  pe: Posenc,
  { temperature }: HeadSettings,
  q: Float32Array,
  k: Float32Array,
): Float32Array {
  const v = new Float32Array(q.length / WIDTH); // unused: only the weights are needed
  const options = { heads: 1, headDim: WIDTH, causal: true, scale: 1 / temperature, weights: true };
  return pe.attention({ q, k, v, ...options }).weights as Float32Array;
}

/** A matrix times each row, summed in double precision. */
export function mapped(matrix: Float32Array | Float64Array, rows: Float32Array): Float32Array {
  return rows.map((_, index) => {
    const [first, i] = [index - (index % WIDTH), index % WIDTH];
    let sum = 0;
    for (let j = 0; j < WIDTH; j++) sum += (matrix[i * WIDTH + j] as number) * (rows[first + j] as number);
    return sum;
  });
}

/** JavaScript for the weights of `q` and `keys`. */
export const ATTEND = "pe.attention({ q, k: keys, v: new Float32Array(n), headDim: d, ...options }).weights";

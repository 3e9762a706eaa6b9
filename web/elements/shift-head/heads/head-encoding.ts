import type { Posenc } from "../../../../src/entries/encodings.ts";
import type { BuiltHead } from "../built-head.ts";
import { type HeadSettings, WIDTH } from "../shift-head-settings.ts";

/**
 * A head built without training, to look k words back: word s has the key of position s + k, and word t the query of
 * position t.
 *
 *   q(t) · k(s) = P(t) · R(k) P(s) = Σ cos ω (t − k − s)        largest if s = t − k
 */

export interface HeadEncoding {
  /** Name in the menu. */
  readonly title: string;
  /** Builds the head of a text. */
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

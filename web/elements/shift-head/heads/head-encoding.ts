import type { Posenc } from "../../../../src/api/full.ts";
import type { BuiltHead } from "../built-head.ts";
import { type HeadSettings, WIDTH } from "../shift-head-settings.ts";

/**
 * A head that nobody trained, built to look k words back: word s says that it stands at s + k, and word t asks for t.
 *
 *   q(t) · k(s) = P(t) · R(k) P(s) = Σ cos ω (t − k − s)        largest if s = t − k
 */

/** How a head is built from an encoding. */
export interface HeadEncoding {
  /** Its name in the menu. */
  readonly title: string;
  build(pe: Posenc, settings: HeadSettings, words: number): BuiltHead;
  /** Why it hits as it does. */
  reason(settings: HeadSettings, head: BuiltHead): string;
  /** Python that makes `scores`, (n, n), of `position`, (n). */
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
  const v = new Float32Array(q.length / WIDTH); // only the weights are wanted
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

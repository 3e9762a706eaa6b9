import type { Posenc } from "../../../src/api/full.ts";
import { uniforms } from "../figure/uniforms.ts";
import { FITTED, type Settings, TRAINED, WIDTH } from "./shift-head-settings.ts";

/**
 * A head that nobody trained, built to look k words back: word s says that it stands at s + k, and word t asks for t.
 *
 *   q(t) · k(s) = P(t) · R(k) P(s) = Σ cos ω (t − k − s)        largest where s = t − k
 */

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

const SINUSOIDAL = { method: "sinusoidal", dModel: WIDTH } as const;
const SINES = { method: "sine", dModel: WIDTH } as const;
const ALIBI_HEADS = 8;

/** Name of the random numbers that stand for a learned table. */
export const LEARNED = "shift-head/learned";

export function buildHead(pe: Posenc, settings: Settings, words: number): BuiltHead {
  const { encoding, offset: k, start } = settings;
  if (words === 0) return { weights: new Float32Array(), placed: 0 };
  switch (encoding) {
    case "sinusoidal": {
      const rows = pe.encode(SINUSOIDAL, { start, length: words });
      const matrix = pe.shiftMatrix(SINUSOIDAL, { k });
      const { residual } = pe.fitShift(SINUSOIDAL, { k, length: FITTED });
      return { weights: lookAt(pe, settings, rows, mapped(matrix, rows)), placed: words, residual };
    }
    case "sine": {
      const rows = pe.encode(SINES, { start, length: words });
      const { matrix, residual } = pe.fitShift(SINES, { k, length: FITTED });
      return { weights: lookAt(pe, settings, rows, mapped(matrix, rows)), placed: words, residual };
    }
    case "rope":
      return {
        weights: lookAt(pe, settings, turned(pe, start, words), turned(pe, start + k, words)),
        placed: words,
      };
    case "learned":
      return lookUp(pe, settings, words);
    case "alibi":
      return leanBack(pe, settings, words);
  }
}

/** The weights of queries and keys, (words, width), under a causal mask. */
function lookAt(pe: Posenc, { temperature }: Settings, q: Float32Array, k: Float32Array): Float32Array {
  const v = new Float32Array(q.length / WIDTH); // only the weights are wanted
  const options = { heads: 1, headDim: WIDTH, causal: true, scale: 1 / temperature, weights: true };
  return pe.attention({ q, k, v, ...options }).weights as Float32Array;
}

/** A matrix times each row, summed in double precision. */
function mapped(matrix: Float32Array | Float64Array, rows: Float32Array): Float32Array {
  return rows.map((_, index) => {
    const [first, i] = [index - (index % WIDTH), index % WIDTH];
    let sum = 0;
    for (let j = 0; j < WIDTH; j++) sum += (matrix[i * WIDTH + j] as number) * (rows[first + j] as number);
    return sum;
  });
}

/** One vector for every word, (1, 0) in each pair, turned by the words' positions. */
function turned(pe: Posenc, start: number, words: number): Float32Array {
  const same = Float32Array.from({ length: words * WIDTH }, (_, index) => Number(index % WIDTH < WIDTH / 2));
  return pe.rotate(same, { heads: 1, headDim: WIDTH, pairing: "halves", start });
}

/** Random rows, as long as those of sines and cosines, and the matrix that takes each to the row k on. */
function lookUp(pe: Posenc, settings: Settings, words: number): BuiltHead {
  const { offset: k, start } = settings;
  const deviation = Math.sqrt(3 / 2); // uniform on [−1, 1) has variance 1/3
  const table = uniforms(LEARNED, TRAINED * WIDTH).map((value) => value * deviation);
  const placed = Math.max(0, Math.min(words, TRAINED - start));
  const weights = new Float32Array(words * words);
  if (k >= TRAINED) return { weights, placed: 0 };
  const { matrix, residual } = pe.fitShift({ table, dModel: WIDTH }, { k });
  const rows = Float32Array.from(table.subarray(start * WIDTH, (start + placed) * WIDTH));
  const seen = placed > 0 ? lookAt(pe, settings, rows, mapped(matrix, rows)) : weights;
  for (let t = 0; t < placed; t++) weights.set(seen.subarray(t * placed, (t + 1) * placed), t * words);
  return { weights, placed, residual };
}

/** A bias alone: the one of ALiBi's slopes that gives most weight to the word k back. */
function leanBack(pe: Posenc, { offset, temperature }: Settings, words: number): BuiltHead {
  const bias = pe.bias({ method: "alibi" }, { heads: ALIBI_HEADS, queries: words, as: "vector" });
  const relativeBias = bias.map((value) => value / temperature);
  const q = new Float32Array(words * ALIBI_HEADS);
  const options = { heads: ALIBI_HEADS, headDim: 1, causal: true, weights: true };
  const every = pe.attention({ q, k: q, v: q, relativeBias, ...options }).weights as Float32Array;
  const all = Array.from({ length: ALIBI_HEADS }, (_, head) => ({
    weights: every.subarray(head * words ** 2, (head + 1) * words ** 2),
    slope: 2 ** -(head + 1), // of eight heads: Press et al. 2021, arXiv 2108.12409, section 3
  }));
  const best = all.reduce((a, b) => (hits(b.weights, offset).share > hits(a.weights, offset).share ? b : a));
  return { ...best, placed: words };
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

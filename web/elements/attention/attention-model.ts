import type { Posenc } from "../../../src/api/index.ts";
import { uniforms } from "../figure/uniforms.ts";
import type { Settings } from "./attention-settings.ts";

/** One layer of self-attention on a sentence, with weights that nobody trained: what is shown is true for any weights. */

/** What attention makes of a sentence of T words. */
export interface Pass {
  /** (T, d) */
  readonly outputs: Float32Array;
  /** (heads, T, T) */
  readonly weights: Float32Array;
  /** Largest |value|: rounding errors of the outputs are in proportion to it. */
  readonly largestValue: number;
}

type Projection = "query" | "key" | "value";

/** Draws words and weights of one seed, each once. */
export class Model {
  readonly #settings: Settings;
  readonly #words = new Map<string, Float64Array>();
  readonly #weights: Readonly<Record<Projection, Float64Array>>;

  constructor(settings: Settings) {
    this.#settings = settings;
    const matrix = (name: Projection) => this.#draw(name, settings.spec.dModel ** 2);
    this.#weights = { query: matrix("query"), key: matrix("key"), value: matrix("value") };
  }

  /** Vector of a word, of length about 1 (times √d when scaled). One word is one vector, wherever it stands. */
  word(word: string): Float64Array {
    const known = this.#words.get(word);
    if (known) return known;
    const { spec, scaled } = this.#settings;
    const vector = this.#draw(`word/${word.normalize("NFC")}`, spec.dModel);
    if (scaled) for (const i of vector.keys()) vector[i] = (vector[i] as number) * Math.sqrt(spec.dModel);
    this.#words.set(word, vector);
    return vector;
  }

  /** The input of attention, (T, d): the word vectors, and the encoding of their places where it is asked for. */
  input(pe: Posenc, words: readonly string[], positions: boolean): Float64Array {
    const { dModel } = this.#settings.spec;
    const x = new Float64Array(words.length * dModel);
    for (const [row, word] of words.entries()) x.set(this.word(word), row * dModel);
    if (!positions) return x;
    const encoding = pe.encode(this.#settings.spec, { length: words.length });
    return x.map((value, index) => value + (encoding[index] as number));
  }

  /** Runs the layer. */
  attend(pe: Posenc, words: readonly string[], positions: boolean): Pass {
    const { heads, causal, spec } = this.#settings;
    const x = this.input(pe, words, positions);
    const [q, k, v] = (["query", "key", "value"] as const).map((name) =>
      project(x, this.#weights[name], spec.dModel),
    ) as [Float32Array, Float32Array, Float32Array];
    const headDim = spec.dModel / heads;
    const { output, weights } = pe.attention({ q, k, v, heads, headDim, causal, weights: true });
    const largestValue = v.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    return { outputs: output, weights: weights as Float32Array, largestValue };
  }

  /** Entries of variance 1/d: vectors keep their length on average. √3 because uniform on [−1, 1) has variance 1/3. */
  #draw(name: string, length: number): Float64Array {
    const deviation = Math.sqrt(3 / this.#settings.spec.dModel);
    return uniforms(`${this.#settings.seed}/${name}`, length).map((value) => value * deviation);
  }
}

/** x W for x (T, d) and W (d, d), summed in float64 in order and rounded once: the same on every machine. */
function project(x: Float64Array, matrix: Float64Array, d: number): Float32Array {
  const out = new Float32Array(x.length);
  const sum = new Float64Array(d);
  for (let row = 0; row < x.length; row += d) {
    sum.fill(0);
    for (let i = 0; i < d; i++) {
      const value = x[row + i] as number;
      for (let j = 0; j < d; j++) sum[j] = (sum[j] as number) + value * (matrix[i * d + j] as number);
    }
    out.set(sum, row);
  }
  return out;
}

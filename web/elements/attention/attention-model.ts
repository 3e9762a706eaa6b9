import type { Posenc } from "../../../src/api/full.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { type Draw, drawOf } from "../figure/uniforms.ts";
import { biasOf, type Encoding, tableOf, turned } from "./attention-encoding.ts";

/** One layer of self-attention on a sentence, with weights that nobody trained: what is shown is true for any weights. */

/** What the layer is made of, whatever the encoding. */
export interface Settings {
  readonly dModel: number;
  readonly heads: number;
  readonly causal: boolean;
  /** Word vectors times √d before the encoding is added, as in the paper. */
  readonly scaled: boolean;
  readonly seed: number;
}

/** What attention makes of a sentence of T words. */
export interface Pass {
  /** (T, d) */
  readonly outputs: Float32Array;
  /** (heads, T, T) */
  readonly weights: Float32Array;
  /** Largest |value|: rounding errors of the outputs are in proportion to it. */
  readonly largestValue: number;
}

/** Widest vectors of which 64 words are answered within a frame, on a slower machine than ours within two. */
const WIDEST = 256;

/** The same settings; throws a RangeError with a sentence for the reader where one is out of range. */
export function checkSettings(settings: Settings): Settings {
  const { dModel, heads, seed } = settings;
  if (!(dModel >= 2 && dModel <= WIDEST && dModel % 2 === 0)) {
    throw new RangeError(`d-model must be an even whole number from 2 to ${WIDEST}; got ${dModel}.`);
  }
  checkWhole("heads", heads, 1, dModel);
  checkWhole("seed", seed, 0, Number.MAX_SAFE_INTEGER);
  if (dModel % heads !== 0) {
    throw new RangeError(`heads must divide d-model; got ${heads} heads and a d-model of ${dModel}.`);
  }
  return settings;
}

/** Words and weights of one seed and width. */
export class Model {
  readonly #settings: Settings;
  /** The numbers of its seed. */
  readonly draw: Draw;
  readonly #matrices: Readonly<Record<"query" | "key" | "value", Float32Array>>;

  /** @param before - a model whose numbers are taken over where they are the same */
  constructor(settings: Settings, before?: Model) {
    const { seed, dModel } = settings;
    const known = before && before.#settings.seed === seed && before.#settings.dModel === dModel;
    this.#settings = settings;
    this.draw = known ? before.draw : drawOf(seed);
    const matrix = (name: string) => scaledBy(this.draw(name, dModel ** 2), Math.sqrt(3 / dModel));
    this.#matrices = known
      ? before.#matrices
      : { query: matrix("query"), key: matrix("key"), value: matrix("value") };
  }

  /** The layer on a sentence: what each call of the result computes. */
  layer(pe: Posenc, words: readonly string[], encoding: Encoding): () => Pass {
    const { heads, causal, dModel } = this.#settings;
    const x = this.input(pe, words, encoding);
    const { query, key, value } = this.#matrices;
    const [q, k, v] = [query, key, value].map((matrix) =>
      pe.matmul(x, matrix, { inner: dModel, precise: true }),
    ) as [Floats, Floats, Floats];
    const options = {
      q: turned(pe, encoding, q, heads, "query"),
      k: turned(pe, encoding, k, heads, "key"),
      v,
      heads,
      headDim: dModel / heads,
      causal,
      weights: true,
      ...biasOf(pe, encoding, this.draw, heads, words.length),
    };
    const largestValue = largest(v);
    return () => {
      const { output, weights } = pe.attention(options);
      return { outputs: output, weights: weights as Float32Array, largestValue };
    };
  }

  /** The words' vectors, (T, d), and the encoding of their places where it is added. */
  input(pe: Posenc, words: readonly string[], encoding: Encoding): Float32Array {
    const { dModel, scaled } = this.#settings;
    const x = tableOf(pe, encoding, this.draw, words.length) ?? new Float32Array(words.length * dModel);
    const factor = Math.sqrt(3 / dModel) * (scaled ? Math.sqrt(dModel) : 1);
    for (const [row, word] of words.entries()) {
      const entries = this.draw(`word/${word.normalize("NFC")}`, dModel);
      for (let i = 0; i < dModel; i++) {
        const at = row * dModel + i;
        x[at] = (entries[i] as number) * factor + (x[at] as number);
      }
    }
    return x;
  }
}

/** Entries of variance 1/d by √(3/d), as uniform on [−1, 1) has variance 1/3: vectors keep their length on average. */
export const scaledBy = (values: Floats, factor: number): Floats => values.map((value) => value * factor);

type Floats = Float32Array<ArrayBuffer>;

/** Largest absolute value. */
export function largest(values: Float32Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

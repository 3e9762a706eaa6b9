import type { Posenc } from "../../../src/entries/encodings.ts";
import type { ShownSpec } from "../../methods/methods.ts";
import { type Sample, sampleOf } from "../../methods/uniforms.ts";
import type { NamedEncoding } from "../controls/encoding-choice.ts";
import { refusal } from "../definition/rules.ts";
import { namedWord } from "../words/label.ts";

/**
 * The encoding of one side. Its table is added to the words, or it rotates queries and keys, or it adds a bias to the
 * scores. Its learned parameters are random numbers of the seed, like all weights of the layer.
 */

export interface LayerEncoding {
  readonly title: string;
  readonly spec: ShownSpec;
  /** Its row of the menu; undefined if it has no name. */
  readonly named: NamedEncoding | undefined;
}

/** The widths of the layer, which the encoding has to fit. */
export interface Widths {
  readonly dModel: number;
  readonly heads: number;
}

/** What a layer computes with. */
export interface LayerModule extends Pick<Posenc, "attention" | "matmul"> {
  /** The encoding of a text, in the widths of the layer. Throws a RangeError with a sentence for the reader. */
  encodingOf(text: string, widths: Widths): LayerEncoding;
  /** The table that is added to the words, (tokens, dModel); undefined if the encoding has none. */
  tableOf(encoding: LayerEncoding, sample: Sample, tokens: number): Float32Array | undefined;
  /** Queries or keys, rotated in place if the encoding rotates them. */
  rotated(
    encoding: LayerEncoding,
    x: Float32Array<ArrayBuffer>,
    heads: number,
    side: "query" | "key",
  ): Float32Array<ArrayBuffer>;
  /** The bias on the scores, as an option of attention. */
  biasOf(
    encoding: LayerEncoding,
    sample: Sample,
    heads: number,
    tokens: number,
  ): { bias?: Float32Array; relativeBias?: Float32Array };
}

// One layer of self-attention with random weights on a sentence: the figure shows facts that are true for any weights.

/** Settings of the layer other than the encoding. */
export interface LayerSettings {
  readonly dModel: number;
  readonly heads: number;
  readonly causal: boolean;
  /** Whether word vectors are multiplied by √d before the encoding is added, as in the paper. */
  readonly scaled: boolean;
  readonly seed: number;
}

/** The results of attention on a sentence of T words. */
export interface LayerPass {
  /** (T, d) */
  readonly outputs: Float32Array;
  /** (heads, T, T) */
  readonly weights: Float32Array;
  /** Largest |value|: the rounding errors of outputs are proportional to it. */
  readonly largestValue: number;
}

/** The largest width for which 64 words are computed within a frame, or within two on a slow machine. */
export const WIDEST = 256;

/** Throws a sentence for the reader if the channels cannot be divided among the heads. */
export function checkHeads({ dModel, heads }: LayerSettings): void {
  if (dModel % heads !== 0) throw refusal("heads", `a divisor of d-model, ${dModel}`, heads);
}

/** The vectors of words and the weights of one seed and width. */
export class Model {
  readonly #settings: LayerSettings;
  readonly sample: Sample;
  readonly #matrices: Readonly<Record<"query" | "key" | "value", Float32Array>>;

  /** @param before - an earlier model; its numbers are used again if seed and width are the same */
  constructor(settings: LayerSettings, before?: Model) {
    const { seed, dModel } = settings;
    const known = before && before.#settings.seed === seed && before.#settings.dModel === dModel;
    this.#settings = settings;
    this.sample = known ? before.sample : sampleOf(seed);
    const matrix = (name: string) => scaledBy(this.sample(name, dModel ** 2), Math.sqrt(3 / dModel));
    this.#matrices = known
      ? before.#matrices
      : { query: matrix("query"), key: matrix("key"), value: matrix("value") };
  }

  /** Prepares the layer for a sentence. Each call of the result computes it once. */
  layer(pe: LayerModule, words: readonly string[], encoding: LayerEncoding): () => LayerPass {
    const { heads, causal, dModel } = this.#settings;
    const x = this.input(pe, words, encoding);
    const { query, key, value } = this.#matrices;
    const [q, k, v] = [query, key, value].map((matrix) =>
      pe.matmul(x, matrix, { inner: dModel, precise: true }),
    ) as [Floats, Floats, Floats];
    const options = {
      q: pe.rotated(encoding, q, heads, "query"),
      k: pe.rotated(encoding, k, heads, "key"),
      v,
      heads,
      headDim: dModel / heads,
      causal,
      weights: true,
      ...pe.biasOf(encoding, this.sample, heads, words.length),
    };
    const largestValue = largest(v);
    return () => {
      const { output, weights } = pe.attention(options);
      return { outputs: output, weights: weights as Float32Array, largestValue };
    };
  }

  /** The vectors of words, (T, d), plus the table of the encoding if it has one. */
  input(pe: LayerModule, words: readonly string[], encoding: LayerEncoding): Float32Array {
    const { dModel, scaled } = this.#settings;
    const x = pe.tableOf(encoding, this.sample, words.length) ?? new Float32Array(words.length * dModel);
    const factor = Math.sqrt(3 / dModel) * (scaled ? Math.sqrt(dModel) : 1);
    for (const [row, word] of words.entries()) {
      const entries = this.sample(`word/${namedWord(word)}`, dModel);
      for (let i = 0; i < dModel; i++) {
        const at = row * dModel + i;
        x[at] = (entries[i] as number) * factor + (x[at] as number);
      }
    }
    return x;
  }
}

/** With the factor √(3/d), numbers uniform on [−1, 1), of variance 1/3, get the variance 1/d: vectors keep their mean length. */
export const scaledBy = (values: Floats, factor: number): Floats => values.map((value) => value * factor);

type Floats = Float32Array<ArrayBuffer>;

/** The largest absolute value. */
export function largest(values: Float32Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

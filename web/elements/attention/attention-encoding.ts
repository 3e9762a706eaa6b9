import type { Posenc } from "../../../src/entries/encodings.ts";
import type { ShownSpec } from "../../methods/methods.ts";
import type { Sample } from "../../methods/uniforms.ts";
import type { NamedEncoding } from "../controls/encoding-choice.ts";

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

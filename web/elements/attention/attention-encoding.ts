import type { Posenc } from "../../../src/api/full.ts";
import { checkLightSpec } from "../../../src/api/light-spec.ts";
import { isAdditive, type ShownSpec } from "../../methods/methods.ts";
import type { Sample } from "../../methods/uniforms.ts";
import { ENCODINGS, type NamedEncoding } from "../controls/encoding-choice.ts";
import { type Attending, attentionModule } from "../definition/attention-module.ts";
import type { PageModule } from "../definition/definition.ts";
import { spelled } from "../definition/spelled.ts";

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

/** The encodings that need no more than the modules of the sinusoidal encoding and of attention. */
const PLAIN = ["method=none", "method=sinusoidal"];

const isPlain = (text: string): boolean => PLAIN.includes(spelled(text));

/** The modules for plain encodings. */
export const plainModule: PageModule<LayerModule> = {
  load: async () => plainLayer(await attentionModule.load()),
};

/** The module for any encoding. It is four times as large, and so is its code. */
const anyModule: PageModule<LayerModule> = {
  load: async () => (await import("./any-encoding.ts")).loadAny(),
};

/** The modules that encodings need. */
export const moduleFor = (...texts: readonly string[]): PageModule<LayerModule> =>
  texts.every(isPlain) ? plainModule : anyModule;

const plainLayer = (pe: Attending): LayerModule => ({
  attention: pe.attention,
  matmul: pe.matmul,
  encodingOf(text, { dModel }) {
    const named = ENCODINGS.find(({ spec }) => spec === spelled(text)) as NamedEncoding;
    const spec =
      named.method === "none"
        ? ({ version: 1, method: "none" } as const)
        : checkLightSpec({ method: named.method, dModel });
    return { spec: spec as ShownSpec, title: named.title, named };
  },
  tableOf: ({ spec }, _, length) => (isAdditive(spec) ? pe.encode(spec as never, { length }) : undefined),
  rotated: (_, x) => x,
  biasOf: () => ({}),
});

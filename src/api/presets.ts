import type { Layout } from "./spec.ts";

/** A spec that bears a name, without the fields it leaves open. */
interface Preset {
  /** Where the conventions are stated. */
  source: string;
  spec: { method: "sinusoidal"; base: number; layout: Layout };
}

/** The encodings of published models and texts, by name. */
export const presets = {
  "attention-is-all-you-need": {
    source: "Vaswani et al. 2017, arXiv 1706.03762, section 3.5",
    spec: { method: "sinusoidal", base: 10000, layout: "interleaved" },
  },
  "annotated-transformer": {
    source: "nlp.seas.harvard.edu/annotated-transformer, class PositionalEncoding",
    spec: { method: "sinusoidal", base: 10000, layout: "interleaved" },
  },
  "tensorflow-tutorial": {
    source: "tensorflow.org/text/tutorials/transformer, function positional_encoding",
    spec: { method: "sinusoidal", base: 10000, layout: "halves" },
  },
  marian: {
    source: "Hugging Face transformers, class MarianSinusoidalPositionalEmbedding",
    spec: { method: "sinusoidal", base: 10000, layout: "halves" },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

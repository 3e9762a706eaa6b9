/** LayoutLM and other encoders of documents. */
import type { Rows } from "../row.ts";
import { unscaled } from "../score-rules.ts";
import { encoderAndDecoder } from "../streams.ts";

export const layoutlm: Rows = {
  bros: { positions: "learned", causal: false },
  layoutlm: { positions: "learned", causal: false },
  layoutlmv2: { positions: "learned", biased: "has_relative_attention_bias" },
  layoutlmv3: {
    positions: "learned",
    causal: false,
    biased: "has_relative_attention_bias",
    scaled: true,
    first: "after padding",
  },
  layoutxlm: { positions: "learned", biased: "has_relative_attention_bias" },
  lilt: { positions: "learned", causal: false, first: "after padding" },
  markuplm: { positions: "learned", first: "after padding" },
  tapas: { positions: "learned", causal: false },
  udop: {
    positions: "t5",
    stacks: encoderAndDecoder("num_layers", "num_decoder_layers"),
    adds: "learned",
    scale: unscaled,
  },
};

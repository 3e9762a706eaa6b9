/** LayoutLM and other encoders of documents. */
import { encoderAndDecoder, type Rows } from "../row.ts";
import { unscaled } from "../score-rules.ts";

export const layoutlm: Rows = {
  bros: { positions: "learned" },
  layoutlm: { positions: "learned", causal: false },
  layoutlmv2: { positions: "learned", biased: "has_relative_attention_bias" },
  layoutlmv3: { positions: "learned", first: 2, biased: "has_relative_attention_bias", scaled: true },
  layoutxlm: { positions: "learned", biased: "has_relative_attention_bias" },
  lilt: { positions: "learned", first: 2 },
  markuplm: { positions: "learned", first: 2 },
  tapas: { positions: "learned" },
  udop: { positions: "t5", stacks: encoderAndDecoder("num_layers", "num_decoder_layers"), scale: unscaled },
};

/** LayoutLM and other encoders of documents. */
import type { Rows } from "../row.ts";
import { unscaled } from "../score-rules.ts";
import { ofT5 as stacks } from "../streams.ts";

export const layoutlm: Rows = {
  bros: { positions: "learned", causal: false },
  layoutlm: { positions: "learned", causal: false },
  layoutlmv2: { positions: "learned", causal: false, biased: "has_relative_attention_bias" },
  layoutlmv3: {
    positions: "learned",
    causal: false,
    biased: "has_relative_attention_bias",
    scaled: true,
    first: "after padding",
  },
  layoutxlm: { positions: "learned", causal: false, biased: "has_relative_attention_bias" },
  lilt: { positions: "learned", causal: false, first: "after padding" },
  markuplm: { positions: "learned", first: "after padding" },
  tapas: { positions: "learned", causal: false },
  udop: {
    positions: "t5",
    fields: { head: "d_kv" },
    stacks,
    adds: "learned",
    scale: unscaled,
  },
};

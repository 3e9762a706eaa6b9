/** Layers without attention, alone or between others: Mamba, RWKV, Jamba, LFM2, Zamba. */
import { allOf, listed } from "../layer-rules.ts";
import { onlyIf, type Rows } from "../row.ts";
import { halfWidthScale, sliding } from "../score-rules.ts";

export const hybrids: Rows = {
  bamba: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    list: listed("attn_layer_indices", "full_attention", "linear_attention"),
  },
  falcon_h1: { positions: "halves", causal: true, kinds: allOf("hybrid") },
  falcon_mamba: { positions: "none" },
  jamba: { positions: "none", causal: true },
  lfm2: { positions: "halves", causal: true, list: listed("full_attn_idxs", "full_attention", "conv") },
  lfm2_moe: { positions: "halves", causal: true },
  lfm2_vl: { parts: { text_config: "lfm2", vision_config: "siglip2_vision_model" } },
  mamba: { positions: "none" },
  mamba2: { positions: "none" },
  rwkv: { positions: "none" },
  xlstm: { positions: "none" },
  zamba: { positions: "none", causal: true },
  zamba2: {
    positions: "halves",
    unless: onlyIf("use_mem_rope", true, "none"),
    causal: true,
    scale: halfWidthScale,
  },
  zaya: { positions: "halves", causal: true, reads: ["partial"], window: sliding, kinds: allOf("hybrid") },
};

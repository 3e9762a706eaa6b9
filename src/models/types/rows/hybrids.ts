/** Layers without attention, alone or between others: Mamba, RWKV, Jamba, LFM2, Zamba. */
import { numberOf } from "../facts.ts";
import { allOf, byNumber, listed, periodic } from "../layer-rules.ts";
import { onlyIf, type Rows } from "../row.ts";
import { halfWidthScale, sliding } from "../score-rules.ts";

export const hybrids: Rows = {
  bamba: {
    ofRule: ["partial"],
    positions: "halves",
    causal: true,
    reads: ["partial"],
    list: listed("attn_layer_indices", "full_attention", "linear_attention"),
    kinds: allOf("linear_attention"),
  },
  falcon_h1: { positions: "halves", causal: true, kinds: allOf("hybrid") },
  falcon_mamba: { positions: "none", mixer: "state space" },
  jamba: { positions: "none", causal: true, kinds: periodic({ at: "attention", others: "mamba" }) },
  lara_mini: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: byNumber(
      (layer) =>
        ["linear_attention", "sliding_attention", "linear_attention", "full_attention", "sliding_attention"][
          layer % 5
        ]!,
    ),
    plain: "full_attention",
  },
  lfm2: { positions: "halves", causal: true, list: listed("full_attn_idxs", "full_attention", "conv") },
  lfm2_moe: { positions: "halves", causal: true },
  lfm2_vl: { parts: { text_config: "lfm2", vision_config: "siglip2_vision_model" } },
  lfm3: {
    baseOfRule: 1_000_000,
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: byNumber((layer) =>
      layer % 4 === 2 ? "full_attention" : layer % 4 === 0 && layer > 0 ? "sliding_attention" : "conv",
    ),
  },
  lfm3_vl: { parts: { text_config: "lfm3", vision_config: "lfm3_vl_vision" } },
  lfm3_vl_vision: {
    positions: "halves",
    causal: false,
    axes: { count: 2 },
    kinds: byNumber((layer) => (layer < 2 || layer % 2 === 1 ? "conv" : "full_attention")),
  },
  mamba: { positions: "none", mixer: "state space" },
  mamba2: { positions: "none", mixer: "state space" },
  rwkv: { positions: "none", mixer: "recurrence" },
  xlstm: { positions: "none", mixer: "recurrence" },
  zamba: {
    positions: "none",
    causal: true,
    kinds: {
      reads: ["attn_layer_period", "attn_layer_offset"],
      of: (config, count) =>
        Array.from({ length: count }, (_, layer) => {
          const [period, offset] = [
            numberOf(config.get("attn_layer_period")),
            numberOf(config.get("attn_layer_offset")),
          ];
          return layer === 2 || (layer > 2 && (layer - 3) % period === offset)
            ? "hybrid"
            : "linear_attention";
        }),
    },
    headShare: 2,
    scale: halfWidthScale,
  },
  zamba2: {
    positions: "halves",
    unless: onlyIf("use_mem_rope", true, "none"),
    causal: true,
    headShare: 2,
    fields: { head: "attention_head_dim" },
    scale: halfWidthScale,
    kinds: byNumber((layer) => ([6, 12, 18, 24, 30, 36, 42, 47, 51].includes(layer) ? "hybrid" : "mamba")),
  },
  zaya: { positions: "halves", causal: true, reads: ["partial"], window: sliding, kinds: allOf("hybrid") },
};

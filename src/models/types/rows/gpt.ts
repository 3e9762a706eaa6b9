/** GPT, GPT-NeoX, gpt-oss, and decoders of their time: BLOOM, Falcon, MPT, XGLM. */
import { coded, everyNth, fullEvery } from "../layer-rules.ts";
import { onlyIf, type Rows } from "../row.ts";
import { multiplierIn, onBothSides, sliding, unknownScale, unscaled } from "../score-rules.ts";
import { inMlxLm, inVllm } from "../sources.ts";

export const gpt: Rows = {
  baichuan: {
    positions: "halves",
    unless: onlyIf("hidden_size", 4096, "alibi"),
    causal: true,
    source: inVllm("baichuan", "6b06599499a6f9d6f140ae26ff95b3cbd2e7e75c"),
  },
  biogpt: { positions: "learned", causal: true, first: 2 },
  bloom: { positions: "alibi", causal: true },
  codegen: { positions: "interleaved", causal: true, reads: ["rotary"] },
  cpmant: { fields: { head: "dim_head" }, positions: "buckets", causal: false, scale: unknownScale },
  ctrl: { positions: "sinusoidal", causal: true },
  dbrx: {
    positions: "halves",
    causal: true,
    objects: { attn_config: { kv_n_heads: "num_key_value_heads" } },
  },
  decision_transformer: { positions: "learned", causal: true },
  falcon: { positions: "halves", unless: onlyIf("alibi", false, "alibi"), causal: true, scaled: true },
  "gpt-sw3": { positions: "learned", causal: true },
  gpt2: { positions: "learned", causal: true },
  gpt_bigcode: {
    positions: "learned",
    causal: true,
    each: {
      reads: ["multi_query"],
      of: (config, _, { heads }) => ({ keyHeads: (config.said("multi_query") ?? true) ? 1 : heads }),
    },
  },
  gpt_neo: {
    positions: "learned",
    causal: true,
    window: sliding,
    fields: { window: "window_size" },
    list: coded("attention_layers", {}),
    kinds: everyNth(2, { nth: "local", others: "global" }),
    scale: unscaled,
  },
  gpt_neox: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    odd: true,
    fields: { theta: "rotary_emb_base", partial: "rotary_pct" },
  },
  gpt_neox_japanese: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    fields: { theta: "rotary_emb_base", partial: "rotary_pct" },
  },
  gpt_oss: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(2),
    sinks: "all",
  },
  gptj: { positions: "interleaved", causal: true, reads: ["rotary"] },
  imagegpt: { positions: "learned", causal: true },
  mpt: { positions: "alibi", causal: true, scale: multiplierIn("attn_config", "softmax_scale") },
  nanochat: {
    positions: "halves",
    causal: true,
    direction: "backward",
    normed: { reads: [], of: () => true },
  },
  "openai-gpt": { positions: "learned", causal: true, folder: "openai" },
  openai_privacy_filter: {
    positions: "interleaved",
    causal: false,
    window: onBothSides,
    flat: true,
    sinks: "all",
  },
  openelm: {
    positions: "halves",
    causal: true,
    fields: { theta: "rope_freq_constant" },
    source: inMlxLm("models/openelm"),
  },
  persimmon: { positions: "halves", causal: true, reads: ["partial"] },
  plamo: { positions: "halves", causal: true, source: inMlxLm("models/plamo") },
  stablelm: { positions: "halves", causal: true, reads: ["partial"] },
  starcoder2: { positions: "halves", causal: true, window: sliding, flat: true },
  xglm: { positions: "sinusoidal", causal: true, first: 2, fields: { heads: "attention_heads" } },
};

/** Encoders of text that rotate: ModernBERT, ESM, EuroBERT, Nomic, RoFormer. */
import { fullEvery } from "../layer-rules.ts";
import { onlyIf, type Rows } from "../row.ts";
import { localAttention, localBefore, onBothSides } from "../score-rules.ts";

export const modernbert: Rows = {
  colmodernvbert: { parts: { vlm_config: "modernvbert" } },
  esm: {
    reads: ["decoder"],
    positions: "halves",
    unless: onlyIf("position_embedding_type", "rotary", "learned"),
    causal: false,
  },
  esmc: { positions: "halves", causal: false },
  eurobert: { positions: "halves", causal: false },
  gte: { positions: "halves", causal: false },
  jina_embeddings_v3: { positions: "halves", causal: false },
  modernbert: {
    positions: "halves",
    causal: false,
    window: localAttention,
    kinds: fullEvery(3, { from: 0, field: "global_attn_every_n_layers" }),
    nested: true,
    bases: {
      full_attention: { field: "global_rope_theta", scaled: true },
      sliding_attention: { field: "local_rope_theta", scaled: true },
    },
  },
  "modernbert-decoder": {
    positions: "halves",
    causal: true,
    kinds: fullEvery(3, { from: 0, field: "global_attn_every_n_layers" }),
    nested: true,
    bases: {
      full_attention: { field: "global_rope_theta", scaled: true },
      sliding_attention: { field: "local_rope_theta", scaled: true },
    },
    window: localBefore,
  },
  modernvbert: { parts: { text_config: "modernbert", vision_config: "siglip_vision_model" } },
  nomic_bert: { positions: "halves", causal: false },
  roformer: { idle: ["rotary_value"], reads: ["decoder"], positions: "interleaved", causal: false },
  ultrabert: {
    positions: "halves",
    causal: false,
    window: onBothSides,
    kinds: fullEvery(3),
  },
  ultravbert: { parts: { text_config: "ultrabert", vision_config: "siglip_vision_model" } },
};

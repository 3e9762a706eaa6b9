/** Encoders of text that rotate: ModernBERT, ESM, EuroBERT, Nomic, RoFormer. */
import { everyNth } from "../layer-rules.ts";
import { onlyIf, type Rows } from "../row.ts";
import { localAttention, localBefore, unscaled } from "../score-rules.ts";

export const modernbert: Rows = {
  colmodernvbert: { parts: { vlm_config: "modernvbert" } },
  esm: {
    positions: "halves",
    unless: onlyIf("position_embedding_type", "rotary", "learned"),
    causal: false,
    scale: unscaled,
  },
  eurobert: { positions: "halves", causal: false },
  jina_embeddings_v3: { positions: "halves", causal: false },
  modernbert: {
    positions: "halves",
    causal: false,
    window: localAttention,
    kinds: everyNth(3, { nth: "full_attention", others: "sliding_attention", from: 0 }),
    bases: {
      full_attention: { field: "global_rope_theta", scaled: true },
      sliding_attention: { field: "local_rope_theta", scaled: true },
    },
  },
  "modernbert-decoder": {
    positions: "halves",
    causal: true,
    kinds: everyNth(3, { nth: "full_attention", others: "sliding_attention", from: 0 }),
    bases: {
      full_attention: { field: "global_rope_theta", scaled: true },
      sliding_attention: { field: "local_rope_theta", scaled: true },
    },
    window: localBefore,
  },
  modernvbert: { parts: { text_config: "modernbert", vision_config: "siglip_vision_model" } },
  nomic_bert: { positions: "halves", causal: false },
  roformer: { positions: "interleaved", causal: false },
};

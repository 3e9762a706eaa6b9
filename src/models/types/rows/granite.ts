/** IBM's Granite. */
import { chunksOf } from "../each-rule.ts";
import { allOf, fullEvery, unrotatedLayers } from "../layer-rules.ts";
import { type ModelRow, onlyIf, type Rows } from "../row.ts";
import { multiplier, sliding } from "../score-rules.ts";

const speechEncoder: ModelRow = {
  positions: "relative",
  fields: { hidden: "hidden_dim", head: "dim_head" },
  causal: false,
  window: chunksOf(["context_size"], ([tokens]) => tokens),
};

export const granite: Rows = {
  granite: { positions: "halves", causal: true, scale: multiplier("attention_multiplier") },
  granite4_vision: {
    parts: {
      text_config: "granite4_vision_text",
      vision_config: "clip_vision_model",
      qformer_config: "blip_2_qformer",
    },
  },
  granite4_vision_text: { positions: "halves", causal: true, scale: multiplier("attention_multiplier") },
  granite_speech: {
    parts: {
      text_config: "granite",
      encoder_config: "granite_speech_encoder",
      projector_config: "blip_2_qformer",
    },
  },
  granite_speech_encoder: speechEncoder,
  granite_speech_plus: {
    parts: {
      text_config: "granite",
      encoder_config: "granite_speech_plus_encoder",
      projector_config: "blip_2_qformer",
    },
  },
  granite_speech_plus_encoder: speechEncoder,
  granite_swa: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { from: 0 }),
    rotating: unrotatedLayers(),
    scale: multiplier("attention_multiplier"),
    sinks: "all",
  },
  granitemoe: { positions: "halves", causal: true, scale: multiplier("attention_multiplier") },
  granitemoe_swa: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { from: 0 }),
    rotating: unrotatedLayers(),
    scale: multiplier("attention_multiplier"),
    sinks: "all",
  },
  granitemoehybrid: {
    positions: "halves",
    unless: onlyIf("position_embedding_type", "rope", "none"),
    causal: true,
    scale: multiplier("attention_multiplier"),
    kinds: allOf("mamba"),
  },
  granitemoeshared: { positions: "halves", causal: true, scale: multiplier("attention_multiplier") },
};

/** Cohere's Command and Aya. */
import { allOf, fullEvery } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { sliding } from "../score-rules.ts";

export const cohere: Rows = {
  aya_vision: { parts: { text_config: "cohere2", vision_config: "siglip_vision_model" } },
  cohere: { positions: "interleaved", causal: true },
  cohere2: {
    positions: "interleaved",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { field: "sliding_window_pattern" }),
    plain: "full_attention",
  },
  cohere2_moe: {
    idle: ["rope_scaling"],
    positions: "interleaved",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { field: "sliding_window_pattern" }),
    plain: "full_attention",
  },
  cohere2_vision: { parts: { text_config: "cohere2", vision_config: "siglip_vision_model" } },
  cohere_compass: { parts: { text_config: "cohere_compass_text", vision_config: "cohere_compass_vision" } },
  cohere_compass_text: {
    ofRule: ["theta", "partial"],
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: allOf("full_attention"),
    sections: { counts: [24, 20, 20], order: "in turns" },
    ids: "qwen-3-vl",
  },
  cohere_compass_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
};

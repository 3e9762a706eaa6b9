/** Mistral, Mixtral, Ministral, Pixtral and Voxtral. */
import { allOf } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { queriesByRule, sliding, yarnScale } from "../score-rules.ts";

export const mistral: Rows = {
  lighton_ocr: { parts: { text_config: "qwen3", vision_config: "pixtral" } },
  ministral: { positions: "halves", causal: true, window: sliding, kinds: allOf("sliding_attention") },
  ministral3: {
    baseOfRule: 10_000,
    ofRule: ["theta"],
    positions: "halves",
    causal: true,
    window: sliding,
    flat: true,
    queries: queriesByRule,
  },
  mistral: { positions: "halves", causal: true, window: sliding, flat: true },
  mistral3: { parts: { text_config: "mistral", vision_config: "pixtral" } },
  mistral4: {
    ofRule: ["theta", "partial"],
    positions: "interleaved",
    reads: ["interleave"],
    causal: true,
    latent: "parts",
    scale: yarnScale,
    queries: queriesByRule,
  },
  mixtral: { positions: "halves", causal: true, window: sliding, flat: true },
  pixtral: { positions: "halves", causal: false, axes: { count: 2, order: "strided" } },
  voxtral: {
    named: true,
    fills: ["text_config"],
    parts: { text_config: "llama", audio_config: "voxtral_encoder" },
  },
  voxtral_encoder: { positions: "sinusoidal", causal: false },
  voxtral_realtime: {
    named: true,
    fills: ["text_config"],
    parts: { text_config: "voxtral_realtime_text", audio_config: "voxtral_realtime_encoder" },
  },
  voxtral_realtime_encoder: { positions: "halves", causal: true, window: sliding, flat: true },
  voxtral_realtime_text: { positions: "halves", causal: true, window: sliding, flat: true },
};

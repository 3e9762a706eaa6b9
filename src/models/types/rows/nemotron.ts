/** NVIDIA's Nemotron, Parakeet and Cosmos. */
import { coded } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { lookingAhead } from "../score-rules.ts";
import { inMlxLm } from "../sources.ts";

export const nemotron: Rows = {
  canary: { parts: { encoder_config: "parakeet_encoder", decoder_config: "canary_decoder" } },
  canary_decoder: { positions: "sinusoidal", causal: true, crosses: ["all"] },
  cosmos3_edge: { parts: { text_config: "cosmos3_edge_text", vision_config: "cosmos3_edge_vision" } },
  cosmos3_edge_text: {
    ofRule: ["theta"],
    positions: "halves",
    causal: true,
    sections: { counts: [24, 20, 20], order: "in turns" },
    ids: "qwen-3-vl",
  },
  cosmos3_omni: { parts: { vision_config: "qwen3_vl_vision", text_config: "qwen3_vl_text" } },
  nemo_speechlm: {
    parts: {
      text_config: "nemotron_h",
      audio_config: null,
      word_timestamp_config: "nemotron3_5_transcribe_word_timestamp",
    },
  },
  nemotron: { positions: "halves", causal: true, reads: ["partial"] },
  "nemotron-nas": { positions: "halves", causal: true, source: inMlxLm("models/nemotron-nas") },
  nemotron3_5_asr: { parts: { encoder_config: "nemotron_asr_streaming_encoder" } },
  nemotron3_5_transcribe_word_timestamp: {
    ofRule: ["theta", "partial"],
    share: "lost",
    positions: "halves",
    causal: false,
    reads: ["partial"],
  },
  nemotron_asr_streaming: { parts: { encoder_config: "nemotron_asr_streaming_encoder" } },
  nemotron_asr_streaming_encoder: { positions: "relative", causal: false, window: lookingAhead },
  nemotron_h: {
    positions: "none",
    causal: true,
    list: coded("hybrid_override_pattern", { M: "mamba", "*": "full_attention", "-": "mlp", E: "moe" }),
    counted: "by the list",
  },
  parakeet_ctc: { parts: { encoder_config: "parakeet_encoder" } },
  parakeet_encoder: { positions: "relative", causal: false },
  parakeet_rnnt: { parts: { encoder_config: "parakeet_encoder" } },
  parakeet_tdt: { parts: { encoder_config: "parakeet_encoder" } },
};

/** Types that came with transformers 5.23: written from what executing their classes measured. */

import { allOf, unrotatedLayers } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { multiplier } from "../score-rules.ts";

export const latest: Rows = {
  cohere_asr: { parts: { encoder_config: "parakeet_encoder" } },
  cosmos3_edge_vision: { positions: "learned", causal: false },
  fastspeech2_conformer_with_hifigan: {
    parts: { model_config: "fastspeech2_conformer", vocoder_config: null },
  },
  granite_docling: {
    parts: { text_config: "granite_docling_text", vision_config: "granite_docling_vision" },
  },
  granite_docling_text: { positions: "halves", causal: true, scale: multiplier("attention_multiplier") },
  granite_docling_vision: { positions: "learned", causal: false },
  granite_speech5_ctc: { parts: { encoder_config: null } },
  hyperclovax_vision_v2: { parts: { text_config: "hyperclovax", vision_config: "qwen2_5_vl_vision" } },
  maskformer: {
    positions: "none",
    causal: false,
    crosses: ["all"],
    open: ["sizes"],
    parts: { backbone_config: "swin" },
  },
  mistral_large4: { parts: { vision_config: "pixtral", text_config: "mistral_large4_text" } },
  mistral_large4_text: {
    positions: "interleaved",
    causal: true,
    kinds: allOf("indexed_attention"),
    latent: "parts",
    rotating: unrotatedLayers(4),
  },
  mlcd: { positions: "halves", axes: { count: 2 }, causal: false },
  musicgen: { parts: { text_encoder: "t5", audio_encoder: "encodec", decoder: "musicgen_decoder" } },
  musicgen_melody: {
    parts: { text_encoder: "t5", audio_encoder: "encodec", decoder: "musicgen_melody_decoder" },
  },
  nemotron_h_omni: { parts: { vision_config: "radio", text_config: "nemotron_h" } },
  ovis2_vision: { positions: "learned", causal: false },
  pe_audio_video: { parts: { text_config: "modernbert", audio_video_config: "pe_audio_video_encoder" } },
  pe_audio_video_encoder: { parts: { audio_config: "pe_audio_encoder", video_config: null } },
  tipsv2_dpt: { parts: { backbone_config: "tipsv2_vision_model" } },
  tipsv2_vision_model: { positions: "learned", causal: false },
};

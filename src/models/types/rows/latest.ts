/** Types that came with transformers 5.23: written from what executing their classes measured. */

import { type Config, isCount, isLength, numberOf } from "../facts.ts";
import { sharedByTypes } from "../indexer-rules.ts";
import { allOf, everyNth, unrotatedLayers } from "../layer-rules.ts";
import { type ModelRow, onlyIf, type Rows } from "../row.ts";
import {
  learnedQueries,
  learnedScale,
  multiplier,
  queriesBeyond,
  sliding,
  slidingAfterPrompt,
  yarnScale,
} from "../score-rules.ts";
import { sizesFrom, slidingKeys } from "../size-rules.ts";
import { samTower, sharesOfImage } from "../square-rules.ts";

const detr = { d_model: 256, decoder_layers: 6, decoder_attention_heads: 8 };

/** A field of MaskFormer's decoder, in the file or by DETR's class. */
const ofDetr = (config: Config, field: keyof typeof detr): unknown =>
  config.inside("decoder_config", field) ?? detr[field];

const latentWidths = {
  num_attention_heads: 64,
  num_key_value_heads: 64,
  head_dim: 256,
  qk_nope_head_dim: 192,
  v_head_dim: 128,
};

/** The latent attention of layers with a window: its rotated channels are what is left of the head. */
const latentOfWindow: ModelRow["ofKind"] = {
  kind: "sliding_attention",
  reads: [...Object.keys(latentWidths), "qk_rope_head_dim"].map((name) => `swa_${name}`),
  of(config) {
    const own = Object.fromEntries(
      Object.entries(latentWidths).map(([name, value]) => [name, config.said(`swa_${name}`) ?? value]),
    );
    const left = numberOf(own.head_dim) - numberOf(own.qk_nope_head_dim);
    return { ...own, qk_rope_head_dim: config.said("swa_qk_rope_head_dim") ?? left };
  },
};

const inkling2: ModelRow = {
  positions: "relative",
  causal: true,
  scale: learnedScale,
  window: sliding,
  fields: { window: "sliding_window_size" },
  kinds: everyNth(6, { nth: "hybrid", others: "hybrid_sliding" }),
  each: slidingKeys,
  queries: queriesBeyond,
  sinks: "all",
};

export const latest: Rows = {
  cohere_asr: { fills: ["encoder_config"], parts: { encoder_config: "parakeet_encoder" } },
  cosmos3_edge_vision: { positions: "learned", causal: false },
  dots3_note: {
    parts: {
      text_config: "dots3_note_text",
      vision_config: "dots3_note_vision_encoder",
      audio_config: null,
    },
  },
  dots3_note_text: {
    baseOfRule: 80_000_000,
    positions: "interleaved",
    causal: true,
    latent: "parts",
    bases: {
      full_attention: { field: "rope_theta", scaled: "whole" },
      indexed_attention: { field: "rope_theta", scaled: "whole" },
      sliding_attention: { field: "swa_rope_theta", scaled: "whole" },
    },
    // The class makes the share of the head from the widths, whatever the file says.
    idle: ["partial_rotary_factor", "swa_q_lora_rank", "swa_kv_lora_rank"],
    indexer: { kind: "indexed_attention", pairing: "interleaved", refuses: "use_dsa" },
    window: {
      reads: ["sliding_window", "sliding_window_size"],
      of(config, kind) {
        const width = config.said("sliding_window") ?? config.said("sliding_window_size") ?? 512;
        if (kind !== "sliding_attention") return null;
        return isLength(width) ? { before: width - 1, after: 0 } : "unknown";
      },
    },
    kinds: {
      reads: ["use_dsa", "use_sliding_window"],
      of(config, count) {
        const whole = config.said("use_dsa") === false ? "full_attention" : "indexed_attention";
        const slides = config.said("use_sliding_window") !== false;
        return Array.from({ length: count }, (_, layer) =>
          slides && layer > 1 && layer % 4 !== 1 ? "sliding_attention" : whole,
        );
      },
    },
    // The class gives older files indexers in these layers, by other fields.
    each: {
      reads: [],
      of: (_, { kind }) => (kind === "full_attention" ? { indexer: "unknown" } : {}),
    },
    ofKind: latentOfWindow,
  },
  dots3_note_vision_encoder: { positions: "halves", causal: false, axes: { count: 2 } },
  dpt: {
    positions: "learned",
    causal: false,
    // A backbone of its own may replace the layers.
    each: {
      reads: ["backbone_config"],
      of: (config) =>
        config.said("backbone_config") === undefined ? {} : { attention: { self: null, cross: null } },
    },
  },
  fastspeech2_conformer_with_hifigan: {
    parts: { model_config: "fastspeech2_conformer", vocoder_config: null },
  },
  flava_image_codebook: { positions: "none" },
  fun_asr_nano: { parts: { text_config: "qwen3", audio_config: null } },
  granite_docling: {
    parts: { text_config: "granite_docling_text", vision_config: "granite_docling_vision" },
  },
  granite_docling_text: { positions: "halves", causal: true, scale: multiplier("attention_multiplier") },
  granite_docling_vision: { positions: "learned", causal: false },
  granite_speech5_ctc: { parts: { encoder_config: null } },
  hyperclovax_vision_v2: { parts: { text_config: "hyperclovax", vision_config: "qwen2_5_vl_vision" } },
  inkling2: { parts: { text_config: "inkling2_text", vision_config: null } },
  inkling2_loop: { parts: { text_config: "inkling2_loop_text", vision_config: null } },
  // Some of its layers run more than once.
  inkling2_loop_text: { ...inkling2, idle: ["loop_layer_index_start", "loop_layer_index_end"] },
  inkling2_text: inkling2,
  jev: { parts: { text_config: "qwen3_5_text" } },
  lw_detr_vit: {
    positions: "learned",
    causal: false,
    learned: ["use_absolute_position_embeddings"],
    each: sharesOfImage({ only: "window_block_indices", inAll: "num_windows", image: 256, patch: 16 }),
  },
  maskformer: {
    positions: "sinusoidal",
    everyLayer: true,
    causal: false,
    crosses: ["all"],
    counted: "by the list",
    objects: { decoder_config: {} },
    idle: ["num_attention_heads"], // of DETR's encoder, which the model leaves out
    list: {
      reads: ["decoder_config"],
      of(config) {
        const count = ofDetr(config, "decoder_layers");
        return isCount(count) ? new Array<string>(count).fill("all") : undefined;
      },
    },
    each: {
      reads: [],
      of(config) {
        return sizesFrom(ofDetr(config, "d_model"), ofDetr(config, "decoder_attention_heads"));
      },
    },
    parts: { backbone_config: "swin" },
  },
  minicpm_ocr: { parts: { text_config: "qwen3_5_text", vision_config: null } },
  minicpmv4_7: { parts: { text_config: "qwen3_5_text", vision_config: null } },
  mistral_large4: { parts: { vision_config: "pixtral", text_config: "mistral_large4_text" } },
  mistral_large4_text: {
    ofRule: ["theta"],
    positions: "interleaved",
    causal: true,
    indexer: { pairing: "interleaved", shared: sharedByTypes },
    kinds: allOf("indexed_attention"),
    latent: "parts",
    rotating: unrotatedLayers(4),
    scale: yarnScale,
    queries: learnedQueries,
  },
  mlcd: { positions: "halves", axes: { count: 2 }, causal: false },
  moss_transcribe_diarize: {
    parts: { text_config: "qwen3", audio_config: "moss_transcribe_diarize_audio" },
  },
  moss_transcribe_diarize_audio: { positions: "sinusoidal", causal: false },
  musicgen: { parts: { text_encoder: "t5", audio_encoder: "encodec", decoder: "musicgen_decoder" } },
  musicgen_melody: {
    parts: { text_encoder: "t5", audio_encoder: "encodec", decoder: "musicgen_melody_decoder" },
  },
  nemotron_h_omni: { parts: { vision_config: "radio", text_config: "nemotron_h" } },
  ovis2_vision: { positions: "learned", causal: false },
  pe_audio_video: {
    fills: ["text_config"],
    parts: { text_config: "modernbert", audio_video_config: "pe_audio_video_encoder" },
  },
  pe_audio_video_encoder: { parts: { audio_config: "pe_audio_encoder", video_config: null } },
  pe_video: { fills: ["text_config"], parts: { text_config: "modernbert", video_config: null } },
  pp_formulanet_vision: samTower,
  slanext_vision: samTower,
  tipsv2_dpt: { parts: { backbone_config: "tipsv2_vision_model" } },
  tipsv2_vision_model: { positions: "learned", causal: false },
  trocr: {
    positions: "learned",
    unless: onlyIf("use_learned_position_embeddings", true, "sinusoidal"),
    causal: true,
    first: 2,
    fields: { layers: "decoder_layers", heads: "decoder_attention_heads" },
    each: {
      reads: ["is_decoder"],
      of: (config) => ({ attention: { self: true, cross: config.get("is_decoder") === true } }),
    },
  },
  unlimited_ocr: { parts: { text_config: "unlimited_ocr_text", vision_config: "unlimited_ocr_vision" } },
  unlimited_ocr_sam_vision_model: samTower,
  // With a cache, its window keeps the tokens of the prompt.
  unlimited_ocr_text: {
    // The class divides the width by the heads, whatever the file says.
    fields: { head: "" },
    positions: "halves",
    causal: true,
    window: slidingAfterPrompt,
    kinds: allOf("reference_sliding_attention"),
  },
  unlimited_ocr_vision: {
    parts: { encoder_config: "unlimited_ocr_vision_encoder", sam_config: "unlimited_ocr_sam_vision_model" },
  },
  unlimited_ocr_vision_encoder: { positions: "learned", causal: false },
  vibevoice: { parts: { text_config: "qwen2", audio_config: null, semantic_model_config: null } },
  videoprism: { parts: { text_config: "videoprism_text_model", vision_config: null } },
  videoprism_text_model: { positions: "sinusoidal", causal: true, softcap: true },
  zoedepth: { parts: { backbone_config: "beit" } },
};

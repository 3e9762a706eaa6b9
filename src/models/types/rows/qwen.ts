/** Alibaba's Qwen, and models with its code. */
import { chunksOf } from "../each-rule.ts";
import { isLength } from "../facts.ts";
import { everyNth, everyOtherBelow } from "../layer-rules.ts";
import type { ModelRow, Rows } from "../row.ts";
import { switched } from "../score-rules.ts";
import { inMlxLm } from "../sources.ts";
import { squaresOfPixels } from "../square-rules.ts";

/** Every fourth layer, or every nth, attends, and the others have linear attention. */
const linearBut = (nth: string) =>
  everyNth(4, { nth, others: "linear_attention", field: "full_attention_interval" });

const audioEncoder: ModelRow = {
  positions: "sinusoidal",
  causal: false,
  fields: { layers: "encoder_layers", heads: "encoder_attention_heads" },
};

/** Convolutions make 13 tokens of 100 frames; the class counts on it. */
const newAudioEncoder: ModelRow = {
  ...audioEncoder,
  window: chunksOf(["n_window", "n_window_infer"], ([half, frames]) =>
    half === 50 ? 13 * Math.floor(frames! / 100) : undefined,
  ),
};

export const qwen: Rows = {
  Klear: { positions: "halves", causal: true, source: inMlxLm("models/Klear") },
  colqwen2: { parts: { vlm_config: "qwen2_vl" } },
  got_ocr2: { parts: { text_config: "qwen2" } },
  iquestcoder: { positions: "halves", causal: true, source: inMlxLm("utils") },
  // The second of its loops also sees a window.
  iquestloopcoder: {
    positions: "halves",
    causal: true,
    open: ["window"],
    source: inMlxLm("models/iquestloopcoder"),
  },
  qwen: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    fields: { head: "kv_channels" },
    source: inMlxLm("models/qwen"),
  },
  qwen2: { positions: "halves", causal: true, window: switched },
  qwen2_5_omni: {
    parts: {
      thinker_config: "qwen2_5_omni_thinker",
      talker_config: "qwen2_5_omni_talker",
      token2wav_config: "qwen2_5_omni_token2wav",
    },
  },
  qwen2_5_omni_audio_encoder: { ...audioEncoder, window: chunksOf(["n_window"], ([tokens]) => tokens) },
  // Chunks; some layers also see the chunk before, or the chunk after, which has no form here.
  qwen2_5_omni_dit: {
    positions: "halves",
    causal: false,
    each: {
      reads: ["block_size", "look_ahead_layers", "look_backward_layers"],
      of(config, { index }) {
        const [chunk, ahead, before] = this.reads.map((field) => config.get(field));
        if (!isLength(chunk) || !Array.isArray(ahead) || !Array.isArray(before) || ahead.includes(index))
          return { window: "unknown" };
        return { window: { chunk, ...(before.includes(index) ? { chunksBefore: 1 } : {}) } };
      },
    },
  },
  qwen2_5_omni_talker: { positions: "halves", causal: true, window: switched },
  qwen2_5_omni_text: { positions: "halves", causal: true, window: switched },
  qwen2_5_omni_thinker: {
    parts: {
      audio_config: "qwen2_5_omni_audio_encoder",
      vision_config: "qwen2_5_omni_vision_encoder",
      text_config: "qwen2_5_omni_text",
    },
  },
  qwen2_5_omni_token2wav: { parts: { dit_config: "qwen2_5_omni_dit" } },
  qwen2_5_omni_vision_encoder: {
    positions: "halves",
    causal: false,
    axes: { count: 2 },
    each: squaresOfPixels,
  },
  qwen2_5_vl: { parts: { vision_config: "qwen2_5_vl_vision", text_config: "qwen2_5_vl_text" } },
  qwen2_5_vl_text: {
    ofRule: ["partial"],
    positions: "halves",
    causal: true,
    window: switched,
    ids: "qwen-2.5-vl",
  },
  qwen2_5_vl_vision: { positions: "halves", causal: false, axes: { count: 2 }, each: squaresOfPixels },
  qwen2_audio: { named: true, parts: { text_config: "qwen2", audio_config: "qwen2_audio_encoder" } },
  qwen2_audio_encoder: {
    positions: "sinusoidal",
    causal: false,
    fields: { layers: "encoder_layers", heads: "encoder_attention_heads" },
  },
  qwen2_moe: { positions: "halves", causal: true, window: switched, kinds: everyOtherBelow },
  qwen2_vl: { parts: { vision_config: "qwen2_vl_vision", text_config: "qwen2_vl_text" } },
  qwen2_vl_text: {
    ofRule: ["partial"],
    positions: "halves",
    causal: true,
    window: switched,
    ids: "qwen-2-vl",
  },
  qwen2_vl_vision: {
    positions: "halves",
    causal: false,
    fields: { hidden: "embed_dim" },
    axes: { count: 2 },
  },
  qwen3: { positions: "halves", causal: true, window: switched },
  qwen3_5: { parts: { vision_config: "qwen3_5_vision", text_config: "qwen3_5_text" } },
  qwen3_5_moe: { parts: { vision_config: "qwen3_5_moe_vision", text_config: "qwen3_5_moe_text" } },
  qwen3_5_moe_text: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    kinds: linearBut("full_attention"),
    sections: { counts: [11, 11, 10], order: "in turns" },
    ids: "qwen-3-vl",
  },
  qwen3_5_moe_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  qwen3_5_text: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    kinds: linearBut("full_attention"),
    sections: { counts: [11, 11, 10], order: "in turns" },
    ids: "qwen-3-vl",
  },
  qwen3_5_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  qwen3_asr: { named: true, parts: { audio_config: "qwen3_asr_encoder", text_config: "qwen3" } },
  qwen3_asr_encoder: newAudioEncoder,
  qwen3_moe: { positions: "halves", causal: true, window: switched, flat: true },
  qwen3_next: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    kinds: linearBut("full_attention"),
  },
  qwen3_omni_moe: { parts: { thinker_config: "qwen3_omni_moe_thinker" } },
  qwen3_omni_moe_audio_encoder: newAudioEncoder,
  qwen3_omni_moe_talker: {
    parts: {
      text_config: "qwen3_omni_moe_talker_text",
      code_predictor_config: "qwen3_omni_moe_talker_code_predictor",
    },
  },
  qwen3_omni_moe_talker_code_predictor: { positions: "halves", causal: true },
  qwen3_omni_moe_talker_text: {
    positions: "halves",
    causal: true,
    sections: { counts: [24, 20, 20], order: "in turns" },
  },
  qwen3_omni_moe_text: {
    positions: "halves",
    causal: true,
    sections: { counts: [24, 20, 20], order: "in turns" },
  },
  qwen3_omni_moe_thinker: {
    parts: {
      audio_config: "qwen3_omni_moe_audio_encoder",
      vision_config: "qwen3_omni_moe_vision_encoder",
      text_config: "qwen3_omni_moe_text",
    },
  },
  qwen3_omni_moe_vision_encoder: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  qwen3_vl: { parts: { vision_config: "qwen3_vl_vision", text_config: "qwen3_vl_text" } },
  qwen3_vl_moe: { parts: { vision_config: "qwen3_vl_moe_vision", text_config: "qwen3_vl_moe_text" } },
  qwen3_vl_moe_text: {
    idle: ["sliding_window"], // the class sets it to null
    positions: "halves",
    causal: true,
    sections: { counts: [24, 20, 20], order: "in turns" },
    ids: "qwen-3-vl",
  },
  qwen3_vl_moe_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  qwen3_vl_text: {
    positions: "halves",
    causal: true,
    sections: { counts: [24, 20, 20], order: "in turns" },
    ids: "qwen-3-vl",
  },
  qwen3_vl_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  qwen4_exp: { parts: { text_config: "qwen4_exp_text", vision_config: "qwen4_exp_vision" } },
  qwen4_exp_text: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    // Its heads choose blocks of keys, and a block has the position of its first key.
    open: ["indexer"],
    kinds: linearBut("indexed_attention"),
    sections: { counts: [11, 11, 10], order: "in turns" },
    ids: "qwen-3-vl",
    idle: ["ple_layer_ids"],
  },
  qwen4_exp_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
};

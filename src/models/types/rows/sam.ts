/** Segment Anything. */
import type { Rows } from "../row.ts";
import { byStage } from "../size-rules.ts";
import { combined, samTower, squares, squaresByStage } from "../square-rules.ts";

export const sam: Rows = {
  edgetam_video: {
    positions: "interleaved",
    causal: false,
    fields: {
      hidden: "memory_attention_hidden_size",
      heads: "memory_attention_num_attention_heads",
      layers: "memory_attention_num_layers",
      theta: "memory_attention_rope_theta",
    },
    axes: { count: 2 },
    parts: { vision_config: "sam2_vision_model" },
  },
  sam: { parts: { vision_config: "sam_vision_model" } },
  sam2: { named: true, parts: { vision_config: "sam2_vision_model" } },
  sam2_hiera_det_model: {
    positions: "learned",
    causal: false,
    fields: { heads: "num_attention_heads_per_stage" },
    stages: "blocks_per_stage",
    each: combined(
      byStage({
        layers: "blocks_per_stage",
        heads: "num_attention_heads_per_stage",
        width: "embed_dim_per_stage",
      }),
      squaresByStage,
    ),
  },
  sam2_video: {
    positions: "interleaved",
    causal: false,
    fields: {
      hidden: "memory_attention_hidden_size",
      heads: "memory_attention_num_attention_heads",
      layers: "memory_attention_num_layers",
      theta: "memory_attention_rope_theta",
    },
    axes: { count: 2 },
    parts: { vision_config: "sam2_vision_model" },
  },
  sam2_vision_model: { parts: { backbone_config: "sam2_hiera_det_model" } },
  sam3: { parts: { vision_config: "sam3_vision_model", text_config: "clip_text_model" } },
  sam3_lite_text: { parts: { vision_config: "sam3_vision_model", text_config: "sam3_lite_text_text_model" } },
  sam3_lite_text_text_model: {
    positions: "learned",
    causal: false,
    kinds: {
      reads: ["use_repmixer_blocks"],
      of: (config, count) =>
        Array.from({ length: count }, (_, layer) =>
          config.get("use_repmixer_blocks") !== false && (layer === 0 || layer === count - 1)
            ? "conv"
            : "full_attention",
        ),
    },
  },
  sam3_tracker: { parts: { vision_config: "sam3_vision_model" } },
  sam3_tracker_video: {
    positions: "interleaved",
    causal: false,
    fields: {
      hidden: "memory_attention_hidden_size",
      heads: "memory_attention_num_attention_heads",
      layers: "memory_attention_num_layers",
      theta: "memory_attention_rope_theta",
    },
    axes: { count: 2 },
    parts: { vision_config: "sam3_vision_model" },
  },
  sam3_video: { parts: { detector_config: "sam3", tracker_config: "sam3_tracker_video" } },
  sam3_vision_model: { parts: { backbone_config: "sam3_vit_model" } },
  sam3_vit_model: {
    positions: "interleaved",
    causal: false,
    axes: { count: 2 },
    each: squares({ except: "global_attn_indexes" }),
  },
  sam_hq: { parts: { vision_config: "sam_hq_vision_model" } },
  sam_hq_vision_model: samTower,
  sam_vision_model: samTower,
};

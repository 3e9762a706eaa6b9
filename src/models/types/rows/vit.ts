/** ViT and other vision transformers with tables of positions. */
import { onlyIf, type Rows } from "../row.ts";
import { byStage } from "../size-rules.ts";
import { squares } from "../square-rules.ts";

export const vit: Rows = {
  aimv2: { parts: { text_config: "aimv2_text_model", vision_config: "aimv2_vision_model" } },
  aimv2_text_model: { positions: "learned", causal: true },
  aimv2_vision_model: {
    positions: "learned",
    unless: onlyIf("is_native", false, "sinusoidal"),
    causal: false,
  },
  deit: { positions: "learned", causal: false },
  efficientloftr: {
    positions: "interleaved",
    causal: false,
    reads: ["partial"],
    fields: { layers: "num_attention_layers" },
    crosses: ["all"],
    beyond: "axes",
  },
  lightglue: {
    positions: "interleaved",
    causal: false,
    fields: { hidden: "descriptor_dim" },
    crosses: ["all"],
    beyond: "points",
    parts: { keypoint_detector_config: "superpoint" },
  },
  mlcd_vision_model: { positions: "halves", causal: false, axes: { count: 2 } },
  mobilevit: {
    positions: "none",
    causal: false,
    // Blocks of attention in the last three of five stages.
    stacks: [{ field: "", count: 9, kind: "all" }],
    each: byStage({ layers: [2, 4, 3], heads: "num_attention_heads", width: "hidden_sizes" }),
  },
  mobilevitv2: { positions: "none", mixer: "linear attention", stages: "n_attn_blocks" },
  pixio: { positions: "learned", causal: false },
  radio: { positions: "learned", causal: false },
  seggpt: {
    positions: "decomposed",
    causal: false,
    adds: "learned",
    bias: ["use_relative_position_embeddings"],
  },
  superglue: { parts: { keypoint_detector_config: "superpoint" } },
  superpoint: {
    positions: "none",
    mixer: "convolution",
    stacks: [{ field: "encoder_hidden_sizes", kind: "all" }],
  },
  timesformer: { positions: "learned", causal: false, open: ["window"] },
  videomae: { positions: "sinusoidal", causal: false },
  vit: { positions: "learned", causal: false },
  vit_mae: { positions: "sinusoidal", causal: false },
  vit_msn: { positions: "learned", causal: false },
  vitdet: {
    positions: "decomposed",
    causal: false,
    bias: ["use_relative_position_embeddings"],
    learned: ["use_absolute_position_embeddings"],
    each: squares({ only: "window_block_indices" }),
  },
  vitpose: { named: true, parts: { backbone_config: "vitpose_backbone" } },
  vitpose_backbone: { positions: "learned", causal: false },
  vivit: { positions: "learned", causal: false },
  yolos: { positions: "learned", causal: false },
};

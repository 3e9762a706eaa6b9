/** Vision transformers of timm, by `architecture` without the tag. Tokens before those of the image are not rotated. */
import type { ModelRow, Rows } from "../row.ts";
import { byStage } from "../size-rules.ts";
import { inTimm } from "../sources.ts";
import { combined, swinStages } from "../square-rules.ts";

const perception: ModelRow = {
  positions: "interleaved",
  causal: false,
  axes: { count: 2, order: "columns" },
  adds: "learned",
  source: inTimm("eva"),
  area: "vision",
};
const dinov3: ModelRow = {
  positions: "halves",
  causal: false,
  axes: { count: 2 },
  ids: "dino-v3",
  source: inTimm("eva"),
  area: "vision",
};
const eva02: ModelRow = {
  positions: "interleaved",
  causal: false,
  axes: { count: 2 },
  adds: "learned",
  source: inTimm("eva"),
  area: "vision",
};
const naflex: ModelRow = { positions: "learned", causal: false, source: inTimm("naflexvit"), area: "vision" };
const eva: ModelRow = { positions: "learned", causal: false, source: inTimm("eva"), area: "vision" };
const rope: ModelRow = {
  positions: "interleaved",
  causal: false,
  axes: { count: 2 },
  source: inTimm("eva"),
  area: "vision",
};
const ropeColumns: ModelRow = {
  positions: "interleaved",
  causal: false,
  axes: { count: 2, order: "columns" },
  source: inTimm("eva"),
  area: "vision",
};
const mixed: ModelRow = {
  positions: "interleaved",
  causal: false,
  beyond: "mixed",
  source: inTimm("eva"),
  area: "vision",
};
const mixedLearned: ModelRow = {
  positions: "interleaved",
  causal: false,
  beyond: "mixed",
  adds: "learned",
  source: inTimm("eva"),
  area: "vision",
};

export const timm: Rows = {
  eva02_base_patch14_224: eva02,
  eva02_base_patch14_448: eva02,
  eva02_base_patch16_clip_224: eva02,
  eva02_enormous_patch14_clip_224: eva,
  eva02_large_patch14_224: eva02,
  eva02_large_patch14_448: eva02,
  eva02_large_patch14_clip_224: eva02,
  eva02_large_patch14_clip_336: eva02,
  eva02_small_patch14_224: eva02,
  eva02_small_patch14_336: eva02,
  eva02_tiny_patch14_224: eva02,
  eva02_tiny_patch14_336: eva02,
  eva_giant_patch14_224: eva,
  eva_giant_patch14_336: eva,
  eva_giant_patch14_560: eva,
  eva_giant_patch14_clip_224: eva,
  // Attention in the last two of five stages, after a convolution.
  fastvit_mci3: {
    positions: "convolution",
    causal: false,
    stacks: [{ field: "", count: 6, kind: "all" }],
    each: byStage({ layers: [4, 2], heads: "num_attention_heads", width: "hidden_sizes" }),
    source: inTimm("fastvit"),
    area: "vision",
  },
  // Every second block of the last two stages attends; keys of the first of them are from fewer patches.
  mobilenetv5_300m_enc: {
    positions: "none",
    causal: false,
    stacks: [{ field: "", count: 33, kind: "all" }],
    each: combined(byStage({ layers: [14, 19], heads: "num_attention_heads", width: "hidden_sizes" }), {
      reads: [],
      of: () => ({ keyHeads: 1 }),
    }),
    source: inTimm("mobilenetv5"),
    area: "vision",
  },
  naflexvit_base_patch16_gap: naflex,
  naflexvit_base_patch16_map: naflex,
  naflexvit_base_patch16_par_gap: naflex,
  naflexvit_base_patch16_parfac_gap: naflex,
  naflexvit_base_patch16_siglip: naflex,
  naflexvit_so150m2_patch16_reg1_gap: naflex,
  naflexvit_so150m2_patch16_reg1_map: naflex,
  naflexvit_so400m_patch16_siglip: naflex,
  resnet50: { positions: "none", source: inTimm("resnet"), area: "vision" },
  swin_tiny_patch4_window7_224: {
    positions: "window-table",
    causal: false,
    stages: "depths",
    each: swinStages(),
    source: inTimm("swin_transformer"),
    area: "vision",
  },
  vit_7b_patch16_dinov3: dinov3,
  vit_base_patch16_dinov3: dinov3,
  vit_base_patch16_dinov3_qkvb: dinov3,
  vit_base_patch16_rope_224: ropeColumns,
  vit_base_patch16_rope_ape_224: perception,
  vit_base_patch16_rope_mixed_224: mixed,
  vit_base_patch16_rope_mixed_ape_224: mixedLearned,
  vit_base_patch16_rope_reg1_gap_256: rope,
  vit_betwixt_patch16_rope_reg4_gap_256: rope,
  vit_huge_plus_patch16_dinov3: dinov3,
  vit_huge_plus_patch16_dinov3_qkvb: dinov3,
  vit_large_patch16_dinov3: dinov3,
  vit_large_patch16_dinov3_qkvb: dinov3,
  vit_large_patch16_rope_224: ropeColumns,
  vit_large_patch16_rope_ape_224: perception,
  vit_large_patch16_rope_mixed_224: mixed,
  vit_large_patch16_rope_mixed_ape_224: mixedLearned,
  vit_medium_patch16_rope_reg1_gap_256: rope,
  vit_mediumd_patch16_rope_reg1_gap_256: rope,
  vit_pe_core_base_patch16_224: perception,
  vit_pe_core_gigantic_patch14_448: perception,
  vit_pe_core_large_patch14_336: perception,
  vit_pe_core_small_patch16_384: perception,
  vit_pe_core_tiny_patch16_384: perception,
  vit_pe_lang_gigantic_patch14_448: perception,
  vit_pe_lang_large_patch14_448: perception,
  vit_pe_spatial_base_patch16_512: perception,
  vit_pe_spatial_gigantic_patch14_448: perception,
  vit_pe_spatial_large_patch14_448: perception,
  vit_pe_spatial_small_patch16_512: perception,
  vit_pe_spatial_tiny_patch16_512: perception,
  vit_small_patch16_dinov3: dinov3,
  vit_small_patch16_dinov3_qkvb: dinov3,
  vit_small_patch16_rope_224: ropeColumns,
  vit_small_patch16_rope_ape_224: perception,
  vit_small_patch16_rope_mixed_224: mixed,
  vit_small_patch16_rope_mixed_ape_224: mixedLearned,
  vit_small_plus_patch16_dinov3: dinov3,
  vit_small_plus_patch16_dinov3_qkvb: dinov3,
  vit_tiny_patch16_dinov3_qkvb: dinov3,
};

/** Tencent's Hunyuan. */
import type { Rows } from "../row.ts";
import { inMlxLm } from "../sources.ts";

export const hunyuan: Rows = {
  hunyuan: { positions: "halves", causal: true, weighed: true, source: inMlxLm("models/hunyuan") },
  hunyuan_v1_dense: { positions: "halves", causal: true, weighed: true },
  hunyuan_v1_moe: { positions: "halves", causal: true, weighed: true },
  hunyuan_vl: { parts: { vision_config: "hunyuan_vl_vision", text_config: "hunyuan_vl_text" } },
  hunyuan_vl_text: { positions: "halves", causal: true, weighed: true },
  hunyuan_vl_vision: {
    positions: "learned",
    causal: false,
    each: { reads: ["num_key_value_heads"], of: (_, __, { heads }) => ({ keyHeads: heads }) },
  },
  hy_v3: { positions: "halves", causal: true },
};

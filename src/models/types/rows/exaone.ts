/** LG's EXAONE and Naver's HyperCLOVA X. */
import { fullEvery } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { multiplier, sliding } from "../score-rules.ts";
import { squaresOfPixels } from "../square-rules.ts";

export const exaone: Rows = {
  exaone: { positions: "halves", causal: true },
  exaone4: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { field: "sliding_window_pattern" }),
    plain: "full_attention",
  },
  exaone4_5: { parts: { vision_config: "exaone4_5_vision", text_config: "exaone4" } },
  exaone4_5_vision: { positions: "halves", causal: false, axes: { count: 2 }, each: squaresOfPixels },
  exaone_moe: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { field: "sliding_window_pattern" }),
    plain: "full_attention",
  },
  hyperclovax: { positions: "halves", causal: true, scale: multiplier("attention_multiplier") },
};

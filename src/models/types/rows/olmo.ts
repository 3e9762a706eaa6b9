/** Ai2's OLMo. */
import { everyNth, fullEvery } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { sliding } from "../score-rules.ts";

export const olmo: Rows = {
  flex_olmo: { positions: "halves", causal: true },
  olmo: { positions: "halves", causal: true },
  olmo2: { positions: "halves", causal: true },
  olmo3: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4),
    nested: true,
    bases: {
      full_attention: { field: "rope_theta", scaled: true },
      sliding_attention: { field: "rope_theta", ofClass: true },
    },
  },
  olmo_hybrid: {
    positions: "halves",
    causal: true,
    kinds: everyNth(4, { nth: "full_attention", others: "linear_attention" }),
  },
  olmoe: { positions: "halves", causal: true },
};

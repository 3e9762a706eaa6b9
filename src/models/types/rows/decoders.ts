/** Decoders of text from makers with few model types. */
import { everyNth } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { sliding, unknownScale, yarnScale } from "../score-rules.ts";
import { inMlxLm, inVllm } from "../sources.ts";

export const decoders: Rows = {
  afmoe: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: everyNth(4, { nth: "full_attention", others: "sliding_attention" }),
    plain: "full_attention",
  },
  apertus: { positions: "halves", causal: true },
  bailing_moe: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    source: inMlxLm("models/bailing_moe"),
  },
  bailing_moe_linear: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    source: inMlxLm("models/bailing_moe_linear"),
  },
  doge: { positions: "halves", causal: true, window: sliding, flat: true },
  helium: { positions: "interleaved", causal: true },
  hrm_text: { positions: "halves", causal: true },
  jais2: { positions: "halves", causal: true },
  jetmoe: { positions: "halves", causal: true, fields: { head: "kv_channels" }, scale: unknownScale },
  laguna: { positions: "halves", causal: true, reads: ["partial"], window: sliding },
  "lille-130m": { positions: "interleaved", causal: true, source: inMlxLm("models/lille-130m") },
  mellum: { positions: "halves", causal: true, reads: ["partial"], window: sliding },
  minicpm: {
    positions: "halves",
    causal: true,
    source: inVllm("minicpm", "00db0119c37674b956dec4228d4e571549020976"),
  },
  minicpm3: { positions: "halves", causal: true, latent: "parts", scale: yarnScale },
  seed_oss: { positions: "halves", causal: true },
  telechat3: { positions: "halves", causal: true, source: inMlxLm("models/telechat3") },
};

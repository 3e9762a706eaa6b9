/** Meta's Llama, Chameleon and BLT, and models that share the code of Llama. */
import { crossEvery } from "../each-rule.ts";
import { byRotation, fullEvery, listed, unrotatedLayers } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { queriesUnrotated, sliding, switched } from "../score-rules.ts";
import { inMlxLm } from "../sources.ts";

export const llama: Rows = {
  afm7: { positions: "interleaved", causal: true, source: inMlxLm("models/afm7") },
  arcee: { positions: "halves", causal: true },
  bitnet: { positions: "halves", causal: true },
  blt: {
    sets: {
      encoder_config: { sliding_window: "local_attention_window_len" },
      decoder_config: { sliding_window: "local_attention_window_len" },
    },
    parts: {
      patcher_config: "blt_patcher",
      encoder_config: "blt_local_encoder",
      global_config: "blt_global_transformer",
      decoder_config: "blt_local_decoder",
    },
  },
  // The whole model gives its parts their masks.
  blt_global_transformer: { positions: "interleaved", causal: true },
  blt_local_decoder: { positions: "interleaved", causal: true, window: sliding },
  blt_local_encoder: { positions: "interleaved", causal: true, window: sliding },
  blt_patcher: { positions: "interleaved", causal: true, window: sliding },
  chameleon: { positions: "halves", causal: true },
  cwm: {
    ofRule: ["theta"],
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { from: 0 }),
  },
  diffllama: { positions: "halves", causal: true },
  idefics: {
    positions: "halves",
    causal: true,
    each: crossEvery("cross_layer_interval"),
    parts: { vision_config: "idefics_vision" },
  },
  idefics2: { parts: { text_config: "mistral", vision_config: "idefics2_vision" } },
  idefics2_vision: { positions: "learned", causal: false },
  idefics3: { parts: { text_config: "llama", vision_config: "idefics3_vision" } },
  idefics3_vision: { positions: "learned", causal: false },
  idefics_vision: { positions: "learned", causal: false },
  llama: { positions: "halves", causal: true },
  llama4: { parts: { text_config: "llama4_text", vision_config: "llama4_vision_model" } },
  llama4_text: {
    positions: "interleaved",
    causal: true,
    window: sliding,
    kinds: byRotation("chunked_attention", "full_attention"),
    rotating: unrotatedLayers(4),
    plain: "full_attention",
    queries: queriesUnrotated,
    normed: { reads: ["use_qk_norm"], of: (config) => config.get("use_qk_norm") !== false },
  },
  llama4_vision_model: { positions: "interleaved", causal: false, axes: { count: 2 } },
  mllama: { parts: { text_config: "mllama_text_model", vision_config: "mllama_vision_model" } },
  mllama_text_model: {
    positions: "halves",
    causal: true,
    list: listed("cross_attention_layers", "cross_attention", "all"),
    crossOnly: ["cross_attention"],
    plain: "cross_attention",
  },
  mllama_vision_model: {
    positions: "learned",
    causal: false,
    fields: { heads: "attention_heads" },
    stacks: [
      { field: "num_hidden_layers", kind: "tile" },
      { field: "num_global_layers", kind: "all tiles" },
    ],
  },
  opt: { positions: "learned", causal: true, first: 2 },
  perception_lm: { parts: { text_config: "llama" } },
  smollm3: { positions: "halves", causal: true, window: switched, rotating: unrotatedLayers(4) },
  smolvlm: { parts: { text_config: "llama", vision_config: "smolvlm_vision" } },
  smolvlm_vision: { positions: "learned", causal: false },
};

/** Google's Gemma and PaliGemma. */

import { bothWaysIf, bothWaysWithoutMask, type EachRule, each } from "../each-rule.ts";
import { isLength, numberOf } from "../facts.ts";
import { everyNth, fullEvery } from "../layer-rules.ts";
import type { ModelRow, Rows } from "../row.ts";
import {
  around,
  everywhere,
  learnedScale,
  onBothSides,
  queryScalar,
  sliding,
  unscaled,
} from "../score-rules.ts";
import { globalKeys, globalKeysIf } from "../size-rules.ts";

/** The layers of Gemma 4 and of what is made from it. */
const layers = {
  last: "full_attention",
  positions: "halves",
  kinds: fullEvery(6, { also: -1 }),
  otherHead: { kind: "full_attention", field: "global_head_dim" },
  scale: unscaled,
} satisfies Partial<ModelRow>;

/** Gemma 4, as a part of the whole or of the unified model. */
const gemma4: ModelRow = {
  ...layers,
  idle: ["num_kv_shared_layers"], // the shared keys are of layers of the same kind
  causal: true,
  window: sliding,
  each: each(globalKeysIf("attention_k_eq_v"), bothWaysIf("all", 1)),
};

/** Keys before a query, which is counted, and after it, by the fields of this name; the class leaves out the last ones of each side. */
const contextOf = (name: string, leftOut: number): EachRule => ({
  reads: [`${name}_left`, `${name}_right`],
  of(config) {
    const [left, right] = this.reads.map((field) => numberOf(config.get(field)));
    const [before, after] = [left! - 1 - leftOut, Math.max(0, right! - leftOut)];
    const isWindow = [before, after].every((count) => count === 0 || isLength(count));
    return isWindow
      ? { causal: after === 0, window: { before, after } }
      : { causal: null, window: "unknown" };
  },
});

export const gemma: Rows = {
  colpali: { parts: { vlm_config: "paligemma" } },
  diffusion_gemma: { parts: { text_config: "diffusion_gemma_text", vision_config: "gemma4_vision" } },
  diffusion_gemma_text: {
    ...layers,
    causal: true,
    reads: ["partial"],
    window: sliding,
    each: globalKeysIf("attention_k_eq_v"),
  },
  embedding_gemma2: {
    parts: {
      text_config: "embedding_gemma2_text",
      vision_config: "gemma4_vision",
      audio_config: "gemma4_audio",
    },
  },
  embedding_gemma2_text: {
    ...layers,
    idle: ["use_bidirectional_attention"], // it always attends both ways
    kinds: fullEvery(6, { also: -1, field: "sliding_window_pattern" }),
    causal: false,
    window: onBothSides,
    each: globalKeys,
  },
  gemma: {
    positions: "halves",
    causal: true,
    each: bothWaysWithoutMask,
  },
  gemma2: {
    positions: "halves",
    causal: true,
    each: bothWaysWithoutMask,
    window: sliding,
    kinds: fullEvery(2),
    scale: queryScalar,
    softcap: true,
  },
  gemma3: { causal: "images", parts: { text_config: "gemma3_text", vision_config: "siglip_vision_model" } },
  gemma3_text: {
    positions: "halves",
    causal: true,
    window: sliding,
    each: bothWaysIf(true, 0),
    kinds: fullEvery(6, { field: "sliding_window_pattern" }),
    nested: true,
    bases: {
      full_attention: { field: "rope_theta", scaled: true },
      sliding_attention: { field: "rope_local_base_freq" },
    },
    scale: queryScalar,
  },
  gemma3n: {
    parts: {
      text_config: "gemma3n_text",
      vision_config: "mobilenetv5_300m_enc",
      audio_config: "gemma3n_audio",
    },
  },
  gemma3n_audio: {
    positions: "relative",
    fields: {
      layers: "conf_num_hidden_layers",
      heads: "conf_num_attention_heads",
      softcap: "conf_attention_logit_cap",
    },
    softcap: true,
    scale: learnedScale,
    each: contextOf("conf_attention_context", 0),
    idle: ["conf_attention_chunk_size"], // blocks that keys are gathered for
  },
  gemma3n_text: {
    idle: ["num_kv_shared_layers"], // as in Gemma 4
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(5),
    nested: true,
    bases: {
      full_attention: { field: "rope_theta", scaled: true },
      sliding_attention: { field: "rope_local_base_freq" },
    },
    scale: unscaled,
  },
  gemma4: {
    parts: { text_config: "gemma4_text", vision_config: "gemma4_vision", audio_config: "gemma4_audio" },
  },
  gemma4_assistant: { causal: false, parts: { text_config: "gemma4_text" } },
  gemma4_audio: {
    positions: "relative",
    fields: { softcap: "attention_logit_cap" },
    softcap: true,
    scale: learnedScale,
    each: contextOf("attention_context", 1),
  },
  gemma4_text: gemma4,
  gemma4_unified: { parts: { text_config: "gemma4_unified_text", vision_config: "gemma4_unified_vision" } },
  gemma4_unified_assistant: { causal: false, parts: { text_config: "gemma4_unified_text" } },
  gemma4_unified_text: gemma4,
  gemma4_unified_vision: { positions: "learned" },
  gemma4_vision: {
    positions: "halves",
    causal: false,
    beyond: "blocks",
    adds: "learned",
    scale: unscaled,
  },
  paligemma: { causal: "prefix", parts: { text_config: "gemma", vision_config: "siglip_vision_model" } },
  pi0: {
    parts: { vlm_config: "paligemma", dit_config: "gemma" },
    sets: { dit_config: { is_causal: true, use_bidirectional_attention: true } },
  },
  recurrent_gemma: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    window: everywhere,
    fields: { window: "attention_window_size" },
    kinds: everyNth(3, { nth: "attention", others: "recurrent" }),
    disputed: { fact: "partial" },
  },
  shieldgemma2: { parts: { text_config: "gemma3_text", vision_config: "siglip_vision_model" } },
  t5_gemma_module: {
    positions: "halves",
    causal: false,
    window: {
      reads: ["is_decoder"],
      of: (config, kind) => (config.get("is_decoder") === true ? sliding : onBothSides).of(config, kind),
    },
    each: {
      reads: ["is_decoder"],
      of: (config) =>
        config.get("is_decoder") === true ? { causal: true, attention: { self: true, cross: true } } : {},
    },
    kinds: fullEvery(2),
    scale: queryScalar,
    softcap: true,
    folder: "t5gemma",
  },
  t5gemma: {
    fills: ["decoder"],
    parts: { encoder: "t5_gemma_module", decoder: "t5_gemma_module" },
    sets: { encoder: { is_decoder: false }, decoder: { is_decoder: true } },
  },
  t5gemma2: { parts: { encoder: "t5gemma2_encoder", decoder: "t5gemma2_decoder" } },
  t5gemma2_decoder: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(6, { field: "sliding_window_pattern" }),
    nested: true,
    bases: {
      full_attention: { field: "rope_theta", scaled: true },
      sliding_attention: { field: "rope_local_base_freq" },
    },
    scale: queryScalar,
  },
  t5gemma2_encoder: { parts: { text_config: "t5gemma2_text", vision_config: "siglip_vision_model" } },
  t5gemma2_text: {
    positions: "halves",
    causal: false,
    kinds: fullEvery(6, { field: "sliding_window_pattern" }),
    nested: true,
    bases: {
      full_attention: { field: "rope_theta", scaled: true },
      sliding_attention: { field: "rope_local_base_freq" },
    },
    scale: queryScalar,
    window: around,
  },
  vaultgemma: {
    positions: "halves",
    causal: true,
    each: bothWaysWithoutMask,
    window: sliding,
    kinds: fullEvery(2),
    scale: queryScalar,
    softcap: true,
  },
};

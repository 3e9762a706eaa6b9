/** Z.ai's GLM and ChatGLM. */
import { sharedByTypes } from "../indexer-rules.ts";
import { allOf, everyNth } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { yarnScale } from "../score-rules.ts";
import { inLmdeploy } from "../sources.ts";

export const glm: Rows = {
  chatglm: {
    positions: "interleaved",
    causal: true,
    reads: ["partial"],
    fields: { head: "kv_channels" },
    ratio: "rope_ratio",
    source: inLmdeploy("chatglm2"),
  },
  glm: { positions: "interleaved", causal: true, reads: ["partial"] },
  glm4: { positions: "interleaved", causal: true, reads: ["partial"] },
  glm46v: { parts: { text_config: "glm4v_text", vision_config: "glm4v_vision" } },
  glm4_moe: { positions: "halves", causal: true, reads: ["partial"], odd: true },
  glm4_moe_lite: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    reads: ["interleave", "partial"],
    scale: yarnScale,
  },
  glm4v: { parts: { vision_config: "glm4v_vision", text_config: "glm4v_text" } },
  glm4v_moe: { parts: { vision_config: "glm4v_moe_vision", text_config: "glm4v_moe_text" } },
  glm4v_moe_text: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    sections: { counts: [8, 12, 12] },
    ids: "glm-4v",
  },
  glm4v_moe_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  glm4v_text: {
    positions: "interleaved",
    causal: true,
    reads: ["partial"],
    sections: { counts: [8, 12, 12] },
    ids: "glm-4v",
  },
  glm4v_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  glm5_next: { parts: { text_config: "glm5_next_text", vision_config: "glm5_next_vision" } },
  glm5_next_text: {
    positions: "none",
    causal: true,
    indexer: {
      pairing: null,
      block: "index_kpool",
      inTokens: true,
      shared: sharedByTypes,
      refuses: "index_kpool_always_select_tail",
    },
    fields: { head: "qk_nope_head_dim" },
    kinds: everyNth(4, { nth: "indexed_attention", others: "linear_attention" }),
  },
  glm5_next_vision: { positions: "halves", causal: false, axes: { count: 2 } },
  glm_image: { parts: { vision_config: "glm_image_vision", text_config: "glm_image_text" } },
  glm_image_text: {
    positions: "halves",
    causal: true,
    reads: ["partial"],
    sections: { counts: [8, 12, 12] },
  },
  glm_image_vision: { positions: "learned", causal: false },
  glm_moe_dsa: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    kinds: allOf("deepseek_sparse_attention"),
    indexer: { pairing: "interleaved", shared: sharedByTypes },
    scale: yarnScale,
  },
  glm_ocr: { parts: { vision_config: "glm_ocr_vision", text_config: "glm_ocr_text" } },
  glm_ocr_text: {
    positions: "interleaved",
    causal: true,
    reads: ["partial"],
    sections: { counts: [8, 12, 12] },
    ids: "glm-4v",
  },
  glm_ocr_vision: { positions: "halves", causal: false, axes: { count: 2 } },
  glmasr: {
    named: true,
    fills: ["text_config"],
    parts: { text_config: "llama", audio_config: "glmasr_encoder" },
  },
  glmasr_encoder: { positions: "halves", causal: false, reads: ["partial"], odd: true },
  glmga: { parts: { text_config: "glm4v_text", vision_config: "glm4v_vision" } },
};

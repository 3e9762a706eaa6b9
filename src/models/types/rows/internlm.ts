/** InternLM and InternVL. */
import type { Rows } from "../row.ts";
import { inInternVl, inLmdeploy, inMlxLm } from "../sources.ts";

export const internlm: Rows = {
  intern_vit_6b: {
    positions: "learned",
    causal: false,
    source: inInternVl("modeling_intern_vit", "1fbcd6a1158ebfc45ed1b55d0da0b935d034734a"),
    area: "vision",
  },
  internlm: { positions: "halves", causal: true, source: inLmdeploy("module_map") },
  internlm2: { positions: "halves", causal: true, source: inMlxLm("models/internlm2") },
  internlm3: { positions: "halves", causal: true },
  internvl: { parts: { text_config: "qwen2", vision_config: "internvl_vision" } },
  internvl_chat: {
    parts: { llm_config: null, vision_config: "intern_vit_6b" },
    source: inInternVl("configuration_internvl_chat", "016ae21f18dbec7efdbf91d96de1febb6626a561"),
    area: "multimodal",
  },
  internvl_vision: { positions: "learned", causal: false, learned: ["use_absolute_position_embeddings"] },
  qianfan_ocr: { parts: { text_config: "qwen3", vision_config: "qianfan_ocr_vision" } },
  qianfan_ocr_vision: { positions: "learned", causal: false, learned: ["use_absolute_position_embeddings"] },
};

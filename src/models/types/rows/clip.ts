/** CLIP, SigLIP and other pairs of a text and an image encoder. */
import type { Rows } from "../row.ts";
import { deepened } from "../streams.ts";

export const clip: Rows = {
  align: { parts: { text_config: "align_text_model", vision_config: "align_vision_model" } },
  align_text_model: { positions: "learned", causal: false },
  align_vision_model: deepened,
  altclip: { parts: { text_config: "altclip_text_model", vision_config: "altclip_vision_model" } },
  altclip_text_model: { positions: "learned", causal: false, first: "after padding" },
  altclip_vision_model: { positions: "learned", causal: false },
  chinese_clip: {
    parts: { text_config: "chinese_clip_text_model", vision_config: "chinese_clip_vision_model" },
  },
  chinese_clip_text_model: { positions: "learned", causal: false },
  chinese_clip_vision_model: { positions: "learned", causal: false },
  clip: { parts: { text_config: "clip_text_model", vision_config: "clip_vision_model" } },
  clip_text_model: { positions: "learned", causal: true },
  clip_vision_model: { positions: "learned", causal: false },
  clipseg: { parts: { text_config: "clipseg_text_model", vision_config: "clipseg_vision_model" } },
  clipseg_text_model: { positions: "learned", causal: true },
  clipseg_vision_model: { positions: "learned", causal: false },
  groupvit: { parts: { text_config: "groupvit_text_model", vision_config: "groupvit_vision_model" } },
  groupvit_text_model: { positions: "learned", causal: true },
  groupvit_vision_model: { positions: "learned", causal: false, stages: "depths" },
  metaclip_2: { parts: { text_config: "metaclip_2_text_model", vision_config: "metaclip_2_vision_model" } },
  metaclip_2_text_model: { positions: "learned", causal: true },
  metaclip_2_vision_model: { positions: "learned", causal: false },
  siglip: { parts: { text_config: "siglip_text_model", vision_config: "siglip_vision_model" } },
  siglip2: { parts: { text_config: "siglip2_text_model", vision_config: "siglip2_vision_model" } },
  siglip2_text_model: { positions: "learned", causal: false },
  siglip2_vision_model: { positions: "learned", causal: false },
  siglip_text_model: { positions: "learned", causal: false },
  siglip_vision_model: { positions: "learned", causal: false },
  xclip: {
    parts: { text_config: "xclip_text_model", vision_config: "xclip_vision_model" },
    folder: "x_clip",
  },
  xclip_text_model: { positions: "learned", causal: true, folder: "x_clip" },
  xclip_vision_model: { positions: "learned", causal: false, folder: "x_clip" },
};

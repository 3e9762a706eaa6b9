/** Models of images and text that are made of others' parts: LLaVA, BLIP, Kosmos. */

import { crossEvery } from "../each-rule.ts";
import { isCount, numberOf } from "../facts.ts";
import { allOf, everyNth, fullEvery, unrotatedFromLast } from "../layer-rules.ts";
import { onlyIf, type Rows } from "../row.ts";
import { onBothSides, perChannel, queriesBeyond, sliding, timesField, unscaled } from "../score-rules.ts";
import { sizesFrom, slidingKeys } from "../size-rules.ts";
import { swinStages } from "../square-rules.ts";
import { masks } from "../streams.ts";

export const llava: Rows = {
  EvollaModel: {
    positions: "halves",
    causal: true,
    parts: { protein_encoder_config: "evolla_saprot" },
    folder: "evolla",
  },
  aria: { parts: { text_config: "aria_text", vision_config: "idefics3_vision" } },
  aria_text: { positions: "halves", causal: true },
  blip: { parts: { text_config: "blip_text_model", vision_config: "blip_vision_model" } },
  "blip-2": {
    parts: { text_config: "opt", qformer_config: "blip_2_qformer", vision_config: "blip_2_vision_model" },
  },
  blip_2_qformer: {
    positions: "learned",
    unless: onlyIf("use_qformer_text_input", true, "none"),
    causal: false,
    each: crossEvery("cross_attention_frequency"),
  },
  blip_2_vision_model: { positions: "learned", causal: false },
  blip_text_model: { positions: "learned" },
  blip_vision_model: { positions: "learned", causal: false },
  bridgetower: {
    parts: { text_config: "bridgetower_text_model", vision_config: "bridgetower_vision_model" },
  },
  bridgetower_text_model: { reads: ["decoder"], positions: "learned", causal: false, first: "after padding" },
  bridgetower_vision_model: {
    positions: "learned",
    causal: false,
    // Heads of 64 channels.
    each: {
      reads: [],
      of(config) {
        const width = numberOf(config.value("hidden"));
        return sizesFrom(width, Math.floor(width / 64));
      },
    },
  },
  "donut-swin": {
    positions: "window-table",
    causal: false,
    stages: "depths",
    each: swinStages(),
    learned: ["use_absolute_embeddings"],
  },
  emu3: { parts: { text_config: "emu3_text_model", vq_config: "emu3_vqgan" } },
  emu3_text_model: { positions: "halves", causal: true },
  emu3_vqgan: { positions: "none" },
  "encoder-decoder": { parts: { decoder: "bert", encoder: "bert" } },
  evolla: { positions: "halves", causal: true, parts: { protein_encoder_config: "evolla_saprot" } },
  evolla_saprot: { positions: "halves", causal: false },
  fast_vlm: { parts: { text_config: "qwen2", vision_config: "fastvit_mci3" } },
  flava: {
    parts: {
      text_config: "flava_text_model",
      image_config: "flava_image_model",
      multimodal_config: "flava_multimodal_model",
    },
  },
  flava_image_model: { positions: "learned", causal: false },
  flava_multimodal_model: { positions: "none", causal: false },
  flava_text_model: { positions: "learned", causal: false },
  florence2: { parts: { text_config: "bart", vision_config: null } },
  fuyu: { parts: { text_config: "persimmon" } },
  git: { positions: "learned", causal: "prefix", parts: { vision_config: "git_vision_model" } },
  git_vision_model: { positions: "learned", causal: false },
  "grounding-dino": { parts: { backbone_config: "swin", text_config: "bert" } },
  inkling_mm_model: { parts: { text_config: "inkling_text" } },
  inkling_text: {
    positions: "relative",
    causal: true,
    scale: perChannel,
    window: sliding,
    kinds: everyNth(6, { nth: "hybrid", others: "hybrid_sliding" }),
    each: slidingKeys,
    queries: queriesBeyond,
  },
  instructblip: {
    parts: {
      text_config: "opt",
      qformer_config: "instructblip_qformer",
      vision_config: "instructblip_vision_model",
    },
  },
  instructblip_qformer: { positions: "learned", causal: false },
  instructblip_vision_model: { positions: "learned", causal: false },
  instructblipvideo: {
    parts: {
      text_config: "opt",
      qformer_config: "instructblipvideo_qformer",
      vision_config: "instructblipvideo_vision_model",
    },
  },
  instructblipvideo_qformer: { positions: "learned", causal: false },
  instructblipvideo_vision_model: { positions: "learned", causal: false },
  "kosmos-2": {
    parts: { text_config: "kosmos_2_text_model", vision_config: "kosmos_2_vision_model" },
    folder: "kosmos2",
  },
  "kosmos-2.5": { parts: { text_config: "kosmos_2_5_text_model" }, folder: "kosmos2_5" },
  kosmos_2_5_text_model: {
    positions: "sinusoidal",
    causal: true,
    first: 2,
    folder: "kosmos2_5",
    fields: { layers: "layers", hidden: "embed_dim", heads: "attention_heads" },
  },
  kosmos_2_text_model: {
    positions: "sinusoidal",
    causal: true,
    first: 2,
    folder: "kosmos2",
    fields: { layers: "layers", hidden: "embed_dim", heads: "attention_heads" },
  },
  kosmos_2_vision_model: { positions: "learned", causal: false, folder: "kosmos2" },
  llava: { parts: { text_config: "llama", vision_config: "clip_vision_model" } },
  llava_next: { parts: { text_config: "llama", vision_config: "clip_vision_model" } },
  llava_next_video: { parts: { text_config: "llama", vision_config: "clip_vision_model" } },
  llava_onevision: { parts: { text_config: "qwen2", vision_config: "siglip_vision_model" } },
  lxmert: {
    positions: "learned",
    causal: false,
    stacks: [
      { field: "l_layers", kind: "text" },
      { field: "r_layers", kind: "image" },
      { field: "x_layers", kind: "both" },
    ],
    crosses: ["both"],
  },
  "mgp-str": { positions: "learned", causal: false },
  minicpmv4_6: { parts: { text_config: "qwen3_5_text", vision_config: "minicpmv4_6_vision" } },
  minicpmv4_6_vision: { positions: "learned", causal: false },
  "mm-grounding-dino": { parts: { backbone_config: "swin", text_config: "bert" } },
  muse_glimmer: { parts: { text_config: "muse_glimmer_text", vision_config: "muse_glimmer_vision" } },
  muse_glimmer_assistant: {
    positions: "halves",
    causal: false,
    window: onBothSides,
    kinds: allOf("sliding_attention"),
  },
  muse_glimmer_text: {
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { from: -1 }),
    rotating: unrotatedFromLast(4),
    scale: timesField("qk_scale_factor"),
  },
  muse_glimmer_vision: {
    positions: "halves",
    causal: false,
    kinds: everyNth(4, { nth: "full_attention", others: "window_attention", also: -1 }),
    axes: { count: 2, order: "columns" },
    adds: "learned",
  },
  muse_spark: {
    parts: { text_config: "muse_spark_text", vision_config: null, audio_config: null },
  },
  muse_spark_text: {
    baseOfRule: 10_000,
    ofRule: ["theta"],
    positions: "halves",
    causal: true,
    window: sliding,
    kinds: fullEvery(4, { from: -1 }),
    rotating: unrotatedFromLast(4),
    scale: timesField("qk_scale_factor"),
  },
  "omdet-turbo": {
    parts: { text_config: "clip_text_model", backbone_config: "swin_tiny_patch4_window7_224" },
  },
  oneformer: masks("query_dec_layers"),
  ovis2: { parts: { text_config: "qwen2", vision_config: "ovis2_vision" } },
  owlv2: { parts: { text_config: "owlv2_text_model", vision_config: "owlv2_vision_model" } },
  owlv2_text_model: { positions: "learned", causal: true },
  owlv2_vision_model: { positions: "learned", causal: false },
  owlvit: { parts: { text_config: "owlvit_text_model", vision_config: "owlvit_vision_model" } },
  owlvit_text_model: { positions: "learned", causal: true },
  owlvit_vision_model: { positions: "learned", causal: false },
  perceiver: {
    positions: "learned",
    causal: false,
    // Blocks of the same layers, over latent vectors.
    list: {
      reads: ["num_blocks", "num_self_attends_per_block"],
      of(config) {
        const count = this.reads.reduce((product, field) => product * numberOf(config.get(field)), 1);
        return isCount(count) ? new Array<string>(count).fill("all") : undefined;
      },
    },
    counted: "by the list",
    each: {
      reads: ["num_self_attention_heads", "qk_channels", "v_channels", "d_latents"],
      of(config) {
        const [heads, keys, values, latents] = this.reads.map((field) => config.get(field));
        const { headDim: valueDim } = sizesFrom(values ?? keys ?? latents, heads);
        return { ...sizesFrom(keys ?? latents, heads), valueDim: valueDim! };
      },
    },
  },
  pix2struct: { parts: { text_config: "pix2struct_text_model" } },
  pix2struct_text_model: {
    reads: ["decoder"],
    positions: "t5",
    scale: unscaled,
    fields: { head: "d_kv" },
    each: {
      reads: [],
      of(config, _, { headDim, heads }) {
        const width = config.value("hidden");
        const isWhole = heads !== null && headDim !== null && heads * headDim === width;
        return isWhole ? {} : { heads: null, keyHeads: null, bias: "unknown" };
      },
    },
  },
  "speech-encoder-decoder": { parts: { decoder: "bert", encoder: "wav2vec2" } },
  tipsv2: { parts: { text_config: "tipsv2_text_model", vision_config: "tipsv2_vision_model" } },
  tipsv2_text_model: { positions: "sinusoidal", causal: false },
  tvp: { parts: { backbone_config: "resnet" } },
  video_llama_3: { parts: { vision_config: "video_llama_3_vision", text_config: "qwen2" } },
  video_llama_3_vision: { positions: "halves", causal: false, axes: { count: 2 } },
  video_llava: { parts: { text_config: "llama", vision_config: "clip_vision_model" } },
  vilt: { positions: "learned", causal: false },
  vipllava: { parts: { text_config: "llama", vision_config: "clip_vision_model" } },
  "vision-encoder-decoder": { parts: { decoder: "bert", encoder: "vit" } },
  "vision-text-dual-encoder": { parts: { text_config: "bert", vision_config: "vit" } },
  visual_bert: { positions: "learned", causal: false },
};

/** DeepSeek, and models with its latent attention: Kimi, LongCat, Youtu. */
import { isCount, numberOf } from "../facts.ts";
import { allOf, byNumber, coded, everyNth, numbered, slidingFrom } from "../layer-rules.ts";
import type { Rows } from "../row.ts";
import { everywhere, longcatScale, sliding, switched, yarnScale } from "../score-rules.ts";
import { sizesFrom } from "../size-rules.ts";
import { inMlxLm, inVllm } from "../sources.ts";
import { samTower } from "../square-rules.ts";

export const deepseek: Rows = {
  axk1: { positions: "interleaved", reads: ["interleave"], causal: true, latent: "parts", scale: yarnScale },
  axk2: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    kinds: allOf("deepseek_sparse_attention"),
    indexer: { pairing: "halves" },
    scale: yarnScale,
  },
  deepseek: { positions: "halves", causal: true, source: inMlxLm("models/deepseek") },
  deepseek_ocr2: { parts: { vision_config: "deepseek_ocr2_vision", text_config: "deepseek_ocr2_text" } },
  // The image's patches see each other; the queries after them see the image and the queries before.
  deepseek_ocr2_encoder: { positions: "halves", causal: "prefix", window: switched },
  deepseek_ocr2_sam_vision_model: samTower,
  deepseek_ocr2_text: {
    // The class divides the width by the heads, whatever the file says.
    fields: { head: "" },
    positions: "halves",
    causal: true,
  },
  deepseek_ocr2_vision: {
    parts: { encoder_config: "deepseek_ocr2_encoder", sam_config: "deepseek_ocr2_sam_vision_model" },
  },
  deepseek_v2: { positions: "interleaved", causal: true, latent: "parts", scale: yarnScale },
  deepseek_v3: {
    positions: "interleaved",
    reads: ["interleave"],
    causal: true,
    latent: "parts",
    scale: yarnScale,
  },
  deepseek_v32: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    kinds: allOf("deepseek_sparse_attention"),
    indexer: { pairing: "halves" },
    scale: yarnScale,
  },
  deepseek_v4: {
    baseOfRule: 10_000,
    positions: "interleaved",
    causal: true,
    latent: "whole",
    reads: ["partial"],
    list: coded("compress_ratios", {
      "0": "sliding_attention",
      "4": "compressed_sparse_attention",
      "128": "heavily_compressed_attention",
    }),
    kinds: everyNth(2, {
      nth: "heavily_compressed_attention",
      others: "compressed_sparse_attention",
      from: 0,
      also: 1,
    }),
    bases: { main: { field: "rope_theta" }, compress: { field: "compress_rope_theta", attentionFactor: 1 } },
    uses: {
      sliding_attention: "main",
      compressed_sparse_attention: "compress",
      heavily_compressed_attention: "compress",
    },
    indexer: { kind: "compressed_sparse_attention", pairing: "interleaved", last: true, block: 4 },
    sinks: "all",
    each: { reads: [], of: () => ({ keyHeads: 1 }) },
    window: everywhere,
  },
  deepseek_vl: { parts: { text_config: "llama", vision_config: "siglip_vision_model" } },
  deepseek_vl_hybrid: {
    parts: {
      text_config: "llama",
      vision_config: "siglip_vision_model",
      high_res_vision_config: "sam_vision_model",
    },
  },
  dots1: { positions: "halves", causal: true, window: sliding, kinds: slidingFrom },
  janus: { parts: { text_config: "llama", vision_config: "janus_vision_model", vq_config: "janus_vqgan" } },
  janus_vision_model: { positions: "learned", causal: false },
  // Attention at the smallest size of the image: after each block of the encoder and of the decoder, and in between.
  janus_vqgan: {
    positions: "none",
    causal: false,
    list: {
      reads: ["num_res_blocks"],
      of(config) {
        const blocks = config.get("num_res_blocks");
        return isCount(blocks) ? new Array<string>(2 * blocks + 3).fill("all") : undefined;
      },
    },
    counted: "by the list",
    each: {
      reads: ["base_channels", "channel_multiplier"],
      of(config) {
        const times = config.get("channel_multiplier");
        const last = Array.isArray(times) ? numberOf(times.at(-1)) : Number.NaN;
        return sizesFrom(numberOf(config.get("base_channels")) * last, 1);
      },
    },
  },
  joyai_llm_flash: {
    positions: "interleaved",
    reads: ["interleave"],
    causal: true,
    latent: "parts",
    scale: yarnScale,
    source: inMlxLm("utils"),
  },
  kimi_k2: {
    positions: "interleaved",
    reads: ["interleave"],
    causal: true,
    latent: "parts",
    scale: yarnScale,
    source: inMlxLm("utils"),
  },
  kimi_k25: { parts: { text_config: "deepseek_v3", vision_config: "kimi_k25_vision" } },
  kimi_k25_vision: {
    positions: "halves",
    causal: false,
    axes: { count: 2, order: [1, 0] },
    adds: "learned",
    idle: ["vt_num_attention_heads", "vt_num_hidden_layers"],
  },
  kimi_linear: {
    positions: "none",
    causal: true,
    latent: "parts",
    list: numbered("linear_attn_config", {
      full_attn_layers: "full_attention",
      kda_layers: "linear_attention",
    }),
    kinds: byNumber((layer) => (layer > 0 && layer % 4 === 0 ? "full_attention" : "linear_attention")),
  },
  kimi_vl: {
    parts: { text_config: "deepseek_v3", vision_config: "moonvit" },
    source: inMlxLm("models/kimi_vl"),
    area: "multimodal",
  },
  longcat_flash: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    pairsOfLayers: "num_layers",
    fields: { layers: "num_hidden_layers" },
    scale: longcatScale,
  },
  longcat_flash_ngram: {
    positions: "interleaved",
    causal: true,
    latent: "parts",
    pairsOfLayers: "num_layers",
    scale: longcatScale,
    source: inMlxLm("models/longcat_flash_ngram"),
  },
  moonvit: {
    positions: "interleaved",
    causal: false,
    axes: { count: 2, order: [1, 0] },
    adds: "learned",
    source: inVllm("moonvit", "055e47c28003156421365af985d676fc921cb075"),
    area: "vision",
  },
  sarvam_mla: {
    positions: "interleaved",
    reads: ["interleave"],
    causal: true,
    latent: "parts",
    scale: yarnScale,
  },
  youtu: { positions: "interleaved", reads: ["interleave"], causal: true, latent: "parts", scale: yarnScale },
  youtu_llm: {
    positions: "interleaved",
    reads: ["interleave"],
    causal: true,
    latent: "parts",
    scale: yarnScale,
    source: inMlxLm("models/youtu_llm"),
  },
};

import type { Preset } from "./preset.ts";

/** A divisor for each of the 48 pairs of Phi-3's heads. */
const phi3 = {
  shortFactor: [
    1.05, 1.05, 1.05, 1.1, 1.1, 1.1, 1.2500000000000002, 1.2500000000000002, 1.4000000000000004,
    1.4500000000000004, 1.5500000000000005, 1.8500000000000008, 1.9000000000000008, 2.000000000000001,
    2.000000000000001, 2.000000000000001, 2.000000000000001, 2.000000000000001, 2.000000000000001,
    2.000000000000001, 2.000000000000001, 2.000000000000001, 2.000000000000001, 2.000000000000001,
    2.000000000000001, 2.000000000000001, 2.000000000000001, 2.000000000000001, 2.000000000000001,
    2.000000000000001, 2.000000000000001, 2.000000000000001, 2.1000000000000005, 2.1000000000000005, 2.2,
    2.3499999999999996, 2.3499999999999996, 2.3499999999999996, 2.3499999999999996, 2.3999999999999995,
    2.3999999999999995, 2.6499999999999986, 2.6999999999999984, 2.8999999999999977, 2.9499999999999975,
    3.049999999999997, 3.049999999999997, 3.049999999999997,
  ],
  longFactor: [
    1.0299999713897705, 1.0499999523162842, 1.0499999523162842, 1.0799999237060547, 1.2299998998641968,
    1.2299998998641968, 1.2999999523162842, 1.4499999284744263, 1.5999999046325684, 1.6499998569488525,
    1.8999998569488525, 2.859999895095825, 3.68999981880188, 5.419999599456787, 5.489999771118164,
    5.489999771118164, 9.09000015258789, 11.579999923706055, 15.65999984741211, 15.769999504089355,
    15.789999961853027, 18.360000610351562, 21.989999771118164, 23.079999923706055, 30.009998321533203,
    32.35000228881836, 32.590003967285156, 35.56000518798828, 39.95000457763672, 53.840003967285156,
    56.20000457763672, 57.95000457763672, 59.29000473022461, 59.77000427246094, 59.920005798339844,
    61.190006256103516, 61.96000671386719, 62.50000762939453, 63.3700065612793, 63.48000717163086,
    63.48000717163086, 63.66000747680664, 63.850006103515625, 64.08000946044922, 64.760009765625,
    64.80001068115234, 64.81001281738281, 64.81001281738281,
  ],
} as const;

/** The pairings are those of the weights on Hugging Face. */
export const rotaryPresets = {
  "gpt-j": {
    title: "GPT-J 6B",
    source: "EleutherAI/gpt-j-6b, config.json: rotary_dim 64; transformers, models/gptj, rotate_every_two",
    spec: { method: "rope", headDim: 256, rotaryDim: 64, pairing: "interleaved" },
    open: [],
  },
  "gpt-neox": {
    title: "GPT-NeoX 20B",
    source: "EleutherAI/gpt-neox-20b, config.json: rotary_pct 0.25",
    spec: { method: "rope", headDim: 96, rotaryDim: 24, pairing: "halves" },
    open: [],
  },
  "phi-2": {
    title: "Phi-2",
    source: "microsoft/phi-2, config.json: partial_rotary_factor 0.4",
    spec: { method: "rope", headDim: 80, rotaryDim: 32, pairing: "halves" },
    open: [],
  },
  "llama-2": {
    title: "Llama 2",
    source: "meta-llama/Llama-2-7b-hf, config.json",
    spec: { method: "rope", headDim: 128, pairing: "halves" },
    open: [],
  },
  "llama-3.1": {
    title: "Llama 3.1",
    source: "meta-llama/Llama-3.1-8B, config.json; arXiv 2407.21783",
    spec: {
      method: "rope",
      headDim: 128,
      base: 500_000,
      pairing: "halves",
      scaling: { type: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalLength: 8192 },
    },
    open: [],
  },
  "phi-3": {
    title: "Phi-3, 128k",
    source: "microsoft/Phi-3-vision-128k-instruct, config.json, which calls longrope su",
    spec: {
      method: "rope",
      headDim: 96,
      pairing: "halves",
      scaling: { type: "longrope", factor: 32, originalLength: 4096, ...phi3 },
    },
    open: ["currentLength"],
  },
  "qwen-2.5-yarn": {
    title: "Qwen 2.5 with YaRN",
    source: "Qwen/Qwen2.5-7B-Instruct, README.md, Processing Long Texts",
    spec: {
      method: "rope",
      headDim: 128,
      base: 1_000_000,
      pairing: "halves",
      scaling: { type: "yarn", factor: 4, originalLength: 32768 },
    },
    open: [],
  },
  "gpt-oss": {
    title: "gpt-oss",
    source: "openai/gpt-oss-20b, config.json",
    spec: {
      method: "rope",
      headDim: 64,
      base: 150_000,
      pairing: "halves",
      scaling: { type: "yarn", factor: 32, originalLength: 4096, truncate: false },
    },
    open: [],
  },
  "deepseek-v3": {
    title: "DeepSeek-V3, rotary part of the head",
    source: "deepseek-ai/DeepSeek-V3, config.json: qk_rope_head_dim 64",
    spec: {
      method: "rope",
      headDim: 64,
      pairing: "interleaved",
      scaling: { type: "yarn", factor: 40, originalLength: 4096, mscale: 1, mscaleAllDim: 1 },
    },
    open: [],
  },
  "deepseek-v3.2-indexer": {
    title: "DeepSeek-V3.2, indexer of sparse attention",
    source:
      "deepseek-ai/DeepSeek-V3.2-Exp, config.json: index_head_dim 128; transformers, models/deepseek_v32, DeepseekV32Indexer",
    spec: {
      method: "rope",
      headDim: 128,
      rotaryDim: 64,
      pairing: "halves",
      scaling: { type: "yarn", factor: 40, originalLength: 4096, mscale: 1, mscaleAllDim: 1 },
    },
    open: [],
  },
  "glm-5-indexer": {
    title: "GLM-5, indexer of sparse attention",
    source:
      "zai-org/GLM-5, config.json: indexer_rope_interleave; transformers, models/glm_moe_dsa, GlmMoeDsaIndexer",
    spec: { method: "rope", headDim: 128, rotaryDim: 64, base: 1_000_000, pairing: "interleaved" },
    open: [],
  },
  "gemma-3-full": {
    title: "Gemma 3, full attention",
    source: "google/gemma-3-4b-it, config.json",
    spec: {
      method: "rope",
      headDim: 256,
      base: 1_000_000,
      pairing: "halves",
      scaling: { type: "linear", factor: 8 },
    },
    open: [],
  },
  "gemma-3-sliding": {
    title: "Gemma 3, sliding attention",
    source: "google/gemma-3-4b-it, config.json: rope_local_base_freq",
    spec: { method: "rope", headDim: 256, pairing: "halves" },
    open: [],
  },
  "gemma-4-full": {
    title: "Gemma 4, full attention (proportional)",
    source: "google/gemma-4-E2B, config.json: global_head_dim 512; arXiv 2410.06205",
    spec: {
      method: "rope",
      headDim: 512,
      base: 1_000_000,
      pairing: "halves",
      scaling: { type: "proportional", partialRotaryFactor: 0.25 },
    },
    open: [],
  },
  "gemma-4-sliding": {
    title: "Gemma 4, sliding attention",
    source: "google/gemma-4-E2B, config.json",
    spec: { method: "rope", headDim: 256, pairing: "halves" },
    open: [],
  },
  "qwen-2-vl": {
    title: "Qwen2-VL",
    source: "Qwen/Qwen2-VL-7B-Instruct, config.json: mrope_section; arXiv 2409.12191",
    spec: { method: "rope", headDim: 128, base: 1_000_000, pairing: "halves", sections: [16, 24, 24] },
    open: [],
  },
  "qwen-3-vl": {
    title: "Qwen3-VL",
    source: "Qwen/Qwen3-VL-8B-Instruct, config.json: mrope_interleaved",
    spec: {
      method: "rope",
      headDim: 128,
      base: 5_000_000,
      pairing: "halves",
      sections: [24, 20, 20],
      interleavedSections: true,
    },
    open: [],
  },
  "qwen-3.5": {
    title: "Qwen3.5",
    source: "Qwen3.5, config.json: partial_rotary_factor 0.25, mrope_interleaved",
    spec: {
      method: "rope",
      headDim: 256,
      rotaryDim: 64,
      base: 10_000_000,
      pairing: "halves",
      sections: [11, 11, 10],
      interleavedSections: true,
    },
    open: [],
  },
  "rope-vit-axial": {
    title: "RoPE for vision transformers, axial",
    source: "Heo et al. 2024, arXiv 2403.13298; naver-ai/rope-vit, compute_axial_cis: x before y",
    spec: {
      method: "rope",
      headDim: 64,
      base: 100,
      pairing: "interleaved",
      sections: [16, 16],
      restartSections: true,
    },
    open: [],
  },
} as const satisfies Record<string, Preset>;

/** The configs on which engines are measured: each rule, in the forms that files have, in each model type that the engines share. */

const sizes = { num_hidden_layers: 1, head_dim: 64, hidden_size: 256, num_attention_heads: 4 };

/** @typedef {Record<string, unknown>} Fields */

/** @param {string} model_type @param {Fields} defaults @returns {(own?: Fields) => Fields} */
const typed =
  (model_type, defaults) =>
  (own = {}) => ({ model_type, ...sizes, max_position_embeddings: 32768, ...defaults, ...own });

const llama = typed("llama", { rope_theta: 10000 });
const mistral = typed("mistral", { rope_theta: 1e6, sliding_window: null });
const qwen2 = typed("qwen2", { rope_theta: 1e6, use_sliding_window: false });
const qwen3 = typed("qwen3", { rope_theta: 1e6, use_sliding_window: false });
const smollm3 = typed("smollm3", {
  num_hidden_layers: 4,
  rope_theta: 5e6,
  no_rope_layers: [1, 1, 1, 0],
  no_rope_layer_interval: 4,
});
const seedOss = typed("seed_oss", { rope_theta: 1e7 });
const ministral3 = typed("ministral3", { sliding_window: null });
const gemma2 = typed("gemma2", {
  num_hidden_layers: 2,
  sliding_window: 256,
  query_pre_attn_scalar: 64,
  attn_logit_softcapping: 50,
});
const gemma3 = typed("gemma3_text", {
  num_hidden_layers: 6,
  sliding_window: 256,
  sliding_window_pattern: 6,
  query_pre_attn_scalar: 64,
  rope_theta: 1e6,
  rope_local_base_freq: 10000,
});
const phi3 = typed("phi3", { rope_theta: 10000, sliding_window: null });
const glm = typed("glm", { rope_theta: 10000, partial_rotary_factor: 0.5 });
const glm4 = typed("glm4", { rope_theta: 10000, partial_rotary_factor: 0.5 });
const olmo2 = typed("olmo2", { rope_theta: 500000 });
const olmo3 = typed("olmo3", {
  num_hidden_layers: 4,
  rope_theta: 500000,
  sliding_window: 256,
  layer_types: [...Array(3).fill("sliding_attention"), "full_attention"],
});
const granite = typed("granite", { rope_theta: 10000, attention_multiplier: 0.015625 });
const gptOss = typed("gpt_oss", {
  num_hidden_layers: 2,
  rope_theta: 150000,
  sliding_window: 128,
  layer_types: ["sliding_attention", "full_attention"],
});
const exaone4 = typed("exaone4", {
  num_hidden_layers: 4,
  rope_theta: 1e6,
  sliding_window: 256,
  sliding_window_pattern: "LLLG",
  layer_types: [...Array(3).fill("sliding_attention"), "full_attention"],
});
const ernie = typed("ernie4_5", { rope_theta: 500000, use_bias: false });

/** @param {string} rope_type @param {Fields} [own] */
const rule = (rope_type, own = {}) => ({ rope_scaling: { rope_type, ...own } });
/** A file as transformers 5 saves it. @param {(own?: Fields) => Fields} type @param {Fields} parameters @param {Fields} [own] */
const saved = (type, parameters, own = {}) => {
  const { rope_theta, rope_scaling, ...others } = type(own);
  return { ...others, rope_parameters: parameters };
};
const linear = { factor: 4 };
const llama3 = {
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};
const yarn = { factor: 4, original_max_position_embeddings: 8192 };
const betas = { beta_fast: 32, beta_slow: 1 };
const nearYarn = { factor: 32, original_max_position_embeddings: 4096, ...betas };
const lists = (/** @type {number} */ pairs) => ({
  short_factor: Array.from({ length: pairs }, (_, i) => 1 + i / 64),
  long_factor: Array.from({ length: pairs }, (_, i) => 1 + i),
});
const longrope = (/** @type {number} */ pairs, own = {}) => ({
  original_max_position_embeddings: 512,
  max_position_embeddings: 16384,
  rope_scaling: { type: "longrope", ...lists(pairs), ...own },
});

/** Tokens of a prompt, where it is not 1024. @type {Readonly<Record<string, number>>} */
export const lengths = { "phi3-longrope-short": 256, "llama-dynamic-short": 400 };

/** @type {Readonly<Record<string, Fields>>} */
export const configs = {
  "llama-plain": llama(),
  "llama-base": llama({ rope_theta: 500000 }),
  "llama-wide": llama({ head_dim: 128, hidden_size: 512, rope_theta: 500000 }),
  "llama-linear": llama(rule("linear", linear)),
  "llama-linear-type": llama({ rope_scaling: { type: "linear", factor: 4 } }),
  "llama-dynamic": llama({ max_position_embeddings: 512, ...rule("dynamic", { factor: 2 }) }),
  "llama-dynamic-short": llama({ max_position_embeddings: 512, ...rule("dynamic", { factor: 2 }) }),
  "llama-llama3": llama({ rope_theta: 500000, max_position_embeddings: 131072, ...rule("llama3", llama3) }),
  "llama-llama3-4096": llama({
    rope_theta: 500000,
    max_position_embeddings: 131072,
    ...rule("llama3", { ...llama3, original_max_position_embeddings: 4096 }),
  }),
  "llama-yarn": llama(rule("yarn", { ...yarn, ...betas })),
  "llama-yarn-untruncated": llama({ rope_theta: 150000, ...rule("yarn", { ...nearYarn, truncate: false }) }),
  "llama-saved": saved(llama, { rope_type: "default", rope_theta: 500000 }),
  "llama-saved-llama3": saved(
    llama,
    { rope_type: "llama3", rope_theta: 500000, ...llama3 },
    { max_position_embeddings: 131072 },
  ),
  "mistral-plain": mistral(),
  "mistral-window": mistral({ sliding_window: 256 }),
  "mistral-yarn": mistral(rule("yarn", { ...yarn, ...betas })),
  "mistral-saved": saved(mistral, { rope_type: "default", rope_theta: 1e6 }),
  "ministral3-yarn": saved(ministral3, {
    rope_type: "yarn",
    rope_theta: 1e6,
    factor: 16,
    original_max_position_embeddings: 16384,
    ...betas,
    mscale: 1,
    mscale_all_dim: 1,
    llama_4_scaling_beta: 0.1,
  }),
  "ministral3-betas": saved(ministral3, {
    rope_type: "yarn",
    rope_theta: 1e6,
    ...yarn,
    beta_fast: 16,
    beta_slow: 2,
  }),
  "qwen2-plain": qwen2(),
  "qwen2-window": qwen2({
    num_hidden_layers: 2,
    use_sliding_window: true,
    sliding_window: 256,
    max_window_layers: 1,
  }),
  "qwen2-yarn": qwen2(rule("yarn", yarn)),
  "qwen2-yarn-type": qwen2({ rope_scaling: { type: "yarn", ...yarn } }),
  "qwen2-yarn-betas": qwen2(rule("yarn", { ...yarn, ...betas })),
  "qwen2-saved-yarn": saved(qwen2, { rope_type: "yarn", rope_theta: 1e7, ...yarn }),
  "qwen2-linear": qwen2(rule("linear", linear)),
  "qwen2-llama3": qwen2(rule("llama3", llama3)),
  "qwen3-plain": qwen3(),
  "qwen3-yarn": qwen3(rule("yarn", yarn)),
  "qwen3-yarn-factor": qwen3(rule("yarn", { ...yarn, ...betas, attention_factor: 1 })),
  "qwen3-yarn-mscale": qwen3(rule("yarn", { ...yarn, ...betas, mscale: 0.8, mscale_all_dim: 0.8 })),
  "qwen3-yarn-mscale-alone": qwen3(rule("yarn", { ...yarn, ...betas, mscale: 0.5 })),
  "qwen3-yarn-betas": qwen3(rule("yarn", { ...yarn, beta_fast: 16, beta_slow: 2 })),
  "qwen3-yarn-untruncated": qwen3(rule("yarn", { ...nearYarn, truncate: false })),
  "qwen3-saved-yarn": saved(qwen3, { rope_type: "yarn", rope_theta: 5e6, ...yarn }),
  "qwen3-linear": qwen3(rule("linear", linear)),
  "smollm3-plain": smollm3(),
  "smollm3-yarn": smollm3(rule("yarn", { ...yarn, ...betas })),
  "smollm3-llama3": smollm3(rule("llama3", llama3)),
  "seed-oss-plain": seedOss(),
  "seed-oss-yarn": seedOss(rule("yarn", yarn)),
  "gemma2-plain": gemma2(),
  "gemma2-scale": gemma2({ query_pre_attn_scalar: 144 }),
  "gemma3-plain": gemma3(),
  "gemma3-linear": gemma3(rule("linear", { factor: 8 })),
  "gemma3-scale": gemma3({ query_pre_attn_scalar: 168, ...rule("linear", { factor: 8 }) }),
  "gemma3-saved": saved(
    gemma3,
    {
      sliding_attention: { rope_type: "default", rope_theta: 20000 },
      full_attention: { rope_type: "linear", rope_theta: 2e6, factor: 4 },
    },
    {
      layer_types: [...Array(5).fill("sliding_attention"), "full_attention"],
      rope_local_base_freq: undefined,
      sliding_window_pattern: undefined,
    },
  ),
  "phi3-plain": phi3(),
  "phi3-longrope": phi3(longrope(32)),
  "phi3-longrope-short": phi3(longrope(32)),
  "phi3-longrope-partial": phi3({ ...longrope(24), partial_rotary_factor: 0.75 }),
  "phi3-longrope-factor": phi3(longrope(32, { attention_factor: 1.5 })),
  "glm-plain": glm(),
  "glm-saved": saved(glm, { rope_type: "default", rope_theta: 10000, partial_rotary_factor: 0.5 }),
  "glm4-plain": glm4(),
  "glm4-quarter": glm4({ partial_rotary_factor: 0.25 }),
  "olmo2-plain": olmo2(),
  "olmo2-linear": olmo2(rule("linear", linear)),
  "olmo3-plain": olmo3(),
  "olmo3-yarn": olmo3(rule("yarn", { ...yarn, ...betas, attention_factor: 1.2 })),
  "granite-plain": granite(),
  "granite-linear": granite(rule("linear", linear)),
  "granite-saved": saved(granite, { rope_type: "default", rope_theta: 10000 }),
  "gpt-oss-untruncated": gptOss(rule("yarn", { ...nearYarn, truncate: false })),
  "gpt-oss-truncated": gptOss(rule("yarn", { ...nearYarn, truncate: true })),
  "gpt-oss-saved": saved(gptOss, { rope_type: "yarn", rope_theta: 150000, ...nearYarn, truncate: false }),
  "exaone4-llama3": exaone4(rule("llama3", { ...llama3, factor: 16 })),
  "ernie4-5-plain": ernie(),
  "ernie4-5-linear": ernie(rule("linear", linear)),
};

const narrow = { head_dim: 16, hidden_size: 64 };
const near = { factor: 4, original_max_position_embeddings: 32 };

/** Tokens of the prompts whose answers are stored. */
export const storedLength = 72;

/** Small configs whose answers are stored. @type {Readonly<Record<string, Fields>>} */
export const stored = {
  "stored-llama": saved(llama, { rope_type: "default", rope_theta: 3000 }, narrow),
  "stored-window": mistral({ ...narrow, rope_theta: 700, sliding_window: 24 }),
  "stored-yarn": qwen3({
    ...narrow,
    rope_theta: 2000,
    ...rule("yarn", { ...near, beta_fast: 4, beta_slow: 0.5 }),
  }),
  "stored-partial": glm4({ ...narrow, rope_theta: 500 }),
  "stored-layers": smollm3({ ...narrow, num_hidden_layers: 2, no_rope_layers: [0, 1], rope_theta: 900 }),
  "stored-linear": qwen2({ ...narrow, rope_theta: 400, ...rule("linear", { factor: 2.5 }) }),
};

const two = { ...narrow, num_hidden_layers: 2 };
const kinds = { layer_types: ["sliding_attention", "full_attention"], sliding_window: 24 };

/** A small config of each type, for 20 log-probabilities at a position. @type {Readonly<Record<string, Fields>>} */
export const largest = {
  // Heads of 32 channels take two prompts, and two layers of 16 channels, too.
  llama: llama({
    ...{ head_dim: 32, hidden_size: 128, rope_theta: 3000 },
    ...rule("llama3", { ...llama3, original_max_position_embeddings: 64 }),
  }),
  mistral: stored["stored-window"] ?? {},
  ministral3: saved(
    ministral3,
    {
      ...{ rope_type: "yarn", rope_theta: 900, ...near, ...betas },
      ...{ mscale: 1, mscale_all_dim: 1, llama_4_scaling_beta: 0.1 },
    },
    narrow,
  ),
  qwen2: stored["stored-linear"] ?? {},
  qwen3: stored["stored-yarn"] ?? {},
  smollm3: stored["stored-layers"] ?? {},
  seed_oss: seedOss({ ...narrow, rope_theta: 600 }),
  phi3: phi3({
    ...{ ...longrope(8), ...narrow, rope_theta: 500 },
    ...{ original_max_position_embeddings: 64, max_position_embeddings: 128 },
  }),
  glm: glm({ ...narrow, rope_theta: 300 }),
  glm4: stored["stored-partial"] ?? {},
  olmo2: olmo2({ ...narrow, rope_theta: 800 }),
  olmo3: olmo3({ ...two, ...kinds, rope_theta: 800 }),
  gemma2: gemma2({ ...narrow, rope_theta: 800, sliding_window: 24, query_pre_attn_scalar: 16 }),
  gemma3_text: gemma3({
    ...{ ...narrow, rope_theta: 900, rope_local_base_freq: 300, sliding_window: 24 },
    query_pre_attn_scalar: 16,
  }),
  granite: granite({ ...narrow, rope_theta: 700, attention_multiplier: 0.25 }),
  gpt_oss: gptOss({ ...two, ...kinds, rope_theta: 1500, ...rule("yarn", { ...near, ...betas }) }),
  exaone4: exaone4({ ...two, ...kinds, sliding_window_pattern: 2, rope_theta: 1000 }),
  ernie4_5: ernie({ ...narrow, rope_theta: 500 }),
};

/** Configs of all known model types with hostile values in the fields that give sizes. */
import { atlas } from "posenc/atlas";
import { hostile, hostileNumber } from "./hostile.ts";
import type { Random } from "./random.ts";

const types = atlas().map(({ type }) => type);

/** The fields that count something, with a value that published files have. */
const sizes: Record<string, unknown> = {
  ...{
    hidden_size: 4096,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    head_dim: 128,
    num_hidden_layers: 4,
  },
  ...{ n_embd: 768, n_head: 12, n_layer: 12, n_positions: 1024, d_model: 512, num_heads: 8, num_layers: 6 },
  ...{
    encoder_layers: 2,
    decoder_layers: 2,
    encoder_attention_heads: 8,
    decoder_attention_heads: 8,
    depth: 2,
  },
  ...{
    embed_dim: 192,
    model_dim: 512,
    kv_channels: 128,
    attention_head_dim: 64,
    num_kv_heads: 4,
    n_kv_heads: 4,
  },
  ...{ max_position_embeddings: 4096, original_max_position_embeddings: 2048, seq_length: 2048, first: 2 },
  ...{ rope_theta: 10_000, rotary_emb_base: 10_000, local_rope_theta: 1e4, rope_local_base_freq: 1e4 },
  ...{
    global_rope_theta: 1e6,
    global_head_dim: 512,
    global_partial_rotary_factor: 0.25,
    layer_rope_theta: [0, 1e4],
  },
  ...{ partial_rotary_factor: 0.5, rotary_pct: 0.25, rotary_dim: 32, rope_dim: 32, qk_rope_head_dim: 64 },
  ...{ qk_nope_head_dim: 128, v_head_dim: 128, kv_lora_rank: 512, multi_query_group_num: 2 },
  ...{
    sliding_window: 4096,
    sliding_window_size: 512,
    attention_window_size: 512,
    attention_chunk_size: 8192,
  },
  ...{ local_attention: 128, max_window_layers: 2, sliding_window_pattern: 6, global_attn_every_n_layers: 3 },
  ...{
    full_attention_interval: 4,
    no_rope_layer_interval: 4,
    attn_layer_period: 8,
    layers_block_type: ["attention"],
  },
  ...{ attn_logit_softcapping: 50, query_pre_attn_scalar: 256, attention_multiplier: 0.1, floor_scale: 8192 },
  ...{ attn_scale: 0.1, relative_attention_num_buckets: 32, relative_attention_max_distance: 128 },
  ...{ alibi_bias_max: 8, max_relative_positions: -1, image_size: 224, patch_size: 16, depths: [2, 2, 6, 2] },
  ...{
    axes_dims_rope: [16, 56, 56],
    rope_scale: [2, 1, 1],
    num_global_key_value_heads: 2,
    rope_max_seq_len: 1024,
  },
};
/** Fields that choose, rather than count. */
const choices: Record<string, unknown> = {
  ...{ use_sliding_window: true, use_bidirectional_attention: true, is_causal: false, is_decoder: true },
  ...{ relative_attention: true, position_biased_input: true, alibi: true, rope_interleave: false },
  ...{ layer_types: ["full_attention", "sliding_attention"], no_rope_layers: [1, 0], attention_types: [] },
  ...{
    use_alibi: true,
    position_embedding_type: "rotary",
    rotary_emb_interleaved: true,
    torch_dtype: "bfloat16",
  },
};
const rule: Record<string, unknown> = {
  ...{
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
    rope_theta: 5e5,
  },
  ...{
    beta_fast: 32,
    beta_slow: 1,
    attention_factor: 1.2,
    mscale: 1,
    mscale_all_dim: 1,
    alpha: 1000,
    truncate: false,
  },
  ...{ short_factor: new Array(64).fill(1), long_factor: new Array(64).fill(2), mrope_section: [16, 24, 24] },
  ...{
    short_mscale: 1,
    long_mscale: 1.2,
    llama_4_scaling_beta: 0.1,
    partial_rotary_factor: 0.25,
    finetuned: true,
  },
};
const ruleTypes = [
  "linear",
  "dynamic",
  "yarn",
  "longrope",
  "llama3",
  "proportional",
  "mrope",
  "su",
  "default",
];
const parts = ["text_config", "vision_config", "audio_config", "encoder", "decoder", "thinker_config"];

/** Some fields of a list, as files have them or with a hostile value. */
function someOf(random: Random, fields: Record<string, unknown>, most: number): Record<string, unknown> {
  const names = random.list(random.below(most + 1), () => random.pick(Object.keys(fields)));
  return Object.fromEntries(
    names.map((name) => [name, random.chance(0.3) ? fields[name] : valueFor(random)]),
  );
}

const valueFor = (random: Random) => (random.chance(0.6) ? hostileNumber(random) : hostile(random));

function ruleFor(random: Random): unknown {
  if (random.chance(0.1)) return hostile(random);
  const type = random.chance(0.9) ? random.pick(ruleTypes) : hostile(random);
  return { [random.pick(["rope_type", "type"])]: type, ...someOf(random, rule, 5) };
}

function fieldsFor(random: Random, depth: number): Record<string, unknown> {
  const fields = { ...someOf(random, sizes, 4), ...(random.chance(0.5) ? someOf(random, choices, 2) : {}) };
  if (random.chance(0.3)) fields[random.pick(["rope_scaling", "rope_parameters"])] = ruleFor(random);
  if (random.chance(0.03))
    fields.rope_parameters = { full_attention: ruleFor(random), sliding_attention: ruleFor(random) };
  if (depth > 0 && random.chance(0.15))
    fields[random.pick(parts)] = { model_type: random.pick(types), ...fieldsFor(random, depth - 1) };
  return fields;
}

/** The types come in turn, so that a run of as many configs as there are types has all of them. */
export function configFor(random: Random, input: number): Record<string, unknown> {
  const type = types[input % types.length]!;
  const name = random.chance(0.95) ? "model_type" : random.pick(["_class_name", "architecture"]);
  return { [name]: type, ...fieldsFor(random, 2) };
}

/** The text of a config, or of a list, with Python's words for numbers that JSON lacks. */
export function jsonFor(random: Random, input: number): string {
  const value = random.chance(0.8)
    ? configFor(random, input)
    : random.list(random.below(6), () => random.list(random.below(4), () => hostileNumber(random)));
  const words = new Map<unknown, string>([
    [Number.NaN, "@NaN"],
    [Number.POSITIVE_INFINITY, "@Infinity"],
    [Number.NEGATIVE_INFINITY, "@-Infinity"],
  ]);
  const text = JSON.stringify(value, (_, item) => words.get(item) ?? item, random.pick([0, 2]));
  return text.replaceAll(/"@(-?\w+)"/g, "$1");
}

/** Configs with the position fields of published models, with small heads and few layers. */

interface Example {
  readonly name: string;
  readonly config: string;
}

const sizes = { num_hidden_layers: 1, head_dim: 64, hidden_size: 256, num_attention_heads: 4 };

const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 32768 };

const configs: Readonly<Record<string, object>> = {
  "Llama 3.1: the llama3 rule": {
    model_type: "llama",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 500000,
    rope_scaling: {
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    },
  },
  "Qwen3 with YaRN": {
    model_type: "qwen3",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 1000000,
    rope_scaling: yarn,
  },
  "Qwen3 with YaRN and betas of its own": {
    model_type: "qwen3",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 1000000,
    rope_scaling: { ...yarn, beta_fast: 16, beta_slow: 2 },
  },
  "Mistral with a window": {
    model_type: "mistral",
    ...sizes,
    max_position_embeddings: 32768,
    rope_theta: 10000,
    sliding_window: 256,
  },
  "GLM: half of the head, interleaved": {
    model_type: "glm",
    ...sizes,
    max_position_embeddings: 131072,
    rope_theta: 10000,
    partial_rotary_factor: 0.5,
  },
  "gpt-oss: windows, sinks, an unrounded ramp": {
    model_type: "gpt_oss",
    ...sizes,
    num_hidden_layers: 2,
    max_position_embeddings: 131072,
    rope_theta: 150000,
    sliding_window: 128,
    layer_types: ["sliding_attention", "full_attention"],
    rope_scaling: {
      rope_type: "yarn",
      factor: 32,
      original_max_position_embeddings: 4096,
      beta_fast: 32,
      beta_slow: 1,
      truncate: false,
    },
  },
  "SmolLM3: a layer without rotation": {
    model_type: "smollm3",
    ...sizes,
    num_hidden_layers: 4,
    max_position_embeddings: 65536,
    rope_theta: 5000000,
    no_rope_layers: [1, 1, 1, 0],
    no_rope_layer_interval: 4,
  },
};

export const EXAMPLES: readonly Example[] = Object.entries(configs).map(([name, config]) => ({
  name,
  config: JSON.stringify(config, undefined, 2),
}));

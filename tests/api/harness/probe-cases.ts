/** Probes of small configs, and what a right engine does with each. */
import { load } from "posenc/full";
import { makeProbe } from "posenc/probe";
import type { EngineLayer } from "./planted-engine.ts";

const pe = await load();

export const base = {
  num_hidden_layers: 1,
  head_dim: 32,
  hidden_size: 128,
  num_attention_heads: 4,
  max_position_embeddings: 4096,
};
export const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 128 };
const llama3 = {
  rope_type: "llama3",
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 256,
};

export const configs = {
  llama: { ...base, model_type: "llama", rope_theta: 10000 },
  linear: {
    ...base,
    model_type: "llama",
    rope_theta: 10000,
    rope_scaling: { rope_type: "linear", factor: 4 },
  },
  llama3: { ...base, model_type: "llama", rope_theta: 10000, rope_scaling: llama3 },
  yarn: { ...base, model_type: "qwen3", rope_theta: 10000, rope_scaling: yarn },
  mistral: { ...base, model_type: "mistral", rope_theta: 10000, sliding_window: 100 },
  qwen2: { ...base, model_type: "qwen2", rope_theta: 1000000 },
  smollm3: {
    ...base,
    model_type: "smollm3",
    rope_theta: 50000,
    num_hidden_layers: 2,
    no_rope_layers: [1, 0],
  },
};
export type Name = keyof typeof configs;

/** What a right engine does, by formulas of the kernels. */
export function rightLayers(name: Name): EngineLayer[] {
  const config = configs[name];
  const plain = { pairing: "halves", factor: 1, scale: 32 ** -0.5, window: null } as const;
  const spec = { method: "rope", headDim: 32, base: config.rope_theta, pairing: "halves" } as const;
  const scalings = {
    linear: { type: "linear", factor: 4 },
    llama3: { type: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalLength: 256 },
    yarn: { type: "yarn", factor: 4, originalLength: 128 },
  } as const;
  const scaling = scalings[name as "yarn"];
  const own = scaling === undefined ? spec : { ...spec, scaling };
  const frequencies = [...pe.frequencies(own)];
  const first = {
    ...plain,
    frequencies,
    factor: pe.attentionFactor(own),
    window: name === "mistral" ? 100 : null,
  };
  return name === "smollm3" ? [first, { ...plain, frequencies: [] }] : [first];
}

export const length = 384;
export const probes = Object.fromEntries(
  Object.entries(configs).map(([name, config]) => [name, makeProbe(config, { length })]),
) as Record<Name, ReturnType<typeof makeProbe>>;

/** The largest log-probabilities of an engine's answers, as servers give them. */
export const largest = ({ tokens, logprobs }: { tokens: number[]; logprobs: number[][] }, count: number) => ({
  tokens,
  logprobs: logprobs.map((row) =>
    Object.fromEntries([...row.entries()].sort(([, a], [, b]) => b - a).slice(0, count)),
  ),
});

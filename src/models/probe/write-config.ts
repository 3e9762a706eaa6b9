/** The config and the tokenizer of a probe. */
import type { Architecture } from "./architectures.ts";
import type { ProbePlan } from "./plan.ts";

/** Channels of the feed-forward part, whose weights are all 0. */
export const feedForwardWidth = 32;

/** The given config with the sizes of the probe. Its fields of positions stay as they are. */
export function configOf(plan: ProbePlan, heads: number, architecture: Architecture): object {
  const { config, headDim, vocab, layers } = plan;
  const own: Record<string, unknown> = { ...config };
  for (const name of ["layer_types", "no_rope_layers"])
    if (Array.isArray(own[name])) own[name] = own[name].slice(0, layers);
  const spare = vocab - 1;
  return {
    ...own,
    architectures: [`${architecture.name}ForCausalLM`],
    hidden_size: heads * headDim,
    num_attention_heads: heads,
    num_key_value_heads: heads,
    num_hidden_layers: layers,
    head_dim: headDim,
    intermediate_size: feedForwardWidth,
    vocab_size: vocab,
    tie_word_embeddings: architecture.gemma === true,
    attention_bias: false,
    bos_token_id: spare,
    eos_token_id: spare,
    pad_token_id: spare,
    hidden_act: "silu",
    rms_norm_eps: 1e-6,
    torch_dtype: "float32",
    ...architecture.neutral,
  };
}

/** A tokenizer whose tokens are their numbers: `<0>`, `<1>` … */
export const tokenizerOf = (vocab: number): object => ({
  version: "1.0",
  added_tokens: [],
  model: {
    type: "WordLevel",
    vocab: Object.fromEntries(Array.from({ length: vocab }, (_, token) => [`<${token}>`, token])),
    unk_token: `<${vocab - 1}>`,
  },
});

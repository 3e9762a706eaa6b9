/** Model types that a probe can be made for: what their checkpoints and classes have beside a rotation. */

/** How a model type's layers are built. */
export interface Architecture {
  /** The class is this with `ForCausalLM`. */
  readonly name: string;
  /** The norms of a layer. */
  readonly norms: readonly string[];
  /** The norm between the output of attention and the residual stream. */
  readonly afterAttention?: string;
  /** Queries and keys are normalised before the rotation: each head for itself, or all heads as one vector. */
  readonly queryKeyNorm?: "head" | "all";
  /** The projections that have a bias. */
  readonly biases?: readonly ("q" | "k" | "v" | "o")[];
  /** One matrix holds queries, keys and values. */
  readonly fusedAttention?: true;
  /** The feed-forward part: two matrices in one, or a mixture of experts. Default: three matrices. */
  readonly feedForward?: "fused" | "experts";
  /** Norms multiply by 1 + weight, embeddings by √hidden, and the embedding is also the unembedding. */
  readonly gemma?: true;
  /** Each head has a learned logit in the denominator of its softmax. */
  readonly sinks?: true;
  /** Fields that have nothing to do with positions. The probe sets them to values that change nothing. */
  readonly neutral?: Readonly<Record<string, unknown>>;
}

const before = ["input_layernorm", "post_attention_layernorm"];
const after = ["post_attention_layernorm", "post_feedforward_layernorm"];
const around = [...before, "pre_feedforward_layernorm", "post_feedforward_layernorm"];
const plain = (name: string): Architecture => ({ name, norms: before });

const gemma = { norms: around, afterAttention: "post_attention_layernorm", gemma: true } as const;
const olmo = { norms: after, afterAttention: "post_attention_layernorm", queryKeyNorm: "all" } as const;

export const architectures = {
  ernie4_5: { ...plain("Ernie4_5"), neutral: { use_bias: false } },
  exaone4: {
    name: "Exaone4",
    norms: after,
    afterAttention: "post_attention_layernorm",
    queryKeyNorm: "head",
  },
  gemma2: { name: "Gemma2", ...gemma, neutral: { final_logit_softcapping: 30 } },
  gemma3_text: { name: "Gemma3", ...gemma, queryKeyNorm: "head" },
  glm: { name: "Glm", norms: before, feedForward: "fused" },
  glm4: {
    name: "Glm4",
    norms: [...before, "post_self_attn_layernorm", "post_mlp_layernorm"],
    afterAttention: "post_self_attn_layernorm",
    feedForward: "fused",
  },
  gpt_oss: {
    name: "GptOss",
    norms: before,
    biases: ["q", "k", "v", "o"],
    feedForward: "experts",
    sinks: true,
    neutral: { num_local_experts: 2, num_experts_per_tok: 1, attention_bias: true },
  },
  granite: {
    ...plain("Granite"),
    neutral: { embedding_multiplier: 1, logits_scaling: 1, residual_multiplier: 1, mlp_bias: false },
  },
  llama: plain("Llama"),
  ministral3: plain("Ministral3"),
  mistral: plain("Mistral"),
  olmo2: { name: "Olmo2", ...olmo },
  olmo3: { name: "Olmo3", ...olmo },
  phi3: { name: "Phi3", norms: before, fusedAttention: true, feedForward: "fused" },
  qwen2: { ...plain("Qwen2"), biases: ["q", "k", "v"] },
  qwen3: { ...plain("Qwen3"), queryKeyNorm: "head" },
  seed_oss: plain("SeedOss"),
  smollm3: plain("SmolLM3"),
} as const satisfies Readonly<Record<string, Architecture>>;

/** The architecture of a model type. */
export const architectureOf = (type: unknown): Architecture | undefined =>
  typeof type === "string" && Object.hasOwn(architectures, type)
    ? architectures[type as keyof typeof architectures]
    : undefined;

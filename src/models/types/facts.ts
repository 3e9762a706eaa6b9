/** Facts about a model that its config states, and the names of their fields. */

/** The names of each fact in files, in order of precedence. */
export const fieldsOf = {
  hidden: ["hidden_size", "n_embd", "d_model", "dim", "embed_dim", "model_dim"],
  heads: ["num_attention_heads", "n_head", "n_heads", "num_heads"],
  keyHeads: ["num_key_value_heads", "num_kv_heads", "n_kv_heads", "n_head_kv", "multi_query_group_num"],
  head: ["head_dim", "kv_channels", "attention_head_dim"],
  layers: ["num_hidden_layers", "n_layer", "n_layers", "num_layers", "depth"],
  length: ["max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "max_seq_len"],
  theta: ["rope_theta", "rotary_emb_base", "rope_base", "rotary_embedding_base", "rotary_base"],
  partial: [
    "partial_rotary_factor",
    "rotary_pct",
    "rotary_emb_fraction",
    "rope_pct",
    "rope_percent",
    "rotary_percent",
  ],
  rotary: ["rotary_dim", "rope_dim", "rotary_emb_dim", "attn_rotary_emb"],
  rope: ["qk_rope_head_dim"],
  nope: ["qk_nope_head_dim"],
  window: ["sliding_window", "sliding_window_size", "attention_window_size", "attention_chunk_size"],
  softcap: ["attn_logit_softcapping", "attn_logit_softcap"],
} as const;

export type Fact = keyof typeof fieldsOf;

/** A part of a model's config, as its class sees it. */
export interface Config {
  /** The value in the file; undefined if it is left out or null. */
  said(field: string): unknown;
  /** The value in the file, or else the class's default. */
  get(field: string): unknown;
  /** The value of a field in an object of the file. */
  inside(object: string, field: string): unknown;
  /** The value of a fact in the file, or else the class's default. */
  value(fact: Fact): unknown;
  /** Whether the class has a field of this name. */
  has(field: string): boolean;
  /** Whether the file has null for one of the fact's fields. */
  isNull(fact: Fact): boolean;
}

/** A rule of a class, and the fields of the config that it reads. */
export interface Rule<Of> {
  readonly reads: readonly string[];
  readonly of: Of;
}

/** The largest number of heads, channels or layers in a file: beyond any model, and a work that ends. */
export const mostCounted = 65_536;
/** The largest number of tokens; beyond it not every whole number has a float64. */
const mostTokens = 2 ** 53;

/** Facts that count something, with the largest number of each. */
export const mostOf: Partial<Record<Fact, number>> = {
  hidden: mostCounted,
  heads: mostCounted,
  keyHeads: mostCounted,
  head: mostCounted,
  layers: mostCounted,
  rotary: mostCounted,
  rope: mostCounted,
  nope: mostCounted,
  length: mostTokens,
  window: mostTokens,
};

export const isWhole = (value: unknown, to: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= to;

/** Whether a value from a file is a number of heads, channels or layers. */
export const isCount = (value: unknown): value is number => isWhole(value, mostCounted);
/** Whether a value from a file is a number of tokens. */
export const isLength = (value: unknown): value is number => isWhole(value, mostTokens);

/** A value from a file as a number; NaN for what cannot always become one. */
export const numberOf = (value: unknown): number =>
  ["object", "symbol"].includes(typeof value) ? Number.NaN : Number(value);

export const positive = (value: unknown): number | undefined =>
  typeof value === "number" && value > 0 && Number.isFinite(value) ? value : undefined;

/** The number in the file, or else the class's default, if it is above 0. */
export const positiveIn = (config: Config, field: string): number | undefined =>
  positive(config.said(field)) ?? positive(config.get(field));

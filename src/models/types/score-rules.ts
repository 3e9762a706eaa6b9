/** Rules for the scores of a layer: windows, factors of scores and of queries. */
import { logarithm } from "../../api/rotary/elementary.ts";
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { type Config, isCount, isLength, positive, positiveIn, type Rule } from "./facts.ts";

/**
 * Whether a query sees no key after itself. `prefix`: tokens of the prefix, which are an image or the prompt, see all of it, and
 * tokens after it see no key after themselves. `images`: tokens of an image see each other, and otherwise no key after themselves.
 */
export type Causality = boolean | "prefix" | "images";

/** The keys that a query sees, apart from a causal mask. */
export type LayerWindow =
  /** Keys up to these numbers of tokens before and after the query. With `prompt`, a query sees the whole prompt besides. */
  | { readonly before: number; readonly after: number; readonly prompt?: true }
  /**
   * Keys of the query's own chunk, and of `chunksBefore` chunks before it (default 0). Chunks begin at the multiples of `chunk` plus
   * `shift` (default 0).
   */
  | { readonly chunk: number; readonly chunksBefore?: number; readonly shift?: number }
  /**
   * Patches of the query's own square of `square` × `square` patches. Squares begin at the multiples of `square` plus `shift`,
   * in rows and in columns; the image's edges cut them. Most classes leave the shift out where the image is not larger than a square.
   */
  | { readonly square: number; readonly shift: number };

/** Gives the window of the layers of a kind; null if they have none. */
export type WindowRule = Rule<(config: Config, kind: string) => LayerWindow | "unknown" | null>;

/** Kinds of layers with a window, in models with several kinds. */
const windowed = /sliding|chunked|local|window/;

function slidingWindow(config: Config, kind: string): LayerWindow | null {
  if (config.isNull("window") || (kind !== "all" && !windowed.test(kind))) return null;
  const width = config.value("window");
  if (!isLength(width)) return null;
  return kind.startsWith("chunked") ? { chunk: width } : { before: width - 1, after: 0 };
}

/** The number in the file includes the query itself. */
export const sliding: WindowRule = { reads: [], of: slidingWindow };

/** Answers slide, and see the whole prompt besides. */
export const slidingAfterPrompt: WindowRule = {
  reads: [],
  of(config, kind) {
    const window = slidingWindow(config, kind);
    return window !== null && "before" in window ? { ...window, prompt: true } : window;
  },
};

function widthIn(config: Config): number | undefined {
  const width = config.isNull("window") ? undefined : config.value("window");
  return isLength(width) ? width : undefined;
}

/** The number in the file on each side of the query. */
export const onBothSides: WindowRule = {
  reads: [],
  of(config, kind) {
    const width = widthIn(config);
    const has = kind === "all" || windowed.test(kind);
    return width === undefined || !has ? null : { before: width, after: width };
  },
};

/** The window lies around the query; an even width has one more key after it. */
export const around: WindowRule = {
  reads: [],
  of(config, kind) {
    const width = widthIn(config);
    if (width === undefined || !windowed.test(kind)) return null;
    return { before: Math.floor((width + 1) / 2) - 1, after: Math.floor(width / 2) };
  },
};

/** Chunks of the tokens that a stream looks ahead, and one more; before them the whole chunks that fit into the window. */
export const lookingAhead: WindowRule = {
  reads: ["default_num_lookahead_tokens"],
  of(config) {
    const [width, ahead] = [widthIn(config), config.get("default_num_lookahead_tokens")];
    if (width === undefined || !(ahead === 0 || isLength(ahead))) return null;
    const chunk = ahead + 1;
    const chunksBefore = Math.floor((width - 1) / chunk);
    return chunksBefore === 0 ? { chunk } : { chunk, chunksBefore };
  },
};

/** All layers have the window, whatever their kind. */
export const everywhere: WindowRule = {
  reads: [],
  of(config) {
    const width = widthIn(config);
    return width === undefined ? null : { before: width - 1, after: 0 };
  },
};

/** A window that the file must switch on with `use_sliding_window`. */
export const switched: WindowRule = {
  reads: ["use_sliding_window"],
  of: (config, kind) =>
    [undefined, false].includes(config.said("use_sliding_window") as boolean)
      ? null
      : slidingWindow(config, kind),
};

/** `sliding_window`, or else half of `local_attention`, on each side. */
export const localAttention: WindowRule = {
  reads: ["local_attention", "sliding_window"],
  of(config, kind) {
    const half = halfOf(config);
    return windowed.test(kind) && half > 0 ? { before: half, after: half } : null;
  },
};

function halfOf(config: Config): number {
  const own = config.said("sliding_window");
  const half = Math.floor((positiveIn(config, "local_attention") ?? 0) / 2);
  return isLength(own) ? own : isLength(half) ? half : 0;
}

/** BigBird's encoder: blocks of keys, some of them at random, which have no form here. Decoders, and files that say so, see all. */
export const sparseBlocks: WindowRule = {
  reads: ["attention_type", "block_size", "num_random_blocks"],
  of(config, kind) {
    const isFull = config.said("attention_type") === "original_full" || config.get("is_decoder") === true;
    return isFull || kind === "decoder" ? null : "unknown";
  },
};

/** The same before the query, which is included. */
export const localBefore: WindowRule = {
  reads: localAttention.reads,
  of(config, kind) {
    const half = halfOf(config);
    return windowed.test(kind) && half > 0 ? { before: half - 1, after: 0 } : null;
  },
};

/** What a rule for the scale of scores may use beside the config. */
export interface OfScores {
  /** Channels of a head. */
  readonly width: number;
  /** A number in the rule of the layer's rotation, if it is above 0. */
  inRule(field: string): number | undefined;
}

/** The factor of scores before the softmax: `learned` if weights are among its factors, null if it is not known. */
export type Scale = number | "learned" | null;

/** Gives the factor of scores before the softmax. `of` has no width if that is not known. */
export type ScaleRule = Rule<(config: Config, of: OfScores | undefined) => Scale>;

const byWidth = (of: OfScores | undefined): number | null =>
  of === undefined ? null : 1 / Math.sqrt(of.width);

/** 1/√headDim, as in most classes. */
export const widthScale: ScaleRule = { reads: [], of: (_, of) => byWidth(of) };

/** 1/headDim. */
export const perChannel: ScaleRule = { reads: [], of: (_, of) => (of === undefined ? null : 1 / of.width) };

/** A multiple of 1/headDim, unless the file switches it off. */
export const mupScale: ScaleRule = {
  reads: ["mup_use_scaling", "mup_attn_multiplier"],
  of(config, of) {
    if (config.said("mup_use_scaling") === false) return byWidth(of);
    const times = config.get("mup_attn_multiplier") ?? 1;
    return of === undefined || typeof times !== "number" ? null : times / of.width;
  },
};

/** Scores are not scaled. */
export const unscaled: ScaleRule = { reads: [], of: () => 1 };

/** Queries and keys of a fixed or bounded length are multiplied by learned numbers. */
export const learnedScale: ScaleRule = { reads: [], of: () => "learned" };

/** The class's scale was not looked up. */
export const unknownScale: ScaleRule = { reads: [], of: () => null };

/** The field has the factor. */
export const multiplier = (field: string): ScaleRule => ({
  reads: [field],
  of: (config, of) => positiveIn(config, field) ?? byWidth(of),
});

/** The field in an object has the factor. */
export const multiplierIn = (object: string, field: string): ScaleRule => ({
  reads: [object],
  of: (config, of) => positive(config.inside(object, field)) ?? byWidth(of),
});

/** A factor of the fields on queries or keys of length 1, beside 1/√headDim. */
export const timesField = (field: string): ScaleRule => ({
  reads: [field],
  of: (config, of) => (of === undefined ? null : (positiveIn(config, field) ?? 1) / Math.sqrt(of.width)),
});

/** 1/√query_pre_attn_scalar. */
export const queryScalar: ScaleRule = {
  reads: ["query_pre_attn_scalar"],
  of: (config, of) =>
    of === undefined ? null : 1 / Math.sqrt(positiveIn(config, "query_pre_attn_scalar") ?? of.width),
};

/** 1/√(headDim / 2). */
export const halfWidthScale: ScaleRule = {
  reads: [],
  of: (_, of) => (of === undefined ? null : 1 / Math.sqrt(of.width / 2)),
};

/** 1/√(headDim · terms): DeBERTa adds a term to the scores for each type of `pos_att_type`. */
export const perTerm: ScaleRule = {
  reads: ["pos_att_type"],
  of(config, of) {
    if (of === undefined) return null;
    const types = config.get("pos_att_type") ?? [];
    if (typeof types !== "string" && !Array.isArray(types)) return null;
    const terms = 1 + ["c2p", "p2c"].filter((type) => types.includes(type)).length;
    return 1 / Math.sqrt(terms * of.width);
  },
};

/** (0.1 · mscale_all_dim · ln factor + 1)² of YaRN with latent attention: DeepSeek-V2, arXiv 2405.04434. */
export const yarnScale: ScaleRule = {
  reads: [],
  of(_, of) {
    if (of === undefined) return null;
    const [mscale, factor] = [of.inRule("mscale_all_dim"), of.inRule("factor")];
    const grown = mscale !== undefined && factor !== undefined && factor > 1;
    const magnitude = grown ? 0.1 * mscale * logarithm(factor) + 1 : 1;
    return (magnitude * magnitude) / Math.sqrt(of.width);
  },
};

/** YaRN's, times the factor of LongCat's queries: √(hidden_size / q_lora_rank). */
export const longcatScale: ScaleRule = {
  reads: ["hidden_size", "q_lora_rank", "mla_scale_q_lora"],
  of(config, of) {
    const scale = yarnScale.of(config, of);
    if (config.said("mla_scale_q_lora") === false) return scale;
    const [hidden, rank] = [config.get("hidden_size"), config.get("q_lora_rank")];
    return typeof scale === "number" && isCount(hidden) && isCount(rank)
      ? scale * Math.sqrt(hidden / rank)
      : null;
  },
};

/** Gives the factor of queries by position; null if there is none. */
export type QueryRule = Rule<
  (
    config: Config,
    rotates: boolean,
    inRule: OfScores["inRule"],
    kind: string,
  ) => QueryScale | "learned" | "unknown" | null
>;

/** Inkling's: queries of layers without a window, beyond a number of tokens. */
export const queriesBeyond: QueryRule = {
  reads: ["log_scaling_n_floor", "log_scaling_alpha"],
  of(config, _rotates, _inRule, kind) {
    const [length, beta] = [config.get("log_scaling_n_floor"), positive(config.get("log_scaling_alpha"))];
    if (!isLength(length) || beta === undefined || windowed.test(kind)) return null;
    return { type: "log-ratio", beta, length, shift: 1 };
  },
};

/** Beam's: queries of layers that do not rotate. */
export const powerOfPosition: QueryRule = {
  reads: [],
  of: (_, rotates) => (rotates ? null : { type: "power", exponent: 0.1, length: 2048, shift: 1 }),
};

/** A learned function of the position for each head, on all queries. */
export const learnedQueries: QueryRule = { reads: [], of: () => "learned" };

/** Ministral's: all queries, by fields of the rule. */
export const queriesByRule: QueryRule = {
  reads: [],
  of(_, _rotates, inRule) {
    const [beta, length] = [inRule("llama_4_scaling_beta"), inRule("original_max_position_embeddings")];
    return beta === undefined || !isLength(length) ? null : { beta, length, shift: 0 };
  },
};

/** Llama 4's: queries of layers that do not rotate. */
export const queriesUnrotated: QueryRule = {
  reads: ["attn_temperature_tuning", "floor_scale", "attn_scale"],
  of(config, rotates) {
    const [length, beta] = [config.get("floor_scale"), positive(config.get("attn_scale"))];
    if (rotates || !isLength(length) || beta === undefined) return null;
    return (config.said("attn_temperature_tuning") ?? true) ? { beta, length, shift: 1 } : null;
  },
};

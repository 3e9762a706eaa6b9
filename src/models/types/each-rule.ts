/** What a class does otherwise in single layers. */
import { type Config, isCount, isLength, numberOf, type Rule } from "./facts.ts";
import type { Causality, LayerWindow, Scale, WindowRule } from "./score-rules.ts";

/** A layer in its stack, with what the reader makes of it before the row's own rule. */
export interface OfLayer {
  readonly kind: string;
  readonly index: number;
  readonly count: number;
}

/** What a class does otherwise in a layer. */
export interface LayerFacts {
  readonly attention: { readonly self: boolean | null; readonly cross: boolean | null };
  readonly heads: number | null;
  readonly keyHeads: number | null;
  readonly headDim: number | null;
  readonly valueDim: number | null;
  readonly causal: Causality | null;
  readonly window: LayerWindow | "unknown" | null;
  readonly softmaxScale: Scale;
  readonly softcap: number | "unknown" | null;
  readonly sinks: boolean | null;
}

/** What a row may say of a layer. */
type OwnFacts = Partial<LayerFacts> & { readonly bias?: "unknown" | null; readonly indexer?: "unknown" };

/** Gives the facts of a layer that differ from what the reader makes of the other facts of the row. */
export type EachRule = Rule<(config: Config, layer: OfLayer, made: LayerFacts) => OwnFacts>;

/** Half of `attention_window` on each side: a number, or one for each layer. Decoders have none. */
export const attentionWindow: EachRule = {
  reads: ["attention_window"],
  of(config, { kind, index }) {
    if (kind === "decoder") return {};
    const said = config.get("attention_window");
    const width = Array.isArray(said) ? said[index] : said;
    const half = typeof width === "number" ? width / 2 : 0;
    return { window: isLength(half) ? { before: half, after: half } : "unknown" };
  },
};

/** Chunks of `block_size` tokens in an encoder. Those of every other layer begin in the middle of the chunks before. */
export const staggeredChunks: EachRule = {
  reads: ["block_size", "stagger_local_blocks"],
  of(config, { kind, index }) {
    if (kind === "decoder") return {};
    const size = config.get("block_size");
    if (!isLength(size) || size % 2 !== 0) return { window: "unknown" };
    const isStaggered = index % 2 === 1 && (config.said("stagger_local_blocks") ?? true) === true;
    return { window: { chunk: size, ...(isStaggered ? { shift: size / 2 } : {}) } };
  },
};

/** Chunks, whose tokens follow from fields. */
export const chunksOf = (
  reads: readonly string[],
  of: (fields: readonly number[]) => number | undefined,
): WindowRule => ({
  reads,
  of(config) {
    const chunk = of(reads.map((field) => numberOf(config.get(field))));
    return isLength(chunk) ? { chunk } : "unknown";
  },
});

/** Layers whose numbers are multiples of the field attend to another stack, too. */
export const crossEvery = (field: string): EachRule => ({
  reads: [field],
  of(config, { index }) {
    const every = config.get(field);
    return { attention: { self: true, cross: isCount(every) ? index % every === 0 : null } };
  },
});

const bothWays = "use_bidirectional_attention";

/** Attends both ways if the file has the value. Half of the window then lies on each side of the query, and `more` keys. */
export const bothWaysIf = (value: true | "all", more: 0 | 1): EachRule => ({
  reads: [bothWays],
  of(config, _, { window }) {
    const said = config.get(bothWays) ?? false;
    if (said === false) return {};
    if (said === "vision" && value === "all") return { causal: "images" };
    if (said !== value) return { causal: null, window: window && "unknown" };
    if (window === null || window === "unknown" || !("before" in window)) return { causal: false };
    const half = Math.floor((window.before + 1) / 2) + more;
    return { causal: false, window: { before: half, after: half } };
  },
});

/**
 * A class that reads the field in its layers, not in its mask: programs differ, since a mask keeps the text causal (transformers
 * 5.23 with eager attention), and without one tokens attend both ways (the same with `sdpa`). In a class with a prefix, such as
 * PaliGemma, the field is for the prefix.
 */
export const bothWaysWithoutMask: EachRule = {
  reads: [bothWays],
  of: (config, _, { causal }) => (causal === true && config.get(bothWays) === true ? { causal: null } : {}),
};

/** Two rules, of which the second counts where they differ. */
export const each = (one: EachRule, other: EachRule): EachRule => ({
  reads: [...one.reads, ...other.reads],
  of: (...layer) => ({ ...one.of(...layer), ...other.of(...layer) }),
});

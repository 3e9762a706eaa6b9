/** The indexer of sparse attention: small heads of their own, whose scores choose the keys that a query sees. */
import type { Pairing } from "../../api/rotary/pairing.ts";
import { type Config, isCount, mostCounted, type Rule } from "./facts.ts";

/** Says of each of `count` layers whether it takes the keys that the last indexer before it chose. */
export type SharedRule = Rule<(config: Config, count: number) => readonly boolean[]>;

/** What a class does in its indexer. The indexer has the base and the scaling of the layer's rotation. */
export interface IndexerRow {
  /** Which channels form a pair; null if the indexer does not rotate. */
  readonly pairing: Pairing | null;
  /** The last channels of its heads rotate. Default: the first ones. */
  readonly last?: true;
  /** The kind of layers that have an indexer. Default: all layers with attention. */
  readonly kind?: string;
  /** The field with the number of choices. Default: `index_topk`. */
  readonly topK?: string;
  /** The number of tokens in each choice, or its field. Default: 1. */
  readonly block?: string | number;
  /** The field with the number of choices counts tokens, not choices. */
  readonly inTokens?: true;
  readonly shared?: SharedRule;
  /** A field that changes all this if it is an object or false, and is not read. */
  readonly refuses?: string;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Hunyuan 4's layers: `indexer_types`, else the first layer and every fourth from the second on choose for themselves. */
export const sharedByFours: SharedRule = {
  reads: ["indexer_types"],
  of(config, count) {
    const words = config.said("indexer_types");
    if (isList(words)) return words.slice(0, count).map((word) => word === "shared");
    return Array.from({ length: count }, (_, layer) => layer > 0 && (layer - 1) % 4 !== 0);
  },
};

/** GLM-5's layers: `indexer_types`, else `index_topk_pattern` such as FSSF, else every nth from an offset on. */
export const sharedByTypes: SharedRule = {
  reads: ["indexer_types", "index_topk_pattern", "index_topk_freq", "index_skip_topk_offset"],
  of(config, count) {
    const pattern = config.said("indexer_types") ?? config.said("index_topk_pattern");
    const words = typeof pattern === "string" ? [...pattern.slice(0, mostCounted)] : pattern;
    if (isList(words)) return words.slice(0, count).map((word) => word === "shared" || word === "S");
    const [every, offset] = [config.said("index_topk_freq"), config.said("index_skip_topk_offset")];
    const n = isCount(every) ? every : 1;
    const from = typeof offset === "number" ? offset : 2;
    return Array.from({ length: count }, (_, layer) => Math.max(layer - from + 1, 0) % n !== 0);
  },
};

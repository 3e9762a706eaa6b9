/** The indexer of a layer with sparse attention. */
import type { IndexerRow } from "../types/indexer-rules.ts";
import type { Layer } from "./layers.ts";
import type { Part } from "./part.ts";
import type { ConfigLayer } from "./spec.ts";

/**
 * The indexer of a layer: small heads of their own, with one key head, whose scores choose the keys that a query sees. Its keys
 * are cached beside the keys of the layer. They rotate by positions, too.
 */
export interface LayerIndexer {
  /** Number of heads of its queries; null if it is not known. */
  readonly heads: number | null;
  /** Channels of a head, those that do not rotate included; null if it is not known. */
  readonly headDim: number | null;
  /** The rotation of its queries and keys; null if they are not rotated, `"unknown"` if it is not known. */
  readonly rotary: ConfigLayer | "unknown" | null;
  /** Number of choices for each query; null if it is not known. A query with no more keys before it sees them all. */
  readonly topK: number | null;
  /** Number of tokens in each choice; null if it is not known. */
  readonly blockSize: number | null;
}

/** Fields of an indexer. */
const fields = /^index_(n_heads|head_dim|topk|block|local|kpool|skip)|^indexer_|^sparse_attention_config$/;

/** Which layers take the choice of the last indexer before them. */
export const sharedLayers = (part: Part, count: number): readonly boolean[] =>
  part.row?.indexer?.shared?.of(part, count) ?? [];

/**
 * @param spec The rotation of the layer; undefined if it is not known, null if the layer does not rotate.
 * @returns null if the layer has no indexer; `"shared"` if it takes the choice of the last one before it.
 */
export function indexerOf(
  part: Part,
  { kind }: Layer,
  isShared: boolean,
  spec: ConfigLayer | undefined | null,
): LayerIndexer | "shared" | "unknown" | null {
  const row = part.row?.indexer;
  if (row === undefined) return part.file.names(fields).length > 0 ? "unknown" : null;
  if (isRefused(part, row)) return "unknown";
  if (row.kind !== undefined && row.kind !== kind) return null;
  if (isShared) return "shared";
  const headDim = countIn(part, "index_head_dim");
  const blockSize = typeof row.block === "string" ? countIn(part, row.block) : (row.block ?? 1);
  return Object.freeze({
    heads: countIn(part, "index_n_heads"),
    headDim,
    rotary: row.pairing === null || spec === null ? null : rotaryOf(part, row, spec, headDim),
    topK: choicesIn(part, row, blockSize),
    blockSize,
  });
}

function countIn(part: Part, field: string): number | null {
  const value = part.get(field);
  return value !== undefined && part.counts(value, part.file.pathOf(field)) ? value : null;
}

const isRefused = (part: Part, { refuses }: IndexerRow): boolean =>
  refuses !== undefined && (part.file.object(refuses) !== undefined || part.said(refuses) === false);

/** The number of choices for each query. A class that counts their tokens refuses a number that leaves a choice incomplete. */
function choicesIn(part: Part, { topK = "index_topk", inTokens }: IndexerRow, blockSize: number | null) {
  const count = countIn(part, topK);
  if (!inTokens || count === null) return count;
  if (blockSize === null) return null;
  if (count % blockSize === 0) return count / blockSize;
  const path = part.file.pathOf(topK);
  part.misses(path, `${path} is ${count}, and the tokens are chosen ${blockSize} at a time`);
  return null;
}

/** The rotation of the layer, on the channels of the indexer's heads. */
function rotaryOf(
  part: Part,
  { pairing, last }: IndexerRow,
  spec: ConfigLayer | undefined,
  headDim: number | null,
): ConfigLayer | "unknown" {
  const said = part.said("indexer_rope_interleave");
  if (typeof said === "boolean" && said !== (pairing === "interleaved")) {
    const path = part.file.pathOf("indexer_rope_interleave");
    part.misses(
      path,
      `${path} is ${said}, and the class of ${part.type} rotates its indexer in ${pairing} pairs`,
    );
    return "unknown";
  }
  if (spec === undefined || headDim === null) return "unknown";
  if (spec.rotaryDim > headDim) {
    const path = part.file.pathOf("index_head_dim");
    part.misses(path, `${path} is ${headDim}, and ${spec.rotaryDim} channels rotate`);
    return "unknown";
  }
  const rotaryOffset = last ? headDim - spec.rotaryDim : 0;
  return Object.freeze({ ...spec, headDim, rotaryOffset, pairing });
}

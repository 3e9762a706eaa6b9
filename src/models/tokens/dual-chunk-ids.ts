/** The positions of dual chunk attention, which keeps all distances below the trained length. */
import { checkNames, checkNumber, readFields } from "../../api/arguments/check.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { countRule } from "../../api/arguments/sizes.ts";
import { checkCount } from "./blocks.ts";

/** The tokens, and `dual_chunk_attention_config` of a config.json. */
export interface DualChunkIdsOptions {
  /** Number of tokens, 0 or more. */
  length: number;
  /** The largest distance, `chunk_size`: less than the trained length. From 2 to 2^31. */
  chunk: number;
  /** Distances up to this stay as they are across chunks, `local_size`: from 0 to `chunk` − 1. Chunks have chunk − local tokens. */
  local: number;
  /** Position of the first token: with a cache of keys, the number of tokens in it. Default 0. */
  start?: number | undefined;
}

/** Positions for the option of that name of `rotate`: keys have one each, and queries one for each of three kinds of scores. */
export interface DualChunkIds {
  /** The chunk of each token. */
  chunks: Float64Array<ArrayBuffer>;
  /** Of keys. */
  keys: Float64Array<ArrayBuffer>;
  /** Of queries, for keys of their own chunk. */
  intra: Float64Array<ArrayBuffer>;
  /** Of queries, for keys of the chunk before. */
  successive: Float64Array<ArrayBuffer>;
  /** Of queries, for keys of all earlier chunks. */
  inter: Float64Array<ArrayBuffer>;
}

const names = ["length", "chunk", "local", "start"] as const;
const chunkRule = { from: 2, to: 2 ** 31, integer: true };
const startRule = { from: 0, to: 2 ** 53 - 2 ** 27, integer: true, default: 0 };
/** Lists of the result. */
const lists = 5;

/**
 * The positions of keys and queries in dual chunk attention, with which Qwen2.5 reads a million tokens.
 *
 * With c = chunk − local and i = t mod c, a key at t has the position i; a query has i for keys of its own chunk, min(i + c,
 * chunk) for those of the chunk before, and min(2c − 1, chunk) for all others. Rotate the queries by each, and take the score
 * of each pair from the rotation that its chunks call for. Source: An et al. 2024, arXiv 2402.17463; vLLM, dual_chunk_rope.py.
 *
 * @param options The tokens and the sizes of chunks.
 * @returns New arrays with a number for each token.
 * @throws TypeError for an option that is missing, unknown or of another type; RangeError for a number out of range, and for
 * more than 2^27 numbers.
 * @example
 * const ids = dualChunkIds({ length: 7, chunk: 4, local: 1 }); // chunks of 3 tokens
 * ids.keys; // Float64Array [0, 1, 2, 0, 1, 2, 0]
 * ids.successive; // Float64Array [3, 4, 4, 3, 4, 4, 3]
 * ids.inter; // Float64Array [4, 4, 4, 4, 4, 4, 4]
 */
export function dualChunkIds(options: DualChunkIdsOptions): DualChunkIds {
  const fields = readFields("options", options);
  checkNames("options", fields, names);
  const length = checkNumber("length", fields.get("length"), countRule);
  const chunk = checkNumber("chunk", fields.get("chunk"), chunkRule);
  const local = checkNumber("local", fields.get("local"), countRule);
  const start = checkNumber("start", fields.get("start"), startRule);
  if (local >= chunk) {
    const text = `local must be less than chunk, ${chunk}; got ${local}`;
    throw rangeError(text, { code: "range", param: "local", value: local });
  }
  checkCount("length", length, lists);
  const tokens = chunk - local;
  const listOf = (at: (t: number) => number) => {
    const list = new Float64Array(length);
    for (let t = 0; t < length; t++) list[t] = at(start + t);
    return list;
  };
  return {
    chunks: listOf((t) => Math.floor(t / tokens)),
    keys: listOf((t) => t % tokens),
    intra: listOf((t) => t % tokens),
    successive: listOf((t) => Math.min((t % tokens) + tokens, chunk)),
    inter: listOf(() => Math.min(2 * tokens - 1, chunk)),
  };
}

/** Where positions begin, how a later call continues them, and what padding gets. */

import { checkNumber, readFields, type Unchecked } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { rangeError, typeError } from "../../api/arguments/errors.ts";
import { checkList, type Numbers } from "../../api/arguments/numbers.ts";
import { countRule } from "../../api/arguments/sizes.ts";
import { checkCount } from "./blocks.ts";

/** Where positions begin. */
export interface Continued {
  /** Position of the first token: with a cache of keys, the number of tokens in it; 2 in RoBERTa and OPT. Default 0. */
  start?: number | undefined;
  /** The result of a call for the tokens before these, in place of `start`: both together give what one call gives. */
  after?: Pick<TokenIds, "count" | "next"> | undefined;
}

/** Padding, on any side. */
export interface Padded {
  /** For each token, 1, or 0 if it is padding: `attention_mask`. The others have positions as if padding were not there. */
  mask?: Numbers | undefined;
  /** The position of padding. Default 0; it was 1 in transformers before version 5, and is so in RoBERTa. */
  padPosition?: number | undefined;
}

/** The numbers that later tokens need. */
export interface TokenIds {
  /** The number of tokens without padding, those of `after` included. */
  count: number;
  /** The position of the next token of text: one more than the largest so far. */
  next: number;
  /** next − count, `rope_deltas` of transformers: later tokens of text have this more than the number of tokens before them. */
  delta: number;
}

/** Beyond 2^53 not every integer is a double. */
const farthest = 2 ** 53;
const startRule = { from: -farthest, to: farthest, integer: true, default: 0 };

/** Throws if the position after the last token is not exact. */
export function checkNext(next: number, { start, after }: Unchecked<"start" | "after">): void {
  if (next <= farthest) return;
  const [param, value] = after === undefined ? ["start", start] : ["after", after];
  const text = `${param} must leave the positions below 2^53; they would end at ${next}`;
  throw rangeError(text, { code: "range", param: `${param}`, value });
}

/** The first position, and the number of tokens before it. */
export function checkStart({ start, after }: Unchecked<"start" | "after">): {
  start: number;
  before: number;
} {
  if (after === undefined) return { start: checkNumber("start", start, startRule), before: 0 };
  if (start !== undefined) {
    const text = "start and after exclude each other; leave start out";
    throw typeError(text, { code: "conflict", param: "start", value: start });
  }
  const read = readFields("after", after);
  const { default: _, ...required } = startRule;
  return {
    start: checkNumber("after.next", read.get("next"), required),
    before: checkNumber("after.count", read.get("count"), countRule),
  };
}

/**
 * Positions of tokens, and of padding where the mask has 0.
 * Source: huggingface/transformers, generation/utils.py, _prepare_position_ids_for_generation, and models/qwen2_vl/modeling_qwen2_vl.py,
 * get_rope_index, both at decba1d2ea4ed3cbf0495d1828abad4b2dba1846 of the fork zucchini-nlp/transformers.
 *
 * @param count The number of tokens without padding, if it is known without the mask.
 * @param make The lists of all axes, for that number of tokens.
 */
export function padded(
  { mask, padPosition }: Unchecked<"mask" | "padPosition">,
  axes: number,
  count: number | undefined,
  make: (used: number) => Float64Array<ArrayBuffer>[],
): { lists: Float64Array<ArrayBuffer>[]; used: number } {
  const pad = checkNumber("padPosition", padPosition, startRule);
  if (mask === undefined) {
    const used = count ?? 0;
    return { lists: make(used), used };
  }
  const list = checkList("mask", mask);
  checkCount("mask", list.count, axes);
  const marks = list.read({ from: 0, to: 1, integer: true, expected: "0 or 1" });
  const used = marks.reduce((sum, mark) => sum + mark, 0);
  if (count !== undefined && count !== used) {
    const text = `mask must have a 1 for each of the ${counted(count, "token")} of segments; got ${used}`;
    throw rangeError(text, { code: "length", param: "mask", value: used });
  }
  const lists = make(used).map((positions) => {
    let token = 0;
    return marks.map((mark) => (mark === 1 ? positions[token++]! : pad));
  });
  return { lists, used };
}

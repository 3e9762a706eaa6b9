/** The queries and keys of a call. */

import type { ScoreBlock } from "../../bindings/full/bias.ts";
import { checkNumber, type NumberRule, type Unchecked } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { checkOffset } from "../arguments/offset.ts";
import { countRule } from "../arguments/sizes.ts";
import { rowFrom, rowsOfPart } from "../module/parts.ts";
import { bySheets } from "../module/sheets.ts";

export const blockNames = ["queries", "keys", "offset", "align"] as const;

export type { ScoreBlock };

/** Beyond 2^53 not every integer is a double. */
const farthest = 2 ** 53;
const offsetRule: NumberRule = { from: -farthest, to: farthest, integer: true, default: 0 };

/** Without `keys`, the last query is at the last key, and both values of `align` mean the same. */
export function checkBlock(given: Unchecked<(typeof blockNames)[number] | "causal">): ScoreBlock {
  const queries = checkNumber("queries", given.queries, countRule);
  const keys = given.keys === undefined ? undefined : checkNumber("keys", given.keys, countRule);
  const placed = given.causal === true ? "causal" : undefined;
  const offset = checkOffset(given, { queries, keys: keys ?? queries }, offsetRule, placed);
  return checkPositions({ queries, keys: keys ?? Math.max(0, queries + offset), offset });
}

/** Every position, and every difference of two, must be an integer that a double holds. */
function checkPositions(block: ScoreBlock): ScoreBlock {
  const { queries, keys, offset } = block;
  if (Math.abs(offset) <= farthest - queries - keys) return block; // a sum could be rounded to 2^53
  const text = `offset, queries and keys together must be at most ${farthest}; got ${offset}, ${queries} and ${keys}`;
  throw rangeError(text, { code: "range", param: "offset", value: offset });
}

/** Whether the block is empty. */
export const isEmpty = ({ queries, keys }: ScoreBlock): boolean => queries === 0 || keys === 0;

/** Cuts scores of heads and queries: a part has some queries of one head, or all of some heads. Sheets are heads. */
export const byHeads = (heads: number, { queries }: ScoreBlock) => bySheets({ sheets: heads, rows: queries });

/** The queries of a part, as a separate block. */
export const blockOfPart = ({ keys, offset }: ScoreBlock): ScoreBlock => ({
  queries: rowsOfPart,
  keys,
  offset: rowFrom(offset),
});

/** Number of relative positions in the block. */
export const relativePositions = (block: ScoreBlock): number =>
  isEmpty(block) ? 0 : block.queries + block.keys - 1;

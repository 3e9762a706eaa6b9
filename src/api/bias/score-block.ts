/** The queries and keys of a call. */

import type { ScoreBlock } from "../../bindings/full/bias.ts";
import { checkNumber, type NumberRule, type Unchecked } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countRule } from "../arguments/sizes.ts";

export const blockNames = ["queries", "keys", "offset"] as const;

export type { ScoreBlock };

/** Beyond 2^53 not every integer is a double. */
const farthest = 2 ** 53;
const offsetRule: NumberRule = { from: -farthest, to: farthest, integer: true, default: 0 };

export function checkBlock(given: Unchecked<(typeof blockNames)[number]>): ScoreBlock {
  const queries = checkNumber("queries", given.queries, countRule);
  const offset = checkNumber("offset", given.offset, offsetRule);
  const keys = checkNumber("keys", given.keys, { ...countRule, default: Math.max(0, queries + offset) });
  return checkPositions({ queries, keys, offset });
}

/** Every position, and every difference of two, must be an integer that a double holds. */
function checkPositions(block: ScoreBlock): ScoreBlock {
  const { queries, keys, offset } = block;
  if (Math.abs(offset) <= farthest - queries - keys) return block; // a sum could be rounded to 2^53
  const text = `offset, queries and keys together must be at most ${farthest}; got ${offset}, ${queries} and ${keys}`;
  throw rangeError(text, { code: "range", param: "offset", value: offset });
}

/** Whether the block has no scores. */
export const isEmpty = ({ queries, keys }: ScoreBlock): boolean => queries === 0 || keys === 0;

/** Number of relative positions in the block. */
export const relativePositions = (block: ScoreBlock): number =>
  isEmpty(block) ? 0 : block.queries + block.keys - 1;

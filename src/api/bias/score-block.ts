/** Which queries and keys a call is about. */
import { checkNumber, type NumberRule } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countRule } from "../arguments/sizes.ts";
import { type Area, input } from "../module/memory.ts";

export const blockNames = ["queries", "keys", "offset"] as const;

export interface ScoreBlock {
  queries: number;
  keys: number;
  /** Keys before the first query. */
  offset: number;
}

/** Beyond 2^53 not every integer is a double. */
const farthest = 2 ** 53;
const offsetRule: NumberRule = { from: -farthest, to: farthest, integer: true, default: 0 };

type Given = Partial<Record<(typeof blockNames)[number], unknown>>;

export function checkBlock(given: Given): ScoreBlock {
  const queries = checkNumber("queries", given.queries, countRule);
  const offset = checkNumber("offset", given.offset, offsetRule);
  const keys = checkNumber("keys", given.keys, { ...countRule, default: Math.max(0, queries + offset) });
  return checkPositions({ queries, keys, offset });
}

/** Every position, and every difference of two, must be a whole double. */
function checkPositions(block: ScoreBlock): ScoreBlock {
  const { queries, keys, offset } = block;
  if (Math.abs(offset) <= farthest - queries - keys) return block; // a sum could be rounded to 2^53
  const text = `offset, queries and keys together must be at most ${farthest}; got ${offset}, ${queries} and ${keys}`;
  throw rangeError(text, { code: "range", param: "offset", value: offset });
}

/** Whether there is no score at all. */
export const isEmpty = ({ queries, keys }: ScoreBlock): boolean => queries === 0 || keys === 0;

/** Relative positions in the block. */
export const relativePositions = (block: ScoreBlock): number =>
  isEmpty(block) ? 0 : block.queries + block.keys - 1;

/** The kernels' struct ScoreBlock, with more 32-bit fields behind it where a larger struct begins with it. */
export function blockStruct({ queries, keys, offset }: ScoreBlock, ...more: number[]): Area {
  const struct = new Float64Array(2 + Math.ceil(more.length / 2));
  const words = new Uint32Array(struct.buffer);
  words.set([queries, keys]);
  struct[1] = offset;
  words.set(more, 4);
  return input(struct);
}

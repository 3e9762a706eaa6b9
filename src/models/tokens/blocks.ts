/** Positions of tokens that stand in a grid: the one place where lists of positions are filled. */
import { rangeError } from "../../api/arguments/errors.ts";

/** The positions of a block's tokens on one axis: they depend on the index along one side of the block. */
export interface Axis {
  /** The side: 0 is the outermost, 2 the innermost. */
  readonly along: 0 | 1 | 2;
  at(index: number): number;
}

/** Tokens in row-major order. */
export interface Block {
  readonly sides: readonly [number, number, number];
  readonly axes: readonly Axis[];
}

/** Consecutive positions along a side. */
export const steps = (along: Axis["along"], start: number): Axis => ({ along, at: (index) => start + index });

/** The same position for all tokens of a block. */
export const fixed = (position: number): Axis => ({ along: 0, at: () => position });

/** Text: one token after the other along the innermost side. */
export const row = (count: number, axes: readonly Axis[]): Block => ({ sides: [1, 1, count], axes });

export const sizeOf = ({ sides: [t, h, w] }: Block): number => t * h * w;

/** Numbers in all lists together, 1 GiB of them. */
const mostNumbers = 2 ** 27;

/** Throws if there are too many tokens, before memory is taken. */
export function checkCount(param: string, count: number, axes: number): void {
  if (count * axes <= mostNumbers) return;
  const text = `${param} has ${count} tokens, and there may be ${Math.floor(mostNumbers / axes)}; ask for them in parts`;
  throw rangeError(text, { code: "memory-limit", param, value: count });
}

/** Consecutive positions. */
export function consecutive(start: number, count: number): Float64Array<ArrayBuffer> {
  const list = new Float64Array(count);
  for (let i = 0; i < count; i++) list[i] = start + i;
  return list;
}

/** The positions of blocks one after the other: a list for each axis. */
export function listsOf(blocks: readonly Block[], axes: number): Float64Array<ArrayBuffer>[] {
  const count = blocks.reduce((sum, block) => sum + sizeOf(block), 0);
  checkCount("segments", count, axes);
  return filled(() => blocks, count, axes);
}

/** @param blocks Gives the blocks, of `count` tokens, once for each axis, so that not all need to be kept. */
export function filled(
  blocks: () => Iterable<Block>,
  count: number,
  axes: number,
): Float64Array<ArrayBuffer>[] {
  return Array.from({ length: axes }, (_, axis) => {
    const list = new Float64Array(count);
    let from = 0;
    for (const block of blocks()) from = fill(list, from, block.sides, block.axes[axis]!);
    return list;
  });
}

/** Fills a list from one token on. Returns the number of the token after the block. */
function fill(list: Float64Array, from: number, [t, h, w]: Block["sides"], { along, at }: Axis): number {
  let token = from;
  for (let i = 0; i < t; i++) {
    for (let j = 0; j < h; j++) {
      for (let k = 0; k < w; k++) list[token++] = at(along === 0 ? i : along === 1 ? j : k);
    }
  }
  return token;
}

import type { Box } from "../../plot/box.ts";

/** Three blocks of strips under each other. */
export interface SumLayout {
  readonly fontSize: number;
  /** The blocks of words, of positions, and of the result. Each has a strip for every word. */
  readonly blocks: readonly [Box, Box, Box];
}

/** Font sizes. */
const NAMES = 7;
const NORMS = 3.4;
const TITLE = 2.1;
const KEY = 2.6; // the key to the colours, above all

export function layOut(width: number, height: number, fontSize: number): SumLayout {
  const left = NAMES * fontSize;
  const stripWidth = Math.max(1, width - left - NORMS * fontSize);
  const top = KEY * fontSize;
  const blockHeight = Math.max(1, (height - top) / 3);
  const block = (index: number): Box => ({
    left,
    top: top + index * blockHeight + TITLE * fontSize,
    width: stripWidth,
    height: Math.max(1, blockHeight - TITLE * fontSize),
  });
  return { fontSize, blocks: [block(0), block(1), block(2)] };
}

/** The strip of a word in a block, with a little space below it. */
export function stripOf({ left, top, width, height }: Box, row: number, count: number): Box {
  const each = height / count;
  return { left, top: top + row * each, width, height: Math.max(1, each - 2) };
}

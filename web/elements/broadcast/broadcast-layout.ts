import type { Box } from "../../plot/box.ts";

/** A row of frequencies above two grids. Positions are to the left of both, steps to the right of the lower one. */
export interface BroadcastLayout {
  readonly fontSize: number;
  readonly angles: Box;
  readonly values: Box;
  /** Place of the bars of steps, beside the lower grid. */
  readonly steps: Box;
}

/** Font sizes. */
const LEFT = 3.4;
const STEPS = 7;
const HEAD = 4.6; // title and frequencies
const TITLE = 3.4; // between the grids
const FOOT = 2.8; // the key to the colours

export function layOut(width: number, height: number, fontSize: number): BroadcastLayout {
  const left = LEFT * fontSize;
  const gridWidth = Math.max(1, width - left - STEPS * fontSize);
  const gridHeight = Math.max(1, (height - (HEAD + TITLE + FOOT) * fontSize) / 2);
  const top = HEAD * fontSize;
  const below = top + gridHeight + TITLE * fontSize;
  const right = left + gridWidth + 0.8 * fontSize;
  return {
    fontSize,
    angles: { left, top, width: gridWidth, height: gridHeight },
    values: { left, top: below, width: gridWidth, height: gridHeight },
    steps: { left: right, top: below, width: Math.max(1, width - right), height: gridHeight },
  };
}

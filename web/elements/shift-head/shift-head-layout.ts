import type { Box } from "../../plot/box.ts";

/** Places of words, lines and matrices. Matrices beside the lines have their rows at the last column of words. */

export interface ShiftHeadLayout {
  /** CSS pixels. */
  readonly fontSize: number;
  /** For each layer, the lines from a column of words to the next. */
  readonly lines: readonly Box[];
  /** For each layer, a matrix of weights. */
  readonly matrices: readonly Box[];
  /** Room for a word, CSS pixels. */
  readonly label: number;
  /** Whether the matrices have words of their own to the left. */
  readonly own: boolean;
}

// In font sizes.
const BESIDE = 52; // least width with matrices beside the lines
const TITLE = 1.5;
const KEYS = 5.2; // words above the columns of a matrix
const FOOT = 1.7; // under the words
const GAP = 1.5;
const ROW = 4.2; // largest height of a row
const LABEL = { share: 0.13, least: 3.4, most: 7 }; // room for a word; its share is of the width

const SQUARE = 1.3; // largest ratio of a cell's width to its height

export function layOut(
  size: { readonly width: number; readonly height: number },
  fontSize: number,
  { words, layers }: { readonly words: number; readonly layers: number },
): ShiftHeadLayout {
  const rows = Math.max(1, words);
  const beside = size.width >= BESIDE * fontSize;
  const label = Math.min(Math.max(LABEL.share * size.width, LABEL.least * fontSize), LABEL.most * fontSize);
  const head = (TITLE + KEYS) * fontSize;
  const foot = FOOT * fontSize;
  const spare = size.height - head - foot;
  const linesHeight = beside ? spare : (spare - TITLE * fontSize - foot) / 2;
  const heightOf = (room: number) => rows * Math.min(ROW * fontSize, Math.max(1, room / rows));
  const half = beside ? size.width / 2 : size.width;
  const top = beside ? head : TITLE * fontSize;
  const height = heightOf(linesHeight);
  const stretch = (half - (layers + 1) * label) / layers;
  const lines = Array.from({ length: layers }, (_, layer) => ({
    left: label + layer * (stretch + label),
    top,
    width: stretch,
    height,
  }));
  const room = beside
    ? { left: half + 0.5 * GAP * fontSize, top, width: half - 0.5 * GAP * fontSize, height }
    : {
        left: label,
        top: top + height + foot + head,
        width: size.width - label,
        height: heightOf(linesHeight),
      };
  const each = (room.width - (layers - 0.6) * GAP * fontSize) / layers;
  const width = Math.max(1, Math.min(each, SQUARE * room.height));
  const matrices = Array.from({ length: layers }, (_, layer) => ({
    ...room,
    left: room.left + layer * (width + GAP * fontSize),
    width,
  }));
  return { fontSize, lines, matrices, label, own: !beside };
}

import type { Box } from "../../plot/box.ts";
import type { Stage } from "../words/stage.ts";
import { rowHeight, type Strips, stripsIn } from "../words/strips.ts";
import type { Side } from "./attention-comparison.ts";

/** Places in the picture of two sentences in attention with two encodings. */

/** Weights as lines from word to word, or as cells of a matrix. */
export type View = "lines" | "matrix";

/** One block of cells of the picture. */
export interface Region {
  readonly kind: "outputs" | "weights";
  readonly side: Side;
  readonly sentence: 0 | 1;
  readonly rows: number;
  readonly columns: number;
  /** CSS pixels from the upper left corner of the stage. */
  readonly box: Box;
  /** Room for a word on each side of the box that has words, CSS pixels. */
  readonly label: number;
}

export interface AttentionPanel {
  readonly side: Side;
  readonly box: Box;
  readonly strips: Strips;
  readonly outputs: readonly [Region, Region];
  readonly weights: readonly [Region, Region];
}

/** Facts about two sentences for the layout. */
export interface Counts {
  readonly tokens: readonly [number, number];
  readonly dModel: number;
  readonly view: View;
  /** Whether words above the columns of a matrix are horizontal. */
  readonly flat: boolean;
}

// In font sizes; shares are of the width of a panel.
const CAPTION = 3.1; // title of a panel and captions of its strips
const GAP = 1.25; // between outputs and weights; half of it below
const HEAD = { lines: 1.7, flat: 3.4, upright: 6.6 }; // caption of weights, and the words above a matrix
const LABEL = 0.16; // room for a word
const BETWEEN = 2; // panels

/** Room for the colour keys under both panels. */
const KEYS = 2.25;

/** Up to this many tokens two matrices fit beside each other. */
const FEW = 16;

/**
 * The height of a panel: `fixed` font sizes for its texts and rows, and `squares` widths of the panel for its matrices.
 */
export function reserve({ tokens, view, flat }: Counts): { fixed: number; squares: number } {
  const rows = Math.max(1, ...tokens);
  const outputs = CAPTION + rows * rowHeight(rows) + 1.5 * GAP;
  if (view === "lines") return { fixed: outputs + HEAD.lines + rows * rowHeight(rows), squares: 0 };
  const beside = rows <= FEW;
  return {
    fixed: outputs + (beside ? 1 : 2) * headOf(flat),
    squares: beside ? 0.5 - LABEL : 2 * (1 - LABEL),
  };
}

const headOf = (flat: boolean): number => (flat ? HEAD.flat : HEAD.upright);

/** The two panels in a stage. The regions of a sentence without tokens are empty. */
export function layOut(
  { width, height, fontSize, beside }: Stage,
  counts: Counts,
): [AttentionPanel, AttentionPanel] {
  const between = BETWEEN * fontSize;
  const above = height - KEYS * fontSize;
  const panel = beside
    ? { width: (width - between) / 2, height: above }
    : { width, height: (above - between) / 2 };
  const place = (index: Side): Box => ({
    left: beside ? index * (panel.width + between) : 0,
    top: beside ? 0 : index * (panel.height + between),
    ...panel,
  });
  return [panelAt(place(0), 0, fontSize, counts), panelAt(place(1), 1, fontSize, counts)];
}

function panelAt(box: Box, side: Side, fontSize: number, counts: Counts): AttentionPanel {
  const { tokens, dModel } = counts;
  const top = box.top + CAPTION * fontSize;
  const strips = stripsIn(box, top, fontSize, tokens);
  const { label, row } = strips;
  const rows = Math.max(1, ...tokens);
  const outputs = (sentence: 0 | 1): Region => ({
    kind: "outputs",
    side,
    sentence,
    rows: tokens[sentence],
    columns: dModel,
    box: strips.boxes[sentence],
    label,
  });
  const under = top + rows * row + GAP * fontSize;
  const room = { ...box, top: under, height: box.top + box.height - under };
  const boxes =
    counts.view === "lines"
      ? lineBoxes(room, label, HEAD.lines * fontSize, tokens, row)
      : matrixBoxes(
          room,
          { label, head: headOf(counts.flat) * fontSize, below: 0.5 * GAP * fontSize },
          rows <= FEW,
        );
  const weights = (sentence: 0 | 1): Region => {
    const count = tokens[sentence];
    return { kind: "weights", side, sentence, rows: count, columns: count, box: boxes[sentence], label };
  };
  return { side, box, strips, outputs: [outputs(0), outputs(1)], weights: [weights(0), weights(1)] };
}

/** Two bands of rows beside each other, with margins for words on both sides of each. */
function lineBoxes(
  box: Box,
  label: number,
  head: number,
  tokens: readonly [number, number],
  row: number,
): [Box, Box] {
  const half = box.width / 2;
  const at = (index: 0 | 1): Box => ({
    left: box.left + index * half + label,
    top: box.top + head,
    width: Math.max(0, half - 2 * label),
    height: tokens[index] * row,
  });
  return [at(0), at(1)];
}

/** Two squares, beside each other or one below the other, with margins for labels to their left and above. */
function matrixBoxes(
  box: Box,
  { label, head, below }: { label: number; head: number; below: number },
  beside: boolean,
): [Box, Box] {
  const room = beside
    ? { width: box.width / 2 - label, height: box.height - head }
    : { width: box.width - label, height: box.height / 2 - head };
  const side = Math.max(0, Math.min(room.width, room.height - below));
  const at = (index: 0 | 1): Box => ({
    left: box.left + label + (beside ? index * (box.width / 2) : 0),
    top: box.top + head + (beside ? 0 : index * (side + head)),
    width: side,
    height: side,
  });
  return [at(0), at(1)];
}

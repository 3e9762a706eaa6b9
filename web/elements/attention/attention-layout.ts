import type { Box } from "../../plot/box.ts";
import { stroke, svg } from "../../plot/dom.ts";
import { fitted } from "../words/label.ts";
import type { Side } from "./attention-comparison.ts";

/** The size of a plot with two panels. */
export interface Stage {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Whether the panels stand side by side. */
  readonly beside: boolean;
}

/** The stage of a plot. Its stylesheet decides by `--beside` whether the panels stand side by side. */
export function stageOf(plot: Element, { width, height }: Pick<Stage, "width" | "height">): Stage {
  const style = getComputedStyle(plot);
  const fontSize = Number.parseFloat(style.fontSize);
  return { width, height, fontSize, beside: style.getPropertyValue("--beside") === "1" };
}

/** Two strips of numbers beside each other, with a row for each word of two sentences, and the words around them. */

export interface Strips {
  readonly boxes: readonly [Box, Box];
  /** Height of a row, CSS pixels. */
  readonly row: number;
  /** Room for a word beside a strip, CSS pixels. */
  readonly label: number;
}

// In font sizes; shares are of the width of the whole.
const ROW = { least: 1.15, most: 2.25, all: 21 }; // height of a row, and of all rows if that is in its limits
const WORD = { share: 0.16, least: 3.2, most: 7.5 }; // room for a word
const MIDDLE = { share: 0.16, least: 3.6 }; // room between the strips

const BESIDE = 0.4; // between a word and its row
const BASELINE = 0.36; // from the middle of a line of text down

/** Height of a row in font sizes, if there are `rows` rows. */
export const rowHeight = (rows: number): number => Math.min(Math.max(ROW.all / rows, ROW.least), ROW.most);

/** The places of the strips, with room for words to the left of the first and to the right of the second. */
export function stripsIn(
  { left, width }: Pick<Box, "left" | "width">,
  top: number,
  fontSize: number,
  tokens: readonly [number, number],
): Strips {
  const label = Math.min(Math.max(WORD.share * width, WORD.least * fontSize), WORD.most * fontSize);
  const middle = Math.max(MIDDLE.share * width, MIDDLE.least * fontSize);
  const strip = Math.max(0, (width - 2 * label - middle) / 2);
  const row = rowHeight(Math.max(1, ...tokens)) * fontSize;
  const box = (sentence: 0 | 1): Box => ({
    left: left + label + sentence * (strip + middle),
    top,
    width: strip,
    height: tokens[sentence] * row,
  });
  return { boxes: [box(0), box(1)], row, label };
}

/** The type of words. */
export interface Type {
  /** CSS pixels. */
  readonly fontSize: number;
  /** Width of a text in CSS pixels. */
  readonly measure: (text: string) => number;
}

/** Words beside a box, one for each of its rows. */
export function wordColumn(
  words: readonly string[],
  { left, top, width, height }: Box,
  room: number,
  side: "left" | "right",
  { fontSize, measure }: Type,
): SVGTextElement[] {
  const x = side === "left" ? left - BESIDE * fontSize : left + width + BESIDE * fontSize;
  return words.map((word, row) => {
    const y = top + ((row + 0.5) * height) / words.length + BASELINE * fontSize;
    const text = fitted(word, room - BESIDE * fontSize, measure);
    return svg("text", { x, y, "text-anchor": side === "left" ? "end" : "start" }, text);
  });
}

/** A line from a row of the first strip to one of the second: solid between equal rows, dashed between others. */
export function joint(
  { boxes: [first, second], row }: Strips,
  from: number,
  to: number,
  equal: boolean,
): SVGPathElement {
  const [x1, x2] = [first.left + first.width, second.left];
  const [y1, y2] = [first.top + (from + 0.5) * row, second.top + (to + 0.5) * row];
  const bend = (x2 - x1) / 2;
  const curve = `M${x1 + 2} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 2} ${y2}`;
  return stroke(curve, { width: 1.5, opacity: equal ? 0.9 : 0.55, dash: equal ? undefined : "2 3" });
}

// Places in the picture of two sentences in attention with two encodings.

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

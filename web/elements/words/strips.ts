import type { Box } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { stroke } from "../../plot/stroke.ts";
import { fitted } from "./label.ts";

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
const LABEL = { share: 0.16, least: 3.2, most: 7.5 }; // room for a word
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
  const label = Math.min(Math.max(LABEL.share * width, LABEL.least * fontSize), LABEL.most * fontSize);
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

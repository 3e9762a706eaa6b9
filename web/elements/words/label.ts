/** Words as they are written into a picture: literally, but never wider, higher or more overriding than a label. */

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Most graphemes of a label, and most UTF-16 units of one: a flag with a tag sequence has 14, a tower of accents more. */
const MOST_GRAPHEMES = 20;
const MOST_UNITS = 16;

/** Controls, and marks, overrides and isolates of direction: invisible, and felt beyond the word. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What a reader could see of a text at all. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cs}\p{Cn}]/u;

/** A word as a short label; its code points where it has nothing to see. */
export function label(word: string): string {
  const start = word.slice(0, MOST_GRAPHEMES * MOST_UNITS).replace(UNSEEN, "");
  if (!VISIBLE.test(start)) return codePoints(word);
  const parts = Array.from(graphemes.segment(start), ({ segment }) => segment.slice(0, MOST_UNITS));
  const shown = wellFormed(parts.slice(0, MOST_GRAPHEMES).join(""));
  return parts.length > MOST_GRAPHEMES ? `${shown}…` : shown;
}

/** Half a surrogate pair becomes the replacement character: no file could hold it. */
export function wellFormed(text: string): string {
  return decoder.decode(encoder.encode(text));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function codePoints(word: string): string {
  const code = word.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A word inside a sentence: in quotes, its direction kept from the text around it. */
export const quoted = (word: string): string => `“${isolated(word)}”`;

/** A word with its direction kept from the text around it. */
export const isolated = (word: string): string => `\u2068${label(word)}\u2069`;

/** Few and short words find room beside each other above a matrix; others stand upright. */
const FLAT = { words: 4, graphemes: 6 };

export function fitFlat(words: readonly string[]): boolean {
  const short = (word: string) => [...graphemes.segment(label(word))].length <= FLAT.graphemes;
  return words.length <= FLAT.words && words.every(short);
}

/** The longest start of a label that fits, with an ellipsis when it is not all of it. */
export function fitted(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (parts.length > 1 && measure(`${parts.join("")}…`) > width) parts.pop();
  return `${parts.join("")}…`;
}

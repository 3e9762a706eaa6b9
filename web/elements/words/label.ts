/** A word in the names of its random numbers: Unicode NFC, with U+FFFD for half a surrogate pair. */
export const namedWord = (word: string): string => wellFormed(word.normalize("NFC"));

/** Words as labels in a picture. Labels are literal, but limited in length, and their direction stays inside. */

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Most graphemes of a label. */
const MOST_GRAPHEMES = 20;
/** Most UTF-16 units of a grapheme: a flag with a tag sequence has 14, a tower of accents has more. */
const MOST_UNITS = 16;

/** Control characters, and marks, overrides and isolates of direction: invisible, with effects beyond the word. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Characters that can be seen. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cs}\p{Cn}]/u;

/** A word as a short label; its first code point if it is invisible. */
export function label(word: string): string {
  const start = word.slice(0, MOST_GRAPHEMES * MOST_UNITS).replace(UNSEEN, "");
  if (!VISIBLE.test(start)) return codePoint(word);
  const parts = Array.from(graphemes.segment(start), ({ segment }) => segment.slice(0, MOST_UNITS));
  const shown = wellFormed(parts.slice(0, MOST_GRAPHEMES).join(""));
  return parts.length > MOST_GRAPHEMES ? `${shown}…` : shown;
}

/** A text in which half a surrogate pair is the replacement character, because no file can hold such a half. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

function codePoint(word: string): string {
  const code = word.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A word in quotes for a sentence. Its direction does not change the text around it. */
export const quoted = (word: string): string => `“${isolated(word)}”`;

/** A label whose direction does not change the text around it. */
export const isolated = (word: string): string => `\u2068${label(word)}\u2069`;

const FLAT = { words: 4, graphemes: 6 };

/** Whether words are few and short enough to be horizontal above the columns of a matrix. */
export function fitFlat(words: readonly string[]): boolean {
  const short = (word: string) => [...graphemes.segment(label(word))].length <= FLAT.graphemes;
  return words.length <= FLAT.words && words.every(short);
}

/** The longest start of a label that fits into a width, with an ellipsis if it is cut. */
export function fitted(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (parts.length > 1 && measure(`${parts.join("")}…`) > width) parts.pop();
  return `${parts.join("")}…`;
}

/** Most tokens that a figure shows: 64 × 64 weights are still legible. */
export const MAX_TOKENS = 64;

/**
 * UTF-16 units that are segmented at once. The time of engines grows with the square of the length (V8: minutes for a
 * megabyte), and they analyse a whole run of a dictionary script at a time.
 */
const WINDOW = 512;

/** A break is certain only once the two segments after it are known: "a.b" is one word, "a." is not. */
const LOOKAHEAD = 2;

/** One rule for every reader: word breaks do not depend on the browser's language. */
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Tokens of a text in order: its words, punctuation marks and emoji, everything between white space.
 *
 * Words follow the Unicode rule (UAX 29), which splits any script and never breaks a grapheme.
 */
export function* tokens(text: string): Generator<string> {
  let from = 0;
  let width = WINDOW;
  while (from < text.length) {
    const segments = certainSegments(text, from, width);
    if (segments.length === 0)
      width *= 2; // one long word
    else width = WINDOW;
    for (const segment of segments) {
      from += segment.length;
      if (segment.trim() !== "") yield segment;
    }
  }
}

function certainSegments(text: string, from: number, width: number): string[] {
  const isLast = from + width >= text.length;
  // After a long word the window may hold thousands of short ones: take only the long one.
  const most = width > WINDOW ? 1 + LOOKAHEAD : Number.POSITIVE_INFINITY;
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text.slice(from, from + width))) {
    found.push(segment);
    if (found.length === most) return found.slice(0, -LOOKAHEAD);
  }
  return isLast ? found : found.slice(0, -LOOKAHEAD);
}

/** The first tokens of a text, and whether there are more. */
export function firstTokens(text: string, most = MAX_TOKENS): { words: string[]; more: boolean } {
  const words: string[] = [];
  for (const token of tokens(text)) {
    if (words.length === most) return { words, more: true };
    words.push(token);
  }
  return { words, more: false };
}

/** Most time in ms that counting may block the page. */
const SLICE = 8;

/**
 * Number of tokens of a text of any size, counted in slices of a few milliseconds.
 *
 * @returns the count, or undefined if the signal stopped it
 */
export async function countTokens(text: string, signal: AbortSignal): Promise<number | undefined> {
  let count = 0;
  let end = performance.now() + SLICE;
  for (const _ of tokens(text)) {
    count += 1;
    if (performance.now() < end) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return undefined;
    end = performance.now() + SLICE;
  }
  return count;
}

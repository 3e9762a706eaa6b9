/** Most tokens that the figure shows: 64 × 64 weights are still legible. */
export const MAX_TOKENS = 64;

/**
 * UTF-16 units that are segmented at once. Engines take time that grows with the square of the text (V8: minutes for
 * a megabyte), and dictionary scripts are analysed a whole run at a time.
 */
const WINDOW = 1024;

/** One rule for every reader: word breaks do not depend on the browser's language. */
const words = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Tokens of a text in order: its words, punctuation marks and emoji, everything between white space.
 *
 * Words are those of the Unicode rule (UAX 29), so that any script is split and no grapheme is.
 */
export function* tokens(text: string): Generator<string> {
  let from = 0;
  let width = WINDOW;
  while (from < text.length) {
    const to = from + width;
    const segments = [...words.segment(text.slice(from, to))];
    // A break needs a look at the letters behind it: the last two segments wait for the next window.
    const sure = to >= text.length ? segments : segments.slice(0, -2);
    if (sure.length === 0)
      width *= 2; // one long word
    else width = WINDOW;
    for (const { segment } of sure) {
      from += segment.length;
      if (segment.trim() !== "") yield segment;
    }
  }
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

/** Time in ms that counting may keep the page from answering. */
const SLICE = 8;

/**
 * Number of tokens of a text of any size, counted in slices of a few milliseconds.
 *
 * @returns the count, or undefined when the signal stopped it
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

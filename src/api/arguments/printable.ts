/**
 * Foreign text in errors, in a terminal and on a page: names in files, paths and options must not move a cursor, or turn the letters
 * of a sentence around.
 */

/** Control characters, halves of letters, separators of lines, and marks that turn the order of letters. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]/gu;

/** The text with an escape such as `\u001b` in the place of each character that is not seen and changes the text around it. */
export const printable = (text: string): string => text.replace(unprintable, escaped);

/** The same for several lines, whose breaks and tabs stay. */
export const printableLines = (text: string): string =>
  text.replace(unprintable, (character) =>
    character === "\n" || character === "\t" ? character : escaped(character),
  );

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

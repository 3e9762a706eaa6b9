/** Foreign text for a terminal: names in files, paths and options must not move its cursor or change its colours. */

/** Control characters, line breaks among them; separators of lines; marks that turn the order of letters; halves of letters. */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** The text with an escape such as `\u001b` in the place of each character that a terminal obeys and does not show. */
export const printable = (text: string): string => text.replace(unprintable, escaped);

/** The same for JSON, whose line breaks between values stay. */
export const printableJson = (text: string): string =>
  text.replace(unprintable, (character) => (character === "\n" ? character : escaped(character)));

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

import { wellFormed } from "./label.ts";

/** A word in the names of its random numbers: Unicode NFC, with U+FFFD for half a surrogate pair. */
export const namedWord = (word: string): string => wellFormed(word.normalize("NFC"));

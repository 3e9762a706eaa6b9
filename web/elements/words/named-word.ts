import { wellFormed } from "./label.ts";

/** A word as its random numbers are named: Unicode NFC, and U+FFFD for half a surrogate pair. */
export const namedWord = (word: string): string => wellFormed(word.normalize("NFC"));

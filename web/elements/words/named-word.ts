/** A word as its random numbers are named: Unicode NFC, and U+FFFD for half a surrogate pair. */
export function namedWord(word: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(word.normalize("NFC")));
}

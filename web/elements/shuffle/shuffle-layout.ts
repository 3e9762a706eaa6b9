/** Widths and places of tiles in one row, CSS pixels. */

/**
 * The width of each tile: equal if the longest word fits into its share, else as wide as its word needs, with what is left
 * over for all. Tiles are cut if even that is too wide.
 * @param natural - the width that each word needs
 * @param room - of all tiles together, without gaps
 * @param widest - the largest width of equal tiles
 */
export function tileWidths(natural: readonly number[], room: number, widest: number): number[] {
  const share = Math.max(0, room / natural.length);
  const longest = Math.max(...natural);
  if (longest <= share) return natural.map(() => Math.min(share, Math.max(widest, longest)));
  const needed = natural.reduce((sum, width) => sum + width, 0);
  if (needed > room) return natural.map((width) => Math.max(0, (width * room) / needed));
  return natural.map((width) => width + (room - needed) / natural.length);
}

export interface Row {
  /** Of each word, as they were written. */
  readonly widths: readonly number[];
  readonly gap: number;
  /** Width of the whole plot, in whose middle the row stands. */
  readonly whole: number;
}

/** The left edge of each word's tile, by word, if the words stand in an order. */
export function leftEdges({ widths, gap, whole }: Row, order: readonly number[]): number[] {
  const row = widths.reduce((sum, width) => sum + width, (widths.length - 1) * gap);
  const lefts = new Array<number>(widths.length).fill(0);
  let left = (whole - row) / 2;
  for (const word of order) {
    lefts[word] = left;
    left += (widths[word] as number) + gap;
  }
  return lefts;
}

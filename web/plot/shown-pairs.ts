/** The largest number of dials that stay legible. */
const MOST = 8;

/** The pairs that get a dial: all, or `MOST` evenly spaced ones from the first to the last. */
export function shownPairs(pairs: number): number[] {
  if (pairs <= MOST) return Array.from({ length: pairs }, (_, pair) => pair);
  return Array.from({ length: MOST }, (_, index) => Math.round((index * (pairs - 1)) / (MOST - 1)));
}

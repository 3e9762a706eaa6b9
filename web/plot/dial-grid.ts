/** Dials of one size in rows, as large as a picture allows. */

export interface DialGrid {
  readonly radius: number;
  /** Middles of the dials, CSS pixels from the upper left corner. */
  readonly middles: readonly { readonly x: number; readonly y: number }[];
}

/** Lengths in CSS pixels. */
export interface DialRoom {
  readonly width: number;
  readonly height: number;
  /** Free space above all dials. */
  readonly top: number;
  /** Free space above and below each dial, for its text. */
  readonly above: number;
  readonly below: number;
  /** Free space to the right of each dial, for its text. Default 0. */
  readonly beside?: number;
  /** Space between dials. */
  readonly gap: number;
  /** Smallest width of a dial's text. */
  readonly narrowest: number;
  /** Smallest height of text beside a dial. Default 0. */
  readonly lowest?: number;
}

/** Index of the dial at a place; `reach` is the distance from its middle that belongs to it, CSS pixels. */
export function dialAt({ middles }: DialGrid, x: number, y: number, reach: number): number | undefined {
  const index = middles.findIndex((middle) => Math.hypot(x - middle.x, y - middle.y) <= reach);
  return index < 0 ? undefined : index;
}

/** The grid with the number of columns that gives the largest dials. */
export function dialGrid(room: DialRoom, count: number): DialGrid {
  const { width, height, top, above, below, beside = 0, gap, narrowest, lowest = 0 } = room;
  let best = { columns: 1, radius: 1 };
  for (let columns = 1; columns <= count; columns++) {
    if (columns > 1 && width / columns < narrowest) break;
    const rows = Math.ceil(count / columns);
    if (lowest * rows > height - top) continue;
    const down = (height - top) / rows - above - below;
    const radius = (Math.min(width / columns - beside, down) - gap) / 2;
    if (radius > best.radius) best = { columns, radius };
  }
  const { columns, radius } = best;
  const cell = Math.max(2 * radius + above + below, lowest) + gap;
  const middles = Array.from({ length: count }, (_, index) => ({
    x: ((index % columns) + 0.5) * (width / columns) - beside / 2,
    y: top + Math.floor(index / columns) * cell + (cell - gap + above - below) / 2,
  }));
  return { radius, middles };
}

/** Direction of a dial's hand: the sine points to the right, the cosine upwards. */
export interface Hand {
  readonly sine: number;
  readonly cosine: number;
}

/** The largest number of dials that stay legible. */
const MOST = 8;

/** The pairs that get a dial: all, or `MOST` evenly spaced ones from the first to the last. */
export function shownPairs(pairs: number): number[] {
  if (pairs <= MOST) return Array.from({ length: pairs }, (_, pair) => pair);
  return Array.from({ length: MOST }, (_, index) => Math.round((index * (pairs - 1)) / (MOST - 1)));
}

/** Dials of one size in rows, as large as a picture allows. */

export interface DialGrid {
  readonly radius: number;
  /** Middles of the dials, CSS pixels from the corner. */
  readonly middles: readonly { readonly x: number; readonly y: number }[];
}

/** Lengths in CSS pixels. */
export interface DialRoom {
  readonly width: number;
  readonly height: number;
  /** Left free above all dials. */
  readonly top: number;
  /** Left free above and below each dial, for its words. */
  readonly above: number;
  readonly below: number;
  /** Between dials. */
  readonly gap: number;
  /** Least width of a dial's words. */
  readonly narrowest: number;
}

/** Chooses the number of columns that leaves the largest dials. */
export function dialGrid(room: DialRoom, count: number): DialGrid {
  const { width, height, top, above, below, gap, narrowest } = room;
  let best = { columns: 1, radius: 1 };
  for (let columns = 1; columns <= count; columns++) {
    if (columns > 1 && width / columns < narrowest) break;
    const down = (height - top) / Math.ceil(count / columns) - above - below;
    const radius = (Math.min(width / columns, down) - gap) / 2;
    if (radius > best.radius) best = { columns, radius };
  }
  const { columns, radius } = best;
  const cell = 2 * radius + above + below + gap;
  const middles = Array.from({ length: count }, (_, index) => ({
    x: ((index % columns) + 0.5) * (width / columns),
    y: top + Math.floor(index / columns) * cell + above + radius,
  }));
  return { radius, middles };
}

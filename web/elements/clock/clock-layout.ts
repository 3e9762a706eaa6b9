/** Where dials and their words stand: in the columns, and with the words on the side, that leave the largest dials. */

export interface Place {
  /** The middle of the dial, CSS pixels. */
  readonly x: number;
  readonly y: number;
}

export interface ClockLayout {
  /** CSS pixels. */
  readonly radius: number;
  /** Whether the words stand to the right of a dial, rather than above and below it. */
  readonly beside: boolean;
  readonly places: readonly Place[];
}

// In font sizes.
export const LINE = 1.25; // from line to line of a dial's words
const GAP = 1; // between dials
const ABOVE = 1.6; // room for one line
const BELOW = 3.1; // room for two
const BESIDE = 5.9; // room for "cos −0.990" and a little air
const NARROWEST = 9.8; // of a cell with words above its dial

export function layOutClocks(
  { width, height }: { readonly width: number; readonly height: number },
  count: number,
  fontSize: number,
): ClockLayout {
  let best: ClockLayout = { radius: 0, beside: false, places: [] };
  for (const beside of [false, true]) {
    for (let columns = 1; columns <= count; columns++) {
      const cell = { width: width / columns, height: height / Math.ceil(count / columns) };
      if (!beside && columns > 1 && cell.width < NARROWEST * fontSize) break;
      const words = beside
        ? { left: 0, width: BESIDE * fontSize, top: 0, height: 0 }
        : { left: 0, width: 0, top: ABOVE * fontSize, height: (ABOVE + BELOW) * fontSize };
      const room = Math.min(cell.width - words.width, cell.height - words.height);
      const radius = Math.max(1, (room - GAP * fontSize) / 2);
      if (radius <= best.radius) continue;
      const x = (cell.width - words.width) / 2;
      const y = (cell.height - words.height) / 2 + words.top;
      const places = Array.from({ length: count }, (_, index) => ({
        x: (index % columns) * cell.width + x,
        y: Math.floor(index / columns) * cell.height + y,
      }));
      best = { radius, beside, places };
    }
  }
  return best;
}

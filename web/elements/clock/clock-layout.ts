import { type DialGrid, dialGrid } from "../../plot/dial-grid.ts";

/** Places of dials. Their words stand beside them, or above and below, whichever gives larger dials. */
export interface ClockLayout extends DialGrid {
  /** Whether the words stand to the right of a dial, and not above and below it. */
  readonly beside: boolean;
}

// In font sizes.
export const LINE = 1.25; // from line to line of a dial's words
const HEAD = 1.8; // one line above all dials
const GAP = 1; // between dials
const ABOVE = 1.6; // room for one line
const BELOW = 3.1; // room for two
const BESIDE = 5.9; // room for "cos −0.990" and a little air
const NARROWEST = 9.8; // of words above a dial

export function layOutClocks(
  { width, height }: { readonly width: number; readonly height: number },
  count: number,
  fontSize: number,
): ClockLayout {
  const room = { width, height, top: HEAD * fontSize, gap: GAP * fontSize };
  const words = { above: ABOVE * fontSize, below: BELOW * fontSize, narrowest: NARROWEST * fontSize };
  const around = dialGrid({ ...room, ...words }, count);
  const lines = { beside: BESIDE * fontSize, lowest: 4 * LINE * fontSize };
  const beside = dialGrid({ ...room, ...lines, above: 0, below: 0, narrowest: 0 }, count);
  return beside.radius > around.radius ? { ...beside, beside: true } : { ...around, beside: false };
}

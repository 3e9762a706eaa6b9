import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Light } from "../figure/light-module.ts";
import { pairDimensions } from "../figure/pair-dimensions.ts";
import { shownPairs } from "../figure/shown-pairs.ts";

/** The pairs of an encoding as hands of clocks, which point up at position 0 and turn clockwise. */

/** Where a hand points: to the right by the sine, upwards by the cosine. */
export interface Hand {
  readonly sine: number;
  readonly cosine: number;
}

export interface Dial {
  readonly pair: number;
  /** Dimensions of the sine and of the cosine. */
  readonly dimensions: readonly [number, number];
  /** Radians that one position turns the hand. */
  readonly frequency: number;
  /** Where the hand was before the last step, and where it is. */
  readonly before: Hand;
  readonly now: Hand;
  /** Radians from the one to the other, clockwise. */
  readonly turn: number;
}

/** The dials at a place, whole or on the way to one, with the hands where they were before it. */
export function dialsAt(pe: Light, spec: FigureSpec, before: number, now: number): Dial[] {
  const rows = pe.encode(spec, { positions: [before, now] });
  const frequencies = pe.frequencies(spec);
  return shownPairs(spec.dModel / 2).map((pair) => {
    const dimensions = pairDimensions(spec, pair);
    const hand = (row: number): Hand => ({
      sine: rows[row * spec.dModel + dimensions[0]] as number,
      cosine: rows[row * spec.dModel + dimensions[1]] as number,
    });
    const frequency = frequencies[pair] as number;
    return {
      pair,
      dimensions,
      frequency,
      before: hand(0),
      now: hand(1),
      turn: (now - before) * frequency,
    };
  });
}

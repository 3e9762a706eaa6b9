import type { FigureSpec } from "../definition/figure-spec.ts";

/** The period of each pair, and the number of pairs without a whole period within a length. */
export interface PeriodsShown {
  readonly spec: FigureSpec;
  /** Positions. */
  readonly length: number;
  /** Radians per position, one a pair. */
  readonly frequencies: Float64Array;
  /** Positions, one a pair. */
  readonly periods: Float64Array;
  /** Number of pairs with a period longer than the length. */
  readonly unfinished: number;
}

/** Upper bound of all periods, in positions, if the base is above 1. */
export const supremum = ({ base }: FigureSpec): number => 2 * Math.PI * base;

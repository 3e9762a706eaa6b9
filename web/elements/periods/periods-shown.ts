import type { FigureSpec } from "../definition/figure-spec.ts";

/** The period of each pair, and the number of pairs that do not finish one within a length. */
export interface PeriodsShown {
  readonly spec: FigureSpec;
  /** Positions. */
  readonly length: number;
  /** Radians per position, one for each pair. */
  readonly frequencies: Float64Array;
  /** Positions, one for each pair. */
  readonly periods: Float64Array;
  /** Number of pairs with a period longer than the length. */
  readonly unfinished: number;
}

/** Upper bound of all periods, in positions, if the base is above 1. */
export const supremum = ({ base }: FigureSpec): number => 2 * Math.PI * base;

import type { Posenc } from "../../../src/api/full.ts";
import type { FigureSpec } from "../figure/figure-spec.ts";

/** How long each pair takes for one period, and how many do not finish one within a length. */
export interface PeriodsShown {
  readonly spec: FigureSpec;
  /** Positions. */
  readonly length: number;
  /** Radians per position, one a pair. */
  readonly frequencies: Float64Array;
  /** Positions, one a pair. */
  readonly periods: Float64Array;
  /** How many pairs take longer than the length. */
  readonly unfinished: number;
}

export function periodsOf(pe: Posenc, spec: FigureSpec, length: number): PeriodsShown {
  const unfinished = pe.unfinishedPairs(spec, { length });
  return { spec, length, unfinished, frequencies: pe.frequencies(spec), periods: pe.periods(spec) };
}

/** What no period reaches, in positions, where the base is above 1. */
export const supremum = ({ base }: FigureSpec): number => 2 * Math.PI * base;

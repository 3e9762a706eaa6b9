import { clamped, type Interval, type Limits } from "../../plot/interval.ts";
import type { Every } from "./heatmap-samples.ts";

/** What a heat map may show. */

/** Farthest position that can be scrolled to. The module goes to 2^53; at 10^8 no column but the slowest is left. */
export const FARTHEST = 1e8;

/** Fewest positions in view: cells stay small enough to be compared. */
export const FEWEST = 4;

export const positionLimits: Limits = { from: 0, to: FARTHEST, leastSpan: FEWEST };

/** The positions in view, brought inside the limits; NaN stays NaN for the module to refuse. */
export function positionsView([from = Number.NaN, to = Number.NaN]: readonly number[]): Interval {
  return from < to ? clamped([from, to], positionLimits) : [from, to];
}

/** The dimensions in view: whole columns of the table, all of them by default. */
export function dimensionsView(wanted: readonly number[] | undefined, dModel: number): Interval {
  if (!wanted) return [0, dModel];
  const [from = Number.NaN, to = Number.NaN] = wanted.map(Math.floor);
  return from < to ? clamped([from, to], { from: 0, to: dModel, leastSpan: 1 }) : [from, to];
}

/** How far apart samples are; throws what is said to the reader when that is no pair of whole numbers. */
export function everyOf(wanted: readonly number[]): Every {
  const [rows = Number.NaN, columns = Number.NaN] = wanted;
  if (wanted.length === 2 && wanted.every((step) => Number.isInteger(step) && step >= 1))
    return [rows, columns];
  throw new RangeError(
    `every must be two whole numbers from 1, positions and dimensions; got "${wanted.join(" ")}".`,
  );
}

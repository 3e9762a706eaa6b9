/** The visible part of an axis; `from` is less than `to`. */
export type Interval = readonly [from: number, to: number];

/** The ends of an axis, and the smallest interval that it shows. */
export interface Limits {
  readonly from: number;
  readonly to: number;
  readonly leastSpan: number;
}

export const span = ([from, to]: Interval): number => to - from;

/** The nearest interval inside the limits. Its span stays if it fits, and then its place. */
export function clamped(interval: Interval, limits: Limits): Interval {
  const length = Math.min(Math.max(span(interval), limits.leastSpan), limits.to - limits.from);
  const from = Math.min(Math.max(interval[0], limits.from), limits.to - length);
  return [from, from + length];
}

/** The interval `factor` times longer; `anchor` stays at its place on the screen. */
export function zoomed(interval: Interval, factor: number, anchor: number, limits: Limits): Interval {
  const length = Math.min(Math.max(span(interval) * factor, limits.leastSpan), limits.to - limits.from);
  const share = (anchor - interval[0]) / span(interval);
  const from = anchor - share * length;
  return clamped([from, from + length], limits);
}

/** The interval moved by `by`, at most to the limits. */
export function moved([from, to]: Interval, by: number, limits: Limits): Interval {
  return clamped([from + by, to + by], limits);
}

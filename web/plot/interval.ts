/** A visible stretch of an axis, from below to. */
export type Interval = readonly [from: number, to: number];

/** What an axis may show: its ends, and the least stretch that is still useful. */
export interface Limits {
  readonly from: number;
  readonly to: number;
  readonly leastSpan: number;
}

export const span = ([from, to]: Interval): number => to - from;

/** The nearest interval inside the limits: the span is kept where it fits, then the place. */
export function clamped(interval: Interval, limits: Limits): Interval {
  const length = Math.min(Math.max(span(interval), limits.leastSpan), limits.to - limits.from);
  const from = Math.min(Math.max(interval[0], limits.from), limits.to - length);
  return [from, from + length];
}

/** The interval `factor` times longer, with `anchor` where it was on the screen. */
export function zoomed(interval: Interval, factor: number, anchor: number, limits: Limits): Interval {
  const length = Math.min(Math.max(span(interval) * factor, limits.leastSpan), limits.to - limits.from);
  const share = (anchor - interval[0]) / span(interval);
  const from = anchor - share * length;
  return clamped([from, from + length], limits);
}

/** The interval moved along by `by`, stopping at the limits. */
export function moved([from, to]: Interval, by: number, limits: Limits): Interval {
  return clamped([from + by, to + by], limits);
}

/** Scales from quantities to places on screen. */

/** From a quantity to CSS pixels. */
export type Scale = (value: number) => number;

export interface LinearScale extends Scale {
  /** The quantities at the ends. */
  domain(): readonly [number, number];
  /** The places of the ends. */
  range(): readonly [number, number];
  /** The quantity at a place. */
  invert(place: number): number;
  /** Round quantities of the domain in rising order, about `count` of them: multiples of 1, 2 or 5 times a power of ten. */
  ticks(count: number): number[];
}

/** From `a` at 0 to `b` at 1, with both ends exact. */
const between = (a: number, b: number, t: number): number => a * (1 - t) + b * t;
/** The share of the way from `a` to `b`; the middle if there is no way. */
const share = (a: number, b: number, value: number): number => (a === b ? 0.5 : (value - a) / (b - a));

/**
 * @param domain - the quantities at the two ends
 * @param range - the places of the ends, CSS pixels
 */
export function linearScale(
  domain: readonly [number, number],
  range: readonly [number, number],
): LinearScale {
  const scale = (value: number) => between(...range, share(...domain, value));
  return Object.assign(scale, {
    domain: () => domain,
    range: () => range,
    invert: (place: number) => between(...domain, share(...range, place)),
    ticks: (count: number) => ticks(Math.min(...domain), Math.max(...domain), count),
  });
}

/** Bounds between the factors of a power of ten, in the middle by their ratios. */
const BOUNDS = [
  [Math.sqrt(50), 10],
  [Math.sqrt(10), 5],
  [Math.sqrt(2), 2],
] as const;

function ticks(from: number, to: number, count: number): number[] {
  if (!(count > 0)) return [];
  if (from === to) return [from];
  const raw = (to - from) / count;
  const power = Math.floor(Math.log10(raw));
  const [, factor] = BOUNDS.find(([least]) => raw / 10 ** power >= least) ?? [0, 1];
  // A step below 1 is a division by a whole number, which rounds once: 3 · 0.1 is not 0.3.
  const at = power < 0 ? (n: number) => n / (10 ** -power / factor) : (n: number) => n * factor * 10 ** power;
  const first = Math.ceil(share(0, at(1), from) - 1e-9);
  const last = Math.floor(share(0, at(1), to) + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, n) => at(first + n));
}

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

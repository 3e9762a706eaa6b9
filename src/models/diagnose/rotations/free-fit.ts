/** Frequencies from the numbers alone: each pair by itself, then a base for all. */
import type { Phases } from "./phases.ts";

export interface Fit {
  /** The frequency of each pair, in radians per position; NaN if it cannot be fitted. */
  readonly frequencies: Float64Array;
  /** How far each may be off. */
  readonly errors: Float64Array;
  /** The bases that powers of the frequencies suggest, the likeliest first. */
  readonly bases: readonly number[];
  /** The frequency of the first pair by the fit. */
  readonly first: number;
  /** How far the logarithm of the last base may be off. */
  readonly spread: number;
}

type FittedBase = Omit<Fit, "frequencies" | "errors">;

/** Fits frequencies to one axis of positions. */
export function fitFrequencies(phases: Phases, axis = 0): Fit {
  const positions = phases.positions[axis] ?? phases.positions[0]!;
  const order = spread([...positions.keys()].sort((a, b) => positions[a]! - positions[b]!));
  const frequencies = new Float64Array(phases.pairs);
  const errors = new Float64Array(phases.pairs);
  for (let pair = 0; pair < phases.pairs; pair++) {
    const { frequency, error } = fitPair(phases, { pair, order, positions });
    frequencies[pair] = frequency;
    errors[pair] = error;
  }
  return { frequencies, errors, ...fitBase(frequencies, errors) };
}

/** Fits frequencies to cosines alone, or sines alone: x(p − h) + x(p + h) = 2 cos(hω) x(p). */
export function fitPart({ rows, pairs, cos, sin, error, positions }: Phases, only: "cos" | "sin"): Fit {
  const values = only === "cos" ? cos : sin;
  const [places] = positions as [Float64Array];
  const frequencies = new Float64Array(pairs).fill(Number.NaN);
  const errors = new Float64Array(pairs).fill(Infinity);
  const step = places[1]! - places[0]!;
  if (rows < 4 || !(step > 0)) return { frequencies, errors, ...fitBase(frequencies, errors) };
  for (let pair = 0; pair < pairs; pair++) {
    let [xx, xy, worst] = [0, 0, 0];
    for (let row = 1; row + 1 < rows; row++) {
      const isEven = places[row]! - places[row - 1]! === step && places[row + 1]! - places[row]! === step;
      if (!isEven) continue;
      const at = row * pairs + pair;
      xx += values[at]! ** 2;
      xy += values[at]! * (values[at - pairs]! + values[at + pairs]!);
      worst = Math.max(worst, error[at]!);
    }
    const half = Math.min(Math.max(xy / (2 * xx), -1), 1);
    const angle = Math.acos(half);
    frequencies[pair] = angle / step;
    errors[pair] = (2 * worst + 2 ** -23) / (Math.sqrt(xx) * Math.sin(angle) * step);
  }
  return { frequencies, errors, ...fitBase(frequencies, errors) };
}

/** The first 24 rows are all used; after that, row numbers grow by a factor of 1.2. */
const NEAR_ROWS = 24;

function spread(order: readonly number[]): number[] {
  const chosen: number[] = [];
  for (let k = 0; k < order.length; k = k < NEAR_ROWS ? k + 1 : Math.ceil(k * 1.2)) chosen.push(order[k]!);
  return chosen;
}

interface OfPair {
  readonly pair: number;
  readonly order: readonly number[];
  readonly positions: Float64Array;
}

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Follows the phase from one position to the next: between neighbours it changes by less than half a turn. */
function fitPair({ pairs, cos, sin, error }: Phases, { pair, order, positions }: OfPair) {
  const turn = (row: number) => Math.atan2(sin[row * pairs + pair]!, cos[row * pairs + pair]!);
  const usable = order.filter((row) => Number.isFinite(error[row * pairs + pair]!));
  const first = firstStep(usable, positions, turn);
  const start = usable[0];
  const unknown = { frequency: Number.NaN, error: Infinity };
  if (start === undefined || first === undefined) return unknown;
  let { frequency } = first;
  let [xx, xy, worst] = [0, 0, 0];
  for (const row of usable) {
    const far = positions[row]! - positions[start]!;
    if (far === 0) continue;
    const predicted = frequency * far;
    const angle = predicted + wrap(turn(row) - turn(start) - predicted);
    xx += far * far;
    xy += far * angle;
    frequency = xy / xx;
    worst = Math.max(worst, error[row * pairs + pair]!);
  }
  // Between rows that are far apart a fast pair makes whole turns, which its first step does not show.
  const isOff = (row: number) =>
    Math.abs(wrap(turn(row) - turn(start) - frequency * (positions[row]! - positions[start]!))) > LOST;
  if (first.gap !== 1 && usable.some(isOff)) return unknown;
  const size = Math.hypot(cos[start * pairs + pair]!, sin[start * pairs + pair]!) || 1;
  return { frequency, error: (2 * (worst / size) + 2 ** -23) / Math.sqrt(xx) };
}

/** A frequency that is off by whole turns between two rows misses other rows by more, in radians. */
const LOST = 0.5;

/** The mean step between rows at the smallest distance, the gap. */
function firstStep(
  order: readonly number[],
  positions: Float64Array,
  turn: (row: number) => number,
): { frequency: number; gap: number } | undefined {
  let [smallest, c, s] = [Infinity, 0, 0];
  for (let k = 1; k < order.length; k++) {
    const far = positions[order[k]!]! - positions[order[k - 1]!]!;
    if (far <= 0 || far > smallest) continue;
    if (far < smallest) [smallest, c, s] = [far, 0, 0];
    const step = turn(order[k]!) - turn(order[k - 1]!);
    c += Math.cos(step);
    s += Math.sin(step);
  }
  return Number.isFinite(smallest) ? { frequency: Math.atan2(s, c) / smallest, gap: smallest } : undefined;
}

/** Rules for long texts leave pairs alone that are faster than these: 32 revolutions over 4096 and over 1024 positions, 4 over 2048. */
const FAST = [0.05, 0.2, 0.0125];

/** The bases that the fast pairs suggest. */
export function fitFast(
  frequencies: Float64Array,
  errors: Float64Array,
): Pick<FittedBase, "bases" | "spread"> {
  const fits = FAST.map((fast) =>
    fitBase(
      frequencies.map((f) => (Math.abs(f) < fast ? Number.NaN : f)),
      errors,
    ),
  ).filter(({ bases }) => bases.length > 0);
  const bases = fits.flatMap((fit) => fit.bases.slice(0, -1)).concat(fits[0]?.bases.slice(-1) ?? []);
  return { bases: [...new Set(bases)], spread: fits[0]?.spread ?? 0 };
}

/** A measured frequency may be off by this many times its error. */
const ERRORS = 6;

/** Whether all measured frequencies may be the claimed ones; `spread` is how far these may be off, relative to them. */
export const mayBe = (
  claimed: Float64Array,
  { frequencies, errors }: Pick<Fit, "frequencies" | "errors">,
  spread = 0,
  most = ERRORS,
): boolean =>
  claimed.every((f, pair) => {
    const measured = Math.abs(frequencies[pair]!);
    return !(Math.abs(measured - f) > most * errors[pair]! + (1e-5 + spread) * f);
  });

/** A line through the logarithms of the frequencies, each weighted by how exactly it is known. */
export function fitBase(frequencies: Float64Array, errors: Float64Array): FittedBase {
  const none = { bases: [], first: 1, spread: 0 };
  const points = [...frequencies.entries()].flatMap(([pair, f]) => {
    const relative = errors[pair]! / Math.abs(f);
    return Math.abs(f) > 0 && relative < 0.1 && Math.abs(f) < 3.1
      ? [{ x: pair, y: Math.log(Math.abs(f)), weight: 1 / (relative + 1e-9) ** 2 }]
      : [];
  });
  if (points.length < 2) return none;
  const through = line(points);
  if (!Number.isFinite(through.slope)) return none;
  const isAtOne = Math.abs(through.start) < 0.01;
  const slope = isAtOne ? slopeThroughZero(points) : through.slope;
  const base = Math.exp(-slope * frequencies.length);
  if (!(base > 1.0001 && base < 1e12)) return none;
  const bases = [2, 1, 3, 4, 5].map((digits) => Number(base.toPrecision(digits)));
  const certain = points.reduce((sum, { x, weight }) => sum + weight * x * x, 0);
  const spread = (SIGMAS * frequencies.length) / Math.sqrt(certain);
  return { bases: [...new Set([...bases, base])], first: isAtOne ? 1 : Math.exp(through.start), spread };
}

/** Errors of the points are the largest possible ones, so that their sum is hardly ever off by more. */
const SIGMAS = 2;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

function line(points: readonly Point[]): { start: number; slope: number } {
  const sum = (of: (point: Point) => number) =>
    points.reduce((all, point) => all + point.weight * of(point), 0);
  const total = sum(() => 1);
  const [x, y] = [sum((point) => point.x) / total, sum((point) => point.y) / total];
  const slope = sum((point) => (point.x - x) * (point.y - y)) / sum((point) => (point.x - x) ** 2);
  return { start: y - slope * x, slope };
}

const slopeThroughZero = (points: readonly Point[]) =>
  points.reduce((all, { x, y, weight }) => all + weight * x * y, 0) /
  points.reduce((all, { x, weight }) => all + weight * x * x, 0);

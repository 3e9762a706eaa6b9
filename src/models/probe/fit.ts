/** Fits one frequency to the phases that a pair of channels has at all distances. */
import { channelsOf, type Pairing } from "../../api/rotary/pairing.ts";
import { median } from "./answers.ts";
import type { LayerScores } from "./scores.ts";

/** The rotation of a pair of channels. */
export interface PairFit {
  /** Radians per position; NaN if no query sees both keys. */
  readonly frequency: number;
  /** How far the frequency may be off, by the noise of the phases. */
  readonly error: number;
  /** Root mean square of the differences between the phases and frequency · distance, in radians. */
  readonly rest: number;
  /** The median length: product · softmax scale · attention factor². */
  readonly amplitude: number;
  /** The spread of the length over all distances, relative to its mean: large if the two channels are not a pair. */
  readonly spread: number;
}

export function fitPair(scores: LayerScores, x: number, y: number): PairFit {
  const { length, window } = scores;
  // Distances at which a query sees both keys.
  const [one, other] = [scores.distancesOf(x), scores.distancesOf(y)];
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to, (window ?? length) - 1);
  const count = Math.max(0, to - from + 1);
  const [re, im, size] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    const r = from + i;
    const [u, v] = [scores.at(r, x), scores.at(r, y)];
    const [a, b] = [(u + v) / 2, (v - u) / 2];
    size[i] = Math.hypot(a, b);
    re[i] = a / size[i]!;
    im[i] = b / size[i]!;
  }
  const mean = size.reduce((sum, value) => sum + value, 0) / count;
  const spread = Math.sqrt(size.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count) / mean;
  const frequency = frequencyOf(re, im, from);
  const amplitude = median([...size]);
  let rest = 0;
  for (let i = 0; i < count; i++) rest += turnFrom(re[i]!, im[i]!, frequency * (from + i)) ** 2;
  // More distances do not make the frequency surer: rounded tables are off in the same direction for many positions.
  const rms = Math.sqrt(rest / count);
  const error = (2 * rms) / to + 1e-9;
  return { frequency, error, rest: rms, amplitude, spread };
}

/** The angle of (re, im) minus `angle`, −π to π. */
const turnFrom = (re: number, im: number, angle: number): number => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Math.atan2(im * c - re * s, re * c + im * s);
};

/** The step between neighbours gives a first value; steps of twice the distance, and so on, make it exact. */
function frequencyOf(re: Float64Array, im: Float64Array, from: number): number {
  const count = re.length;
  const stepOf = (lag: number): [number, number] => {
    let [a, b] = [0, 0];
    for (let i = lag; i < count; i++) {
      a += re[i]! * re[i - lag]! + im[i]! * im[i - lag]!;
      b += im[i]! * re[i - lag]! - re[i]! * im[i - lag]!;
    }
    return [a, b];
  };
  let frequency = Math.atan2(...(stepOf(1).reverse() as [number, number]));
  for (let lag = 2; lag < 0.8 * count; lag *= 2) {
    const [a, b] = stepOf(lag);
    frequency += turnFrom(a, b, frequency * lag) / lag;
  }
  // The phase at distance 0 is 0, so that all distances count as one line through it.
  for (let pass = 0; pass < 3; pass++) {
    let [top, bottom] = [0, 0];
    for (let i = 0; i < count; i++) {
      const r = from + i;
      top += turnFrom(re[i]!, im[i]!, frequency * r) * r;
      bottom += r * r;
    }
    frequency += top / bottom;
  }
  return frequency;
}

/** The two channels of each pair. */
export const pairsOf = (width: number, pairing: Pairing): (readonly [number, number])[] =>
  Array.from({ length: width / 2 }, (_, pair) => channelsOf(pairing, pair, width));

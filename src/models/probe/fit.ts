/** From scores to the rotation: the phase of each pair at each distance, and the frequency that fits all of them. */
import type { LayerScores } from "./scores.ts";

/** A pair of channels. */
export interface PairFit {
  /** Radians per position. */
  readonly frequency: number;
  /** Its uncertainty: the largest change that the noise of the phases can make. */
  readonly error: number;
  /** Root mean square of what the line leaves of the phases, in radians. */
  readonly rest: number;
  /** The median length: product · softmax scale · attention factor². */
  readonly amplitude: number;
  /** The spread of the length over all distances, relative to its mean: large if the two channels are not a pair. */
  readonly spread: number;
}

export function fitPair(scores: LayerScores, x: number, y: number): PairFit {
  const { length, headDim } = scores;
  const from = headDim - Math.min(x, y);
  const to = length - 1 - Math.max(x, y);
  const count = Math.max(0, to - from + 1);
  const [re, im, size] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    const r = from + i;
    const [u, v] = [scores.at(r + x, x), scores.at(r + y, y)];
    const [a, b] = [(u + v) / 2, (v - u) / 2];
    size[i] = Math.hypot(a, b);
    re[i] = a / size[i]!;
    im[i] = b / size[i]!;
  }
  const mean = size.reduce((sum, value) => sum + value, 0) / count;
  const spread = Math.sqrt(size.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count) / mean;
  const frequency = frequencyOf(re, im, from);
  const amplitude = Float64Array.from(size).sort()[count >> 1] ?? Number.NaN;
  let rest = 0;
  for (let i = 0; i < count; i++) rest += turnFrom(re[i]!, im[i]!, frequency * (from + i)) ** 2;
  // Rounded tables are off in the same direction for many positions, so that more distances do not make the line surer.
  const rms = Math.sqrt(rest / count);
  const error = (2 * rms) / to + 1e-9;
  return { frequency, error, rest: rms, amplitude, spread };
}

/** The angle of (re, im) less another, −π to π. */
const turnFrom = (re: number, im: number, angle: number): number => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Math.atan2(im * c - re * s, re * c + im * s);
};

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
  // At distance 0 the phase is 0: all distances together.
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

/** The channels of a pair. */
export const pairsOf = (width: number, pairing: "halves" | "interleaved"): [number, number][] =>
  Array.from({ length: width / 2 }, (_, i) =>
    pairing === "halves" ? [i, i + width / 2] : [2 * i, 2 * i + 1],
  );

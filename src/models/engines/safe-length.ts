/** How far a pipeline of number types rotates well enough. */
import { checkNumber, checkWord, readOptions } from "../../api/arguments/check.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { attentionFactorOf, frequenciesOf, ruleOf } from "../../api/rotary/rule.ts";
import { checkSpec, type RotarySpec } from "../../api/spec.ts";
import type { ConfigLayer } from "../reader/model-positions.ts";

/** A binary floating-point type. */
export type NumberType = "float64" | "float32" | "bfloat16" | "float16";

interface Format {
  /** Bits of the significand, the leading one included. */
  bits: number;
  /** The largest number that is not rounded to infinity. */
  largest: number;
  /** Half of the smallest number over 0: the error of tiny numbers. */
  tiny: number;
}

const formats: Record<NumberType, Format> = {
  float64: { bits: 53, largest: Number.MAX_VALUE, tiny: 2 ** -1075 },
  float32: { bits: 24, largest: 2 ** 128 - 2 ** 103, tiny: 2 ** -150 },
  bfloat16: { bits: 8, largest: 2 ** 128 - 2 ** 119, tiny: 2 ** -134 },
  float16: { bits: 11, largest: 65519.99, tiny: 2 ** -25 },
};
const types = Object.keys(formats) as NumberType[];

/** The types of a pipeline. */
export interface SafeLengthOptions {
  /** The type of positions. Default: `float32`. */
  positions?: NumberType | undefined;
  /** The type in which frequencies are stored, each the nearest value. Default: `float32`. */
  frequencies?: NumberType | undefined;
  /** The type of the angle, position times frequency. Default: `float32`. */
  phase?: NumberType | undefined;
  /** The type of cosines and sines. Default: `float32`. */
  cache?: NumberType | undefined;
  /** The number of tokens for `error`: 1 to 2^24. Default: 131072. */
  length?: number | undefined;
  /** The error of a score that is still good: 1e-9 to 4. Default: 0.01. */
  tolerance?: number | undefined;
}

/** What a pipeline promises. */
export interface SafeLength {
  /** The first position that becomes the same number as the next one: 256 in bfloat16, 2048 in float16, 2^24 in float32. */
  collision: number;
  /** A bound of the error of a score for texts of `length` tokens; null if an angle or a position becomes infinite. */
  error: number | null;
  /** The longest text, in tokens, whose bound is within the tolerance: 0 if there is none, at most 2^24. */
  safe: number;
  /** The bound at 2^9 … 2^20 tokens. */
  errors: { length: number; error: number | null }[];
}

/** Longer texts are not looked at, in tokens. */
const longest = 2 ** 24;

/**
 * A rigorous bound of the error that rounding causes in a score, and the first position that rounding cannot tell from the next.
 *
 * For a query and a key of norm 1 at positions below n, both rotated with rounded positions, frequencies, angles, cosines and
 * sines, the score differs from the exact one by at most a² (δ + 2η + η²). Here a is the attention factor; δ, at most 2, is the
 * largest error of the difference of the two angles of a pair; and η is √2 times the error of an entry. Rounding in the rotation
 * itself and in the sum of the score is not included; cosines and sines are those of the rounded angle.
 *
 * @param spec A `rope` spec. Frequencies are those for texts of the length in question.
 * @param options Types, each `float64`, `float32`, `bfloat16` or `float16`, with their defaults.
 * @returns Plain numbers.
 * @throws As `checkSpec`; TypeError if an option has the wrong type; RangeError if the method is not `rope`, or an option is out of its
 * range.
 * @example
 * safeLength({ method: "rope", headDim: 128, pairing: "halves" }, { positions: "bfloat16" }).collision; // 256
 */
export function safeLength(spec: RotarySpec, options: SafeLengthOptions = {}): SafeLength {
  const resolved = checkSpec(spec);
  if (!("scaling" in resolved)) {
    const text = `method must be "rope" for a safe length; got ${JSON.stringify(resolved.method)}`;
    throw rangeError(text, { code: "range", param: "method", value: resolved.method });
  }
  const given = readOptions("options", options, [
    "positions",
    "frequencies",
    "phase",
    "cache",
    "length",
    "tolerance",
  ]);
  const formatOf = (param: "positions" | "frequencies" | "phase" | "cache") =>
    formats[checkWord(param, given[param], types, "float32")];
  const [positions, frequencies] = [formatOf("positions"), formatOf("frequencies")];
  const [phase, cache] = [formatOf("phase"), formatOf("cache")];
  const length = checkNumber("length", given.length, {
    from: 1,
    to: longest,
    integer: true,
    default: 131072,
  });
  const tolerance = checkNumber("tolerance", given.tolerance, { from: 1e-9, to: 4, default: 0.01 });
  const pipeline = { positions, frequencies, phase, cache };
  const bound = (tokens: number) => boundOf(resolved as ConfigLayer, pipeline, tokens);
  const finite = (tokens: number) => (Number.isFinite(bound(tokens)) ? bound(tokens) : null);
  return {
    collision: 2 ** positions.bits,
    error: finite(length),
    safe: longestWithin((tokens) => bound(tokens) <= tolerance),
    errors: Array.from({ length: 12 }, (_, k) => ({ length: 2 ** (k + 9), error: finite(2 ** (k + 9)) })),
  };
}

interface Pipeline {
  positions: Format;
  frequencies: Format;
  phase: Format;
  cache: Format;
}

/** The unit roundoff: the relative error of a number that is not tiny. */
const unit = ({ bits }: Format): number => 2 ** -bits;

function boundOf(spec: ConfigLayer, pipeline: Pipeline, tokens: number): number {
  const { positions, frequencies, phase, cache } = pipeline;
  const last = tokens - 1;
  if (last > positions.largest) return Infinity;
  // Positions up to 2^bits are exact.
  const shift = last <= 2 ** positions.bits ? 0 : unit(positions) * last;
  const factor = attentionFactorOf(spec, tokens);
  let worst = 0;
  for (const f of frequenciesOf(ruleOf(spec, tokens), tokens)) {
    const stored = rounded(f, frequencies);
    const angle = (last + shift) * stored;
    if (angle > phase.largest) return Infinity;
    // The error of a frequency is common to both angles: it counts with their distance. The others count for each.
    const each = shift * stored + (stored === 0 ? 0 : unit(phase) * angle + phase.tiny);
    worst = Math.max(worst, Math.min(last * Math.abs(stored - f) + 2 * each, 2));
  }
  // Entries of at most 1 are off by half a unit below 1; larger ones by their relative error.
  const entry = factor === 1 ? unit(cache) / 2 : unit(cache);
  const off = Math.SQRT2 * (entry + cache.tiny / factor);
  return factor * factor * (worst + 2 * off + off * off);
}

/** The nearest number of a format, for 0 ≤ x ≤ 1. */
function rounded(x: number, { bits, tiny }: Format): number {
  if (x === 0 || bits === 53) return x;
  let spacing = 2 ** (1 - bits);
  while (spacing * 2 ** (bits - 1) > x && spacing > 2 * tiny) spacing /= 2;
  // Adding and subtracting this rounds to a multiple of the spacing, ties to even.
  const shift = spacing * 2 ** 52 * 1.5;
  return x + shift - shift;
}

/** The longest text for which the bound holds. It grows with the length, except where a rule changes its frequencies. */
function longestWithin(holds: (tokens: number) => boolean): number {
  if (!holds(1)) return 0;
  let [low, high] = [1, 2];
  while (high <= longest && holds(high)) [low, high] = [high, 2 * high];
  if (high > longest) return longest;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

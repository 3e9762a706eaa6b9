/** Pairs of vectors, and how exactly each pair of channels is known. */
import { type Precision, type Print, precisionOf } from "./precision.ts";
import type { Vectors } from "./read.ts";
import type { RotaryExpectation } from "./rotation.ts";

export interface VectorsInput extends RotaryExpectation {
  readonly before: Vectors;
  readonly after: Vectors;
  /** For each axis, a position for each token. */
  readonly positions: readonly Float64Array[];
  readonly assumed: boolean;
  /** Whether embeddings should be multiplied by √width; undefined if that is not known. */
  readonly scaled?: boolean | undefined;
  readonly print: Print;
}

/** Channels of a head that are rotated, and how they are paired. */
export interface Part {
  readonly pairing: "halves" | "interleaved";
  readonly first: number;
  readonly width: number;
}

/** The channels of a pair. */
export function channelsOf({ pairing, first, width }: Part, pair: number): readonly [number, number] {
  return pairing === "halves"
    ? [first + pair, first + pair + width / 2]
    : [first + 2 * pair, first + 2 * pair + 1];
}

/** The inputs with the largest error of each number. */
export interface Measured extends VectorsInput {
  readonly errors: { readonly before: (x: number) => number; readonly after: (x: number) => number };
  /** The error of the arithmetic between them, relative to the length of a pair. */
  readonly arithmetic: number;
}

/** Short floats are rounded after each of some four steps; float32 has the same steps. */
const STEPS = 3;

export function measure(input: VectorsInput): Measured {
  const [before, after] = [
    precisionOf([input.before.values], input.print),
    precisionOf([input.after.values], input.print),
  ];
  const unit = (precision: Precision) =>
    precision.type === "bfloat16" ? 2 ** -8 : precision.type === "float16" ? 2 ** -11 : 2 ** -23;
  const arithmetic = STEPS * unit(after);
  return { ...input, errors: { before: before.errorOf, after: after.errorOf }, arithmetic };
}

/** The largest errors of a pair's length before and after. */
export function pairAt(
  { before, after, errors, arithmetic }: Measured,
  start: number,
  part: Part,
  pair: number,
) {
  const [x, y] = channelsOf(part, pair);
  const [bx, by] = [before.values[start + x]!, before.values[start + y]!];
  const [ax, ay] = [after.values[start + x]!, after.values[start + y]!];
  const [b, a] = [Math.hypot(bx, by), Math.hypot(ax, ay)];
  const error =
    Math.hypot(errors.before(bx), errors.before(by)) * (b > 0 ? Math.max(1, a / b) : 1) +
    Math.hypot(errors.after(ax), errors.after(ay)) +
    arithmetic * a;
  return { bx, by, ax, ay, b, a, error };
}

/** Pairs of vectors, and how exactly each pair of channels is known. */
import { channelsOf } from "../../../api/rotary/pairing.ts";
import { type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, type Print, precisionOf } from "../findings/precision.ts";
import type { Vectors } from "../input/read.ts";
import type { RotaryExpectation } from "../rotations/rotation.ts";
import { explainTable } from "../tables/table.ts";

// Vectors to which a table of positions was added.

/** Finds `after = factor · before + table`, with the factor 1 or √d. */
export function explainSum(measured: Measured): Diagnosis | undefined {
  const { before, after, positions, assumed, scaled, print, errors } = measured;
  if (before.heads !== 1) return undefined;
  const { tokens: rows, width: columns } = before;
  for (const factor of [1, Math.sqrt(columns)]) {
    const values = after.values.map((value, at) => value - factor * before.values[at]!);
    const errorOf = largestError(measured, factor);
    const precision: Precision = {
      type: undefined,
      decimals: undefined,
      digits: undefined,
      errorOf: () => errorOf,
      printErrorOf: () => errorOf,
    };
    const matrix = { rows, columns, values };
    const found = explainTable({ matrix, positions: positions[0]!, assumed, print }, precision);
    if (found === undefined) continue;
    const faults: Draft[] = [...found.faults];
    const times = ["factor of the embeddings", factor] as [string, number];
    if (factor === 1 && scaled) faults.push(draft("scale-forgotten", times));
    return diagnosisOf({
      is: found.claim.is,
      models: found.models,
      faults,
      confidence: Math.min(found.confidence, 0.9),
      subject: "What is added to the vectors",
    });
  }
  return undefined;

  function largestError({ arithmetic }: Measured, factor: number) {
    let most = 0;
    for (let at = 0; at < before.values.length; at++) {
      const [b, a] = [before.values[at]!, after.values[at]!];
      const error =
        factor * errors.before(b) + errors.after(a) + arithmetic * (factor * Math.abs(b) + Math.abs(a));
      most = Math.max(most, error);
    }
    return most;
  }
}

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
export const channelsIn = ({ pairing, first, width }: Part, pair: number): readonly [number, number] =>
  channelsOf(pairing, pair, width, first);

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
  const [x, y] = channelsIn(part, pair);
  const [bx, by] = [before.values[start + x]!, before.values[start + y]!];
  const [ax, ay] = [after.values[start + x]!, after.values[start + y]!];
  const [b, a] = [Math.hypot(bx, by), Math.hypot(ax, ay)];
  const error =
    Math.hypot(errors.before(bx), errors.before(by)) * (b > 0 ? Math.max(1, a / b) : 1) +
    Math.hypot(errors.after(ax), errors.after(ay)) +
    arithmetic * a;
  return { bx, by, ax, ay, b, a, error };
}

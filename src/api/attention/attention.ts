import type { AttentionShape } from "../../bindings/attention.ts";
import { checkOut } from "../arguments/buffers.ts";
import { checkFlag, readOptions, type Unchecked } from "../arguments/check.ts";
import { input, Output } from "../module/areas.ts";
import type { Engine, Size } from "../module/engine.ts";
import { type AxisOrder, axisOrderNames, checkAxisOrder } from "../rotate/axis-order.ts";
import { checkUnrotated } from "../rotate/rotated-arrays.ts";
import type { AttentionRotary, checkAttentionRotary, RotateBoth } from "./attention-rotary.ts";
import { type CheckedScores, checkScores, type ScoreOptions, scoreNames } from "./attention-scores.ts";
import { attentionShape, type Shape, shapeNames } from "./attention-shape.ts";
import { attentionStep, type Outputs } from "./attention-step.ts";
import { joined, sequencesOf } from "./sequences.ts";

/** Queries, keys and values, their shapes, and how their scores are made. */
export interface AttentionOptions<Out extends Float32Array = Float32Array<ArrayBuffer>>
  extends ScoreOptions,
    AxisOrder {
  /** Queries, (queries, heads, headDim), row-major, or as `batch` and `axisOrder` say, like all of q, k, v and the output. */
  q: Float32Array;
  /** Keys, (keys, kvHeads, headDim). */
  k: Float32Array;
  /** Values, (keys, kvHeads, valueDim). */
  v: Float32Array;
  /** Heads of the queries, from 1 to 65536. */
  heads: number;
  /** Heads of keys and values, a divisor of `heads`: each is shared by heads / kvHeads query heads. Default `heads`. */
  kvHeads?: number | undefined;
  /** Channels of a head, from 1 to 65536. `headDim` or `queries` is required; the other follows from q's length. */
  headDim?: number | undefined;
  /** Number of queries, 0 or more. */
  queries?: number | undefined;
  /** Number of keys, 0 or more. Default: it follows from k's length. */
  keys?: number | undefined;
  /**
   * Rotates queries and keys by their positions first, bit for bit as `rotate` does: key s has position start + s · stride,
   * query t the position of key t + offset. Its `headDim` is the call's; a preset must have the same. `positions`
   * lists the keys' positions, and then every query needs a key at its position. xPos rotates queries and keys
   * differently. Arrays made by `rotate`, `rotateBy` or `rerotate` are refused, because they are rotated already. Default: no rotation.
   *
   * @example
   * const x = Float32Array.of(1, 0, 1, 0); // two equal tokens
   * pe.attention({ q: x, k: x, v: x, heads: 1, headDim: 2, scale: 1, rotary: { pairing: "halves" }, scores: "raw" }).scores[1]; // 0.5403023, cos 1
   */
  rotary?: AttentionRotary | undefined;
  /** Whether to return the weights as well. Default false. */
  weights?: boolean | undefined;
  /** Whether to return the logarithm of each row's sum as well, for `mergeAttention`. Default false. */
  logSumExp?: boolean | undefined;
  /** Filled and returned as `output` instead of a new array: batch · queries · heads · valueDim floats. */
  out?: Out | undefined;
}

/** The output of attention, with weights and scores if requested. */
export interface AttentionResult<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** (queries, heads, valueDim), or in the order of q: `out`, or a new array. If a query sees no key, its output is zero. */
  output: Out;
  /** A new array (heads, queries, keys) for each sequence of a batch, if requested. Each row sums to 1, to less with a sink, or is all zeros. */
  weights?: Float32Array<ArrayBuffer>;
  /** A new array (heads, queries, keys) for each sequence of a batch, if requested. */
  scores?: Float32Array<ArrayBuffer>;
  /**
   * A new array (heads, queries) for each sequence of a batch, if requested: ln Σ exp(score) over the keys that the query sees and
   * its sink, within 4 · 2^-24 for scores of the stated accuracy. −∞ for a query that sees no key.
   */
  logSumExp?: Float64Array<ArrayBuffer>;
}

export interface Attention {
  /**
   * Multi-head attention: softmax(scale · q kᵀ) v, head by head.
   *
   * A score is off by at most (35 + headDim/32) · 2^-24 · scale · |q| |k| plus 2 · 2^-24 of the largest bias. Given these
   * scores, each entry of the output is off by at most 39 · 2^-24 · max|v|, for any finite data with max|v| below 2^122.
   * Typical errors are 2 · 2^-24 · max|v| for values of both signs, and 4 · 2^-24 · max|v| for nearly equal values. With `queryScale`, scale includes the factor of the query. With `precise`, or if
   * weights or scores are returned, sums are made in double precision, and the bound of the output is 3 · 2^-24 · max|v|.
   * With rotary, queries and keys are also rounded once, as by `rotate`.
   *
   * @param options The arrays, their shapes, and which keys each query sees. Arrays may overlap.
   * @returns The output and, if requested, the weights and the scores.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * const q = Float32Array.of(0, 0, 0); // three tokens that attend equally to all keys
   * pe.attention({ q, k: q, v: Float32Array.of(3, 6, 9), heads: 1, headDim: 1, causal: true }).output; // Float32Array [3, 4.5, 6]
   */
  attention<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: AttentionOptions<Out>,
  ): AttentionResult<Out>;
}

const names = [
  ...shapeNames,
  ...scoreNames,
  ...axisOrderNames,
  "rotary",
  "weights",
  "logSumExp",
  "out",
] as const;
type Given = Unchecked<(typeof names)[number]>;

/** @param checkRotary Implements the option `rotary`. Without it, the option and its code are left out. */
export function attention(engine: Engine, checkRotary?: typeof checkAttentionRotary): Attention["attention"] {
  const known = checkRotary ? names : names.filter((name) => name !== "rotary");
  return ((options: unknown) => {
    const given = readOptions("options", options, known) as Given;
    const order = checkAxisOrder(given);
    if (given.rotary !== undefined)
      for (const param of ["q", "k"] as const) checkUnrotated(param, given[param]);
    const { batch, headsFirst } = order;
    if (batch === 1 && !headsFirst) return attend(engine, given, checkRotary);
    const { each, sizes } = sequencesOf(given, order);
    const { count, meaning } = lengthOf(sizes, batch);
    const out = checkOut(given.out, "Float32Array", count, meaning);
    const results = each.map((arrays) =>
      attend(engine, { ...given, ...arrays, out: undefined }, checkRotary),
    );
    return joined(results, sizes, { headsFirst, out: (given.out as Float32Array | undefined) ?? out });
  }) as Attention["attention"];
}

/** Attention of one sequence. */
function attend(
  engine: Engine,
  given: Given,
  checkRotary?: typeof checkAttentionRotary,
): AttentionResult<Float32Array> {
  const shape = attentionShape(given);
  const { sizes } = shape;
  const scores = checkScores(given, sizes);
  const rotary = checkRotary?.(engine, given.rotary, sizes, scores.settings.past);
  const wanted = checkFlag("weights", given.weights, false);
  const output = outputOf(sizes, given.out);
  const everyScore = (isWanted: boolean) =>
    isWanted ? new Output(Float32Array, sizes.heads * sizes.queries * sizes.keys) : undefined;
  const [weights, returned] = [everyScore(wanted), everyScore(scores.wanted)];
  const logSums = checkFlag("logSumExp", given.logSumExp, false)
    ? new Output(Float64Array, sizes.heads * sizes.queries)
    : undefined;
  run(engine, { shape, scores, rotary }, { output, weights, returned, logSums });
  type New = Float32Array<ArrayBuffer>;
  return {
    output: (given.out ?? output.result) as Float32Array,
    ...(weights && { weights: weights.result as New }),
    ...(returned && { scores: returned.result as New }),
    ...(logSums && { logSumExp: logSums.result as Float64Array<ArrayBuffer> }),
  };
}

function lengthOf({ queries, heads, valueDim }: AttentionShape, batch = 1) {
  const sizes = `${queries} · ${heads} · ${valueDim}`;
  const meaning =
    batch === 1
      ? `queries · heads · valueDim = ${sizes}`
      : `batch · queries · heads · valueDim = ${batch} · ${sizes}`;
  return { count: batch * queries * heads * valueDim, meaning };
}

function outputOf(sizes: AttentionShape, out: unknown): Output<Float32Array> {
  const { count, meaning } = lengthOf(sizes);
  return new Output(Float32Array, count, checkOut(out, "Float32Array", count, meaning));
}

interface Checked {
  shape: Shape;
  scores: CheckedScores;
  rotary: RotateBoth | undefined;
}

/** The larger of the two numbers decides the memory; parts of the keys can be merged, parts of the queries are independent. */
function sizeOf({ queries, keys }: Shape["sizes"]): Size {
  if (queries >= keys) return { param: "queries", value: queries };
  return { param: "keys", value: keys, fix: "Split the keys, and merge the results with mergeAttention" };
}

function run(engine: Engine, { shape, scores, rotary }: Checked, asked: Outputs): void {
  const [q, k, v] = [input(shape.q), input(shape.k), input(shape.v)];
  const attend = attentionStep(engine, { q, k, v, sizes: shape.sizes, scores }, asked);
  engine.run(sizeOf(shape.sizes), ...(rotary?.(q, k) ?? []), attend);
}

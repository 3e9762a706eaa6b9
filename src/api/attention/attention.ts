import { checkOut } from "../arguments/buffers.ts";
import { checkFlag, readOptions } from "../arguments/check.ts";
import type { Engine } from "../module/engine.ts";
import { type Area, input, Output, scratch } from "../module/memory.ts";
import { type AttentionRotary, type CheckedRotary, checkAttentionRotary } from "./attention-rotary.ts";
import { type CheckedScores, checkScores, type ScoreOptions, scoreNames } from "./attention-scores.ts";
import { attentionShape, type Shape, shapeNames } from "./attention-shape.ts";

/** Queries, keys and values, their shapes, and which scores count. */
export interface AttentionOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> extends ScoreOptions {
  /** Queries, (queries, heads, headDim), row-major. */
  q: Float32Array;
  /** Keys, (keys, kvHeads, headDim). */
  k: Float32Array;
  /** Values, (keys, kvHeads, valueDim). */
  v: Float32Array;
  /** Heads of the queries, from 1 to 65536. */
  heads: number;
  /** Heads of keys and values, a divisor of `heads`: heads / kvHeads query heads share one. Default `heads`. */
  kvHeads?: number | undefined;
  /** Channels of a head, from 1 to 65536. `headDim` or `queries` is required; the other follows from q's length. */
  headDim?: number | undefined;
  /** Number of queries, from 0 on. */
  queries?: number | undefined;
  /** Number of keys, from 0 on. Default: what k's length gives. */
  keys?: number | undefined;
  /**
   * Turns queries and keys by their positions first, as `rotate` would, to the same bits: key s at position start + s ·
   * stride, query t where key t + offset stands. Its `headDim` is that of the call; a preset brings its own, which must be
   * the same. With `positions`, those of the keys, every query stands at a key. xPos turns each by its side. Default: they
   * are taken as they are.
   *
   * @example
   * const x = Float32Array.of(1, 0, 1, 0); // two tokens that are alike
   * pe.attention({ q: x, k: x, v: x, heads: 1, headDim: 2, scale: 1, rotary: { pairing: "halves" }, scores: "raw" }).scores[1]; // 0.5403023, cos 1
   */
  rotary?: AttentionRotary | undefined;
  /** Whether to return the weights too. Default false. */
  weights?: boolean | undefined;
  /** Filled and returned as `output` in place of a new array: queries · heads · valueDim floats. */
  out?: Out | undefined;
}

/** What attention gives, and how it came about where that was asked for. */
export interface AttentionResult<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** (queries, heads, valueDim): `out`, or a new array. A query that sees no key has zeros. */
  output: Out;
  /** (heads, queries, keys), new, where asked for; each row sums to 1, or is all zeros. */
  weights?: Float32Array<ArrayBuffer>;
  /** (heads, queries, keys), new, where asked for. */
  scores?: Float32Array<ArrayBuffer>;
}

export interface Attention {
  /**
   * Multi-head attention: softmax(scale · q kᵀ) v, head by head.
   *
   * The output is off by at most 2 · 2^-24 · max|v| for normal data, 3 with rotary. Where weights or scores are asked for, all products are
   * summed in double precision, so the output's last bits may differ.
   *
   * @param options The arrays, their shapes, and what is hidden from whom. Arrays may overlap.
   * @returns The output and, where asked for, the weights and the scores.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * const q = Float32Array.of(0, 0, 0); // three tokens that look everywhere alike
   * pe.attention({ q, k: q, v: Float32Array.of(3, 6, 9), heads: 1, headDim: 1, causal: true }).output; // Float32Array [3, 4.5, 6]
   */
  attention<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: AttentionOptions<Out>,
  ): AttentionResult<Out>;
}

const names = [...shapeNames, ...scoreNames, "rotary", "weights", "out"] as const;

export function attention(engine: Engine): Attention["attention"] {
  return (<Out extends Float32Array>(options: AttentionOptions<Out>) => {
    const given = readOptions("options", options, names);
    const shape = attentionShape(given);
    const scores = checkScores(given, shape);
    const rotary = checkAttentionRotary(engine, given.rotary, shape, scores.offset);
    const wanted = checkFlag("weights", given.weights, false);
    const output = outputOf(shape, given.out);
    const everyScore = (isWanted: boolean) =>
      isWanted ? new Output(Float32Array, shape.heads * shape.queries * shape.keys) : undefined;
    const [weights, returned] = [everyScore(wanted), everyScore(scores.wanted)];
    run(engine, { shape, scores, rotary }, [output, weights ?? scratch(0), returned ?? scratch(0)]);
    return {
      output: given.out ?? output.result,
      ...(weights && { weights: weights.result }),
      ...(returned && { scores: returned.result }),
    };
  }) as Attention["attention"];
}

function outputOf({ queries, heads, valueDim }: Shape, out: unknown): Output<Float32Array> {
  const count = queries * heads * valueDim;
  const meaning = `queries · heads · valueDim = ${queries} · ${heads} · ${valueDim}`;
  return new Output(Float32Array, count, checkOut(out, "Float32Array", count, meaning));
}

interface Checked {
  shape: Shape;
  scores: CheckedScores;
  rotary: CheckedRotary | undefined;
}

function run(engine: Engine, { shape, scores, rotary }: Checked, outputs: Area[]): void {
  const { q, k, v, queries, keys, heads, kvHeads, headDim, valueDim } = shape;
  const { settings, rows } = scores;
  const size = { param: "queries", value: queries };
  const numbers = [queries, keys, heads, kvHeads, headDim, valueDim] as const;
  const bytes = engine.ask((module) => module.attentionScratch(...numbers));
  const struct = input(Uint32Array.from(numbers));
  const areas = [input(q), input(k), input(v), struct, settings, ...rows, ...outputs, scratch(bytes)];
  engine.run(size, [...areas, ...(rotary?.areas ?? [])], (module, slices) => {
    rotary?.turn(module, slices, areas.length);
    module.attention(slices);
  });
}

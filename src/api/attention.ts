import { attentionShape, type Shape, shapeNames } from "./attention-shape.ts";
import { checkOut } from "./buffers.ts";
import { checkFlag, checkNumber, readOptions } from "./check.ts";
import type { Engine } from "./engine.ts";
import { input, Output, scratch } from "./memory.ts";

export interface AttentionOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
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
  /** Whether query t sees only keys 0 to t. Default false. */
  causal?: boolean | undefined;
  /** Factor on the scores q·k. Default 1/√headDim. */
  scale?: number | undefined;
  /** Whether to return the weights too. Default false. */
  weights?: boolean | undefined;
  /** Filled and returned as `output` in place of a new array: queries · heads · valueDim floats. */
  out?: Out | undefined;
}

export interface AttentionResult<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** (queries, heads, valueDim): `out`, or a new array. A query that sees no key has zeros. */
  output: Out;
  /** (heads, queries, keys), new, where asked for; each row sums to 1, or is all zeros. */
  weights?: Float32Array<ArrayBuffer>;
}

export interface Attention {
  /**
   * Multi-head attention: softmax(scale · q kᵀ) v, head by head.
   *
   * @param options The arrays, their shapes, and what is hidden from whom. Arrays may overlap.
   * @returns The output and, where asked for, the weights.
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

const names = [...shapeNames, "causal", "scale", "weights", "out"] as const;
/** The largest float32: a larger factor makes every score infinite. */
const scaleRule = { from: -3.4e38, to: 3.4e38 };

export function attention(engine: Engine): Attention["attention"] {
  return (<Out extends Float32Array>(options: AttentionOptions<Out>) => {
    const given = readOptions("options", options, names);
    const shape = attentionShape(given);
    const scale = checkNumber("scale", given.scale, { ...scaleRule, default: 1 / Math.sqrt(shape.headDim) });
    const causal = checkFlag("causal", given.causal, false);
    const wanted = checkFlag("weights", given.weights, false);
    const output = outputOf(shape, given.out);
    const weights = new Output(Float32Array, wanted ? shape.heads * shape.queries * shape.keys : 0);
    run(engine, shape, { scale, causal }, [output, weights]);
    const result = { output: given.out ?? output.result };
    return wanted ? { ...result, weights: weights.result } : result;
  }) as Attention["attention"];
}

function outputOf({ queries, heads, valueDim }: Shape, out: unknown): Output<Float32Array> {
  const count = queries * heads * valueDim;
  const meaning = `queries · heads · valueDim = ${queries} · ${heads} · ${valueDim}`;
  return new Output(Float32Array, count, checkOut(out, "Float32Array", count, meaning));
}

interface Scores {
  scale: number;
  causal: boolean;
}

function run(engine: Engine, shape: Shape, { scale, causal }: Scores, outputs: Output<Float32Array>[]): void {
  const { q, k, v, queries, keys, heads, kvHeads, headDim, valueDim } = shape;
  const size = { param: "queries", value: queries };
  const struct = input(Uint32Array.of(queries, keys, heads, kvHeads, headDim, valueDim));
  const bytes = engine.run(size, [struct], (module, slices) =>
    module.attentionScratch(slices, scale, causal),
  );
  const areas = [input(q), input(k), input(v), struct, ...outputs, scratch(bytes)];
  engine.run(size, areas, (module, slices) => module.attention(slices, scale, causal));
}

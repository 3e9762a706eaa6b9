import { checkArray, checkLength, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Alignment } from "../arguments/offset.ts";
import { countIn, countRule, widthRule } from "../arguments/sizes.ts";
import { checkRelativeTable } from "../bias/relative-table.ts";
import { blockNames, blockOfPart, byHeads, checkBlock, isEmpty } from "../bias/score-block.ts";
import { kernelsOf, namesWith } from "../methods.ts";
import { apart, input, newArray, Output } from "../module/areas.ts";
import type { Engine } from "../module/engine.ts";
import { alongBoth, alongRows } from "../module/parts.ts";
import { firstSheet } from "../module/sheets.ts";
import type { Together } from "../spec/together.ts";
import { checkSpec, type Spec } from "../spec.ts";

/** Attention's weights, and the learned vectors that are summed with them. */
export interface RelativeValuesOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Attention's weights, (heads, queries, keys), row-major. */
  weights: Float32Array;
  /** Shaw's b: (2 clip + 1, heads or a divisor of them, headDim). */
  table: Float32Array;
  /** From 1 to 65536. */
  heads: number;
  /** Channels of a head, from 1 to 65536. */
  headDim: number;
  /** Number of queries, 0 or more. */
  queries: number;
  /** Number of keys, 0 or more. Default: it follows from the length of `weights`; without queries, it is `offset`. */
  keys?: number | undefined;
  /** Number of keys before the first query, from −2^53 to 2^53. Default 0. */
  offset?: number | undefined;
  /** In place of `offset`: `"end"` for keys − queries, as with a cache, `"start"` for 0. */
  align?: Alignment | undefined;
  /** Filled and returned instead of a new array: queries · heads · headDim floats. Unchanged if the call fails. */
  out?: Out | undefined;
}

export interface RelativeValues {
  /**
   * The sum of learned vectors of clipped distances, weighted with attention's weights, to be added to attention's output.
   *
   * @param spec `shaw`.
   * @param options The weights and the learned vectors.
   * @returns (queries, heads, headDim), row-major: `out`, or a new array. Sums are made in double and rounded once; a vector
   * whose weight is 0 is not read.
   * @throws TypeError and RangeError as `attention` does.
   * @example
   * pe.relativeValues({ method: "shaw", clip: 1 }, { weights: Float32Array.of(0.5, 0.5), table: Float32Array.of(1, 2, 6), heads: 1, headDim: 1, queries: 1 }); // Float32Array [4]
   */
  relativeValues<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    spec: Spec,
    options: RelativeValuesOptions<Out>,
  ): Out;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  relativeValues<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: Together<Spec, RelativeValuesOptions<Out>>,
  ): Out;
}

const names = ["weights", "table", "heads", "headDim", ...blockNames, "out"] as const;

export function relativeValues(engine: Engine): RelativeValues["relativeValues"] {
  return ((spec: unknown, options: unknown) => {
    const checked = checkSpec(spec);
    const method = kernelsOf(checked).values;
    if (method === undefined) throw noValues(checked.method);
    const given = readOptions("options", options, names);
    const weights = checkArray("weights", given.weights, ["Float32Array"]);
    const heads = checkNumber("heads", given.heads, widthRule);
    const headDim = checkNumber("headDim", given.headDim, widthRule);
    const queries = checkNumber("queries", given.queries, countRule);
    const implied =
      queries > 0 ? countIn("weights", weights.length, heads * queries, "heads · queries") : undefined;
    const block = checkBlock({ ...given, queries, keys: given.keys ?? implied });
    const scores = heads * queries * block.keys;
    checkLength("weights", weights, scores, `heads · queries · keys = ${heads} · ${queries} · ${block.keys}`);
    const values = checkRelativeTable("table", given.table, method.rows(checked), { heads, headDim });
    const count = queries * heads * headDim;
    const target = checkOut(given.out, "Float32Array", count, "queries · heads · headDim");
    if (isEmpty(block)) return (target ?? newArray(Float32Array, count)).fill(0);
    const out = new Output(Float32Array, count, target, undefined, alongRows);
    const shape = { block: blockOfPart(block), firstHead: firstSheet, heads, width: headDim };
    const read = input(apart(weights, target, false), alongBoth);
    const sum = method.sum(checked, { weights: read, values, shape, out });
    engine.runParts({ param: "queries", value: queries }, byHeads(heads, block), sum);
    return given.out ?? out.result;
  }) as RelativeValues["relativeValues"];
}

function noValues(method: string) {
  const text = `method must be ${namesWith("values")}, the only method that adds vectors to values; got "${method}"`;
  return rangeError(text, { code: "unsupported", param: "method", value: method });
}

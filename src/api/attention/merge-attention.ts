import { checkArray, checkLength, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions, wrongType } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countIn, widthRule } from "../arguments/sizes.ts";
import { type Area, type ElementType, Output, room, written } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { type AxisOrder, axisOrderNames, checkAxisOrder } from "../rotate/axis-order.ts";

/** The result of `attention` with `logSumExp: true` over a part of the keys. */
export interface AttentionPart {
  /** (queries, heads, valueDim), or as `batch` and `axisOrder` say. */
  output: Float32Array;
  /** (heads, queries), for each sequence of a batch. Required: call `attention` with `logSumExp: true`. */
  logSumExp?: Float64Array | undefined;
}

type CheckedPart = Required<AttentionPart> & { logSumExp: Float64Array };

/** Parts of one attention, and their shape. */
export interface MergeAttentionOptions<Out extends Float32Array = Float32Array<ArrayBuffer>>
  extends AxisOrder {
  /** One or more parts of the same shape. Each key belongs to exactly one part; only one part has the sinks. */
  parts: readonly AttentionPart[];
  /** Heads of the queries, from 1 to 65536. Queries and the width of a value follow from the lengths of the arrays. */
  heads: number;
  /** Filled and returned as `output` instead of a new array: with the length of a part's output. */
  out?: Out | undefined;
}

/** Attention over the keys of all parts. */
export interface MergedAttention<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** In the shape of a part's output: `out`, or a new array. */
  output: Out;
  /** In the shape of a part's logSumExp, new; so merged parts can be merged again. */
  logSumExp: Float64Array<ArrayBuffer>;
}

export interface MergeAttention {
  /**
   * Merges attention over parts of the keys into attention over all keys: for keys that do not fit into memory together, that
   * arrive in chunks, or that several workers hold.
   *
   * If each part's output is off by e, the merged output is off by at most e + 9 · 2^-24 · max|v|, and its logSumExp by
   * 4 · 2^-24. A part in which a query sees no key does not count for this query.
   *
   * @param options The parts, and the number of heads.
   * @returns The merged output and logSumExp.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for a
   * number out of range, an empty list of parts, and lengths that do not fit together.
   * @example
   * const q = Float32Array.of(0);
   * const part = (v) => pe.attention({ q, k: new Float32Array(v.length), v, heads: 1, headDim: 1, logSumExp: true });
   * pe.mergeAttention({ parts: [part(Float32Array.of(3)), part(Float32Array.of(6, 9))], heads: 1 }).output; // Float32Array [6]
   */
  mergeAttention<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: MergeAttentionOptions<Out>,
  ): MergedAttention<Out>;
}

const names = ["parts", "heads", ...axisOrderNames, "out"] as const;

export function mergeAttention(engine: Engine): MergeAttention["mergeAttention"] {
  return ((options: unknown) => {
    const given = readOptions("options", options, names);
    const { batch, headsFirst } = checkAxisOrder(given);
    const heads = checkNumber("heads", given.heads, widthRule);
    const parts = checkParts(given.parts);
    const [{ output: first, logSumExp: sums }] = parts;
    const queries = countIn("parts[0].logSumExp", sums.length, batch * heads, "batch · heads");
    const valueDim = sums.length === 0 ? 0 : countIn("parts[0].output", first.length, sums.length, ROWS);
    const out = checkOut(given.out, "Float32Array", first.length, "the length of parts[0].output");
    const output = new Output(Float32Array, first.length, out);
    const logSumExp = new Output(Float64Array, sums.length);
    // With heads before tokens, outputs and sums have their rows in one order: as one query of very many heads.
    const rows = headsFirst ? { batch: 1, queries: 1, heads: sums.length } : { batch, queries, heads };
    const merge = step("mergeAttention", {
      outputs: oneAfterTheOther(parts.map((part) => part.output)),
      logSums: oneAfterTheOther(parts.map((part) => part.logSumExp)),
      shape: { parts: parts.length, ...rows, valueDim },
      out: output,
      outLogSums: logSumExp,
      scratch: room(Float64Array, parts.length),
    });
    engine.run({ param: "parts", value: parts.length, name: "the number of parts," }, merge);
    return { output: given.out ?? output.result, logSumExp: logSumExp.result };
  }) as MergeAttention["mergeAttention"];
}

const ROWS = "the length of parts[0].logSumExp";

/** Arrays of one length, as one array in the memory of the module. */
function oneAfterTheOther<T extends Float32Array | Float64Array>(arrays: readonly T[]): Area<T> {
  const { length, constructor: type } = arrays[0]!;
  const write = (to: T) => {
    for (const [n, array] of arrays.entries()) to.set(array, n * length);
  };
  return written(type as unknown as ElementType<T>, arrays.length * length, write, 0);
}

/** Checks the parts, each against the first. */
function checkParts(given: unknown): [CheckedPart, ...CheckedPart[]] {
  if (!Array.isArray(given)) throw wrongType("parts", "an array of results of attention", given);
  if (given.length === 0)
    throw rangeError("parts must have at least one result of attention; got an empty array", {
      code: "range",
      param: "parts",
      value: given,
    });
  const parts = Array.from(given, (part: unknown, p) => {
    const name = `parts[${p}]`;
    const { output, logSumExp } = readOptions(name, part, ["output", "logSumExp", "weights", "scores"]);
    return {
      output: checkArray(`${name}.output`, output, ["Float32Array"]),
      logSumExp: checkArray(`${name}.logSumExp`, logSumExp, ["Float64Array"]),
    };
  });
  const [first, ...others] = parts as [CheckedPart, ...CheckedPart[]];
  for (const [n, part] of others.entries())
    for (const name of ["output", "logSumExp"] as const)
      checkLength(
        `parts[${n + 1}].${name}`,
        part[name],
        first[name].length,
        `the length of parts[0].${name}`,
      );
  return [first, ...others];
}

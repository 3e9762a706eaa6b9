/** Splits a batch into sequences with tokens before heads, and joins their results. */

import type { AttentionShape } from "../../bindings/attention.ts";
import { checkArray } from "../arguments/buffers.ts";
import type { Unchecked } from "../arguments/check.ts";
import { counted } from "../arguments/counted.ts";
import { rangeError } from "../arguments/errors.ts";
import { type ElementType, newArray } from "../module/areas.ts";
import { type CheckedOrder, swapped } from "../rotate/axis-order.ts";
import { attentionShape, type Shape, type shapeNames } from "./attention-shape.ts";

type Arrays = Pick<Shape, "q" | "k" | "v">;

interface Sequences {
  each: Arrays[];
  /** The arrays of one sequence. */
  sizes: AttentionShape;
}

/** Checks q, k and v of a batch. */
export function sequencesOf(
  given: Unchecked<(typeof shapeNames)[number]>,
  { batch, headsFirst }: CheckedOrder,
): Sequences {
  const [q, k, v] = (["q", "k", "v"] as const).map((name) => partsOf(name, given[name], batch));
  const arrays = (n: number): Arrays => ({ q: q!(n), k: k!(n), v: v!(n) });
  const { sizes } = attentionShape({ ...given, ...arrays(0) });
  const { heads, kvHeads, queries, keys, headDim, valueDim } = sizes;
  const turned = ({ q, k, v }: Arrays): Arrays => ({
    q: swapped(q, { batch: 1, first: heads, second: queries, width: headDim }),
    k: swapped(k, { batch: 1, first: kvHeads, second: keys, width: headDim }),
    v: swapped(v, { batch: 1, first: kvHeads, second: keys, width: valueDim }),
  });
  const each = Array.from({ length: batch }, (_, n) => (headsFirst ? turned(arrays(n)) : arrays(n)));
  return { each, sizes };
}

function partsOf(param: string, value: unknown, batch: number): (n: number) => Float32Array {
  const array = checkArray(param, value, ["Float32Array"]);
  const each = array.length / batch;
  if (Number.isInteger(each)) return (n) => array.subarray(n * each, (n + 1) * each);
  const text = `${param} must have a multiple of batch = ${counted(batch, "entry", "entries")}; got ${array.length}`;
  throw rangeError(text, { code: "length", param, value: array.length });
}

interface Result {
  output: Float32Array;
  weights?: Float32Array;
  scores?: Float32Array;
  logSumExp?: Float64Array;
}

interface Target {
  headsFirst: boolean;
  out: Float32Array | undefined;
}

/** The results of all sequences, one after the other. `out` is written at the end. */
export function joined(
  results: readonly Result[],
  sizes: AttentionShape,
  { headsFirst, out }: Target,
): Result {
  const { queries, heads, valueDim } = sizes;
  const outputs = results.map(({ output }) =>
    headsFirst ? swapped(output, { batch: 1, first: queries, second: heads, width: valueDim }) : output,
  );
  const [first] = results;
  return {
    output: concatenated(outputs, out),
    ...(first?.weights && { weights: concatenated(results.map(({ weights }) => weights!)) }),
    ...(first?.scores && { scores: concatenated(results.map(({ scores }) => scores!)) }),
    ...(first?.logSumExp && { logSumExp: concatenated(results.map(({ logSumExp }) => logSumExp!)) }),
  };
}

/** @param parts One or more arrays of the same length. */
function concatenated<T extends Float32Array | Float64Array>(parts: readonly T[], given?: T): T {
  const { constructor: type, length } = parts[0]!;
  const out = given ?? newArray(type as unknown as ElementType<T>, parts.length * length);
  for (const [n, part] of parts.entries()) out.set(part, n * length);
  return out;
}

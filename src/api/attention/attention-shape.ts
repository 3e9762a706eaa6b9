import type { AttentionShape } from "../../bindings/attention.ts";
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkNumber, type NumberRule, type Unchecked } from "../arguments/check.ts";
import { rangeError, typeError } from "../arguments/errors.ts";
import { countIn, countRule, widthRule } from "../arguments/sizes.ts";

export const shapeNames = ["q", "k", "v", "heads", "kvHeads", "headDim", "queries", "keys"] as const;

/** The arrays of an attention call, and their sizes. */
export interface Shape {
  q: Float32Array;
  k: Float32Array;
  v: Float32Array;
  sizes: AttentionShape;
}

const optional = (param: string, value: unknown, rule: NumberRule) =>
  value === undefined ? undefined : checkNumber(param, value, rule);

export function attentionShape(given: Unchecked<(typeof shapeNames)[number]>): Shape {
  const q = checkArray("q", given.q, ["Float32Array"]);
  const k = checkArray("k", given.k, ["Float32Array"]);
  const v = checkArray("v", given.v, ["Float32Array"]);
  const heads = checkNumber("heads", given.heads, widthRule);
  const kvHeads = checkKvHeads(given.kvHeads, heads);
  const { headDim, queries } = checkQueries(given, q.length, heads);
  const keys =
    optional("keys", given.keys, countRule) ?? countIn("k", k.length, kvHeads * headDim, "kvHeads · headDim");
  checkLength(
    "k",
    k,
    keys * kvHeads * headDim,
    `keys · kvHeads · headDim = ${keys} · ${kvHeads} · ${headDim}`,
  );
  const valueDim = checkValues(v, { keys, kvHeads, headDim, isCounted: given.keys === undefined, queries });
  return { q, k, v, sizes: { queries, keys, heads, kvHeads, headDim, valueDim } };
}

export function checkKvHeads(given: unknown, heads: number): number {
  const kvHeads = given === undefined ? heads : checkNumber("kvHeads", given, widthRule);
  if (heads % kvHeads === 0) return kvHeads;
  const text = `kvHeads must divide heads; got ${kvHeads} and ${heads}`;
  throw rangeError(text, { code: "range", param: "kvHeads", value: kvHeads });
}

/** Checks `headDim` and `queries`: if one of them is left out, it follows from the other and the length of q. */
export function checkQueries(
  given: Pick<Unchecked<(typeof shapeNames)[number]>, "headDim" | "queries">,
  length: number,
  heads: number,
): { headDim: number; queries: number } {
  const known = optional("queries", given.queries, countRule);
  let headDim = optional("headDim", given.headDim, widthRule);
  if (headDim === undefined) {
    if (!known) throw headDimMissing();
    headDim = checkNumber("headDim", countIn("q", length, known * heads, "queries · heads"), widthRule);
  }
  const queries = known ?? countIn("q", length, heads * headDim, "heads · headDim");
  checkLength(
    "q",
    { length },
    queries * heads * headDim,
    `queries · heads · headDim = ${queries} · ${heads} · ${headDim}`,
  );
  return { headDim, queries };
}

const headDimMissing = () =>
  typeError("headDim is required: an integer from 1 to 65536; or pass queries, a number above 0", {
    code: "missing",
    param: "headDim",
    value: undefined,
  });

interface Counts {
  queries: number;
  keys: number;
  kvHeads: number;
  headDim: number;
  /** Whether the number of keys was derived from the length of k, and so may be wrong itself. */
  isCounted: boolean;
}

/** Checks v and returns the width of a value. Without keys the width cannot be derived, and is set to the width of a key. */
function checkValues(v: Float32Array, counts: Counts): number {
  const { keys, kvHeads, headDim, isCounted } = counts;
  if (keys === 0) {
    checkLength("v", v, 0, "keys · kvHeads · valueDim");
    return headDim;
  }
  if (isCounted && v.length % (keys * kvHeads) !== 0) throw differentKeys(v.length, counts);
  return checkNumber("valueDim", countIn("v", v.length, keys * kvHeads, "keys · kvHeads"), widthRule);
}

/** The error for k and v of different lengths. It names k, unless k has one key for each query. */
function differentKeys(length: number, { queries, keys, kvHeads, headDim }: Counts) {
  const param = keys === queries ? "v" : "k";
  const text = `k and v must have the same number of keys: k has ${keys}, so v must have a multiple of keys · kvHeads = ${keys} · ${kvHeads} entries; got ${length} in v, and ${keys * kvHeads * headDim} in k`;
  return rangeError(text, {
    code: "length",
    param,
    value: param === "v" ? length : keys * kvHeads * headDim,
  });
}

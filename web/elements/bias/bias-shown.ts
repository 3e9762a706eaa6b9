import type { Posenc } from "../../../src/entries/encodings.ts";
import { type BiasSpec, learnedOf, METHODS, methodNamed, methodOf } from "../../methods/methods.ts";
import { plainOptions } from "../../methods/stand-in.ts";
import { range } from "../definition/figure-spec.ts";

/** The values of a bias. The simplest numbers stand in for learned ones. */

export const BIAS_METHODS = METHODS.filter((name) => methodNamed(name).family === "bias");

/** The number of heads that differ by more than their learned parameters: all or one. */
export const headsOf = (spec: BiasSpec, heads: number): number =>
  methodOf(spec).headsDiffer(spec) ? heads : 1;

export interface BiasShown {
  readonly spec: BiasSpec;
  /** Name of the shown quantity. */
  readonly quantity: string;
  readonly heads: number;
  /** The head of the shown matrix, from 0. */
  readonly head: number;
  readonly length: number;
  readonly causal: boolean;
  /** (heads, queries, keys). */
  readonly matrices: Float32Array;
  /** The largest finite |value|. */
  readonly limit: number;
}

export function biasValues(
  pe: Posenc,
  spec: BiasSpec,
  { heads: wanted, head, length, causal }: Pick<BiasShown, "heads" | "head" | "length" | "causal">,
): BiasShown {
  const heads = headsOf(spec, wanted);
  const matrices = pe.bias(spec, { heads, queries: length, causal, ...plainOptions(learnedOf(spec)) });
  const limit = matrices.reduce(
    (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
    0,
  );
  const quantity = methodOf(spec).quantity ?? "bias";
  return { spec, quantity, heads, head: Math.min(head, heads - 1), length, causal, matrices, limit };
}

export function biasAt({ length, matrices }: BiasShown, head: number, query: number, key: number): number {
  return matrices[(head * length + query) * length + key] as number;
}

/** A query and a key with an offset: the last query for keys before it, the first query for keys after it. */
export function placeOf(offset: number, length: number): { readonly query: number; readonly key: number } {
  return offset >= 0 ? { query: length - 1, key: length - 1 - offset } : { query: 0, key: -offset };
}

/** The offsets of a curve. */
export function offsetsOf({ length, causal }: BiasShown): number[] {
  return range(causal ? 0 : 1 - length, length);
}

export function curveOf(values: BiasShown, head: number): number[] {
  return offsetsOf(values).map((offset) => {
    const { query, key } = placeOf(offset, values.length);
    return biasAt(values, head, query, key);
  });
}

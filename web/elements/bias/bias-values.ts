import type { MethodName, Posenc, ResolvedSpec } from "../../../src/api/full.ts";

/** The biases that a figure shows, and their values. */

export const BIAS_METHODS = [
  "alibi",
  "t5",
  "kerple",
  "sandwich",
  "fire",
  "none",
] as const satisfies readonly MethodName[];

export type BiasSpec = ResolvedSpec<(typeof BIAS_METHODS)[number]>;

export function isBias(spec: ResolvedSpec): spec is BiasSpec {
  return (BIAS_METHODS as readonly MethodName[]).includes(spec.method);
}

type Learned = Pick<Parameters<Posenc["bias"]>[1], "table" | "r1" | "r2" | "perceptron">;

/**
 * The plainest numbers in the place of those that a model learns, for one head: T5's table holds the number of the
 * bucket, KERPLE's r₁ and r₂ are 1, FIRE's function gives what it is given.
 */
export function learnedOf(spec: BiasSpec): Learned {
  switch (spec.method) {
    case "t5":
      return { table: Float32Array.from({ length: spec.buckets }, (_, bucket) => bucket) };
    case "kerple":
      return { r1: [1], r2: [1] };
    case "fire": {
      const one = Float32Array.of(1);
      return { perceptron: { hiddenWeight: one, hiddenBias: Float32Array.of(0), outputWeight: one } };
    }
    default:
      return {};
  }
}

/** Heads that differ by more than what they learn: all of ALiBi and Sandwich, one of the others. */
export function headsOf(spec: BiasSpec, heads: number): number {
  const differ = spec.method === "alibi" || (spec.method === "sandwich" && spec.headRatios);
  return differ ? heads : 1;
}

export interface BiasValues {
  readonly method: BiasSpec["method"];
  readonly heads: number;
  readonly length: number;
  readonly causal: boolean;
  /** (heads, length, length), by query and key. */
  readonly matrices: Float32Array;
  /** The largest finite size of all. */
  readonly limit: number;
}

export function biasValues(
  pe: Posenc,
  spec: BiasSpec,
  { heads: wanted, length, causal }: Pick<BiasValues, "heads" | "length" | "causal">,
): BiasValues {
  const heads = headsOf(spec, wanted);
  const matrices = pe.bias(spec, { heads, queries: length, causal, ...learnedOf(spec) });
  const limit = matrices.reduce(
    (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
    0,
  );
  return { method: spec.method, heads, length, causal, matrices, limit };
}

/** The bias of one head for query i and key j. */
export function biasAt({ length, matrices }: BiasValues, head: number, query: number, key: number): number {
  return matrices[(head * length + query) * length + key] as number;
}

/** The query and the key that stand for an offset: of the last query for keys before it, of the first for those after. */
export function placeOf(offset: number, length: number): { readonly query: number; readonly key: number } {
  return offset >= 0 ? { query: length - 1, key: length - 1 - offset } : { query: 0, key: -offset };
}

/** The offsets that a curve runs over. */
export function offsetsOf({ length, causal }: BiasValues): number[] {
  const first = causal ? 0 : 1 - length;
  return Array.from({ length: length - first }, (_, index) => first + index);
}

/** One head's bias by offset. */
export function curveOf(values: BiasValues, head: number): number[] {
  return offsetsOf(values).map((offset) => {
    const { query, key } = placeOf(offset, values.length);
    return biasAt(values, head, query, key);
  });
}

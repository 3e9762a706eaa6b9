import { type AttentionOptions, load } from "posenc/full";
import { describe, expect, test } from "vitest";

const pe = await load();

/** Reproducible numbers, roughly normal: sums of three samples of a linear congruential generator. */
function numbers(length: number, seed: number): Float32Array<ArrayBuffer> {
  let state = seed;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Float32Array.from({ length }, () => 2 * (draw() + draw() + draw()));
}

type Shape = Record<"queries" | "keys" | "heads" | "kvHeads" | "headDim" | "valueDim", number>;

/** Straight from the formula, in double precision. */
function oracle(x: AttentionOptions, shape: Shape, scale: number) {
  const { queries, keys, heads, kvHeads, headDim, valueDim } = shape;
  const output = new Float64Array(queries * heads * valueDim);
  const weights = new Float64Array(heads * queries * keys);
  for (let h = 0; h < heads; h++) {
    const g = Math.floor((h * kvHeads) / heads);
    for (let t = 0; t < queries; t++) {
      const seen = x.causal ? Math.min(keys, t + 1) : keys;
      const scores = Array.from({ length: seen }, (_, s) => {
        let dot = 0;
        for (let c = 0; c < headDim; c++) {
          dot += x.q[(t * heads + h) * headDim + c]! * x.k[(s * kvHeads + g) * headDim + c]!;
        }
        return dot * scale;
      });
      const most = Math.max(...scores);
      const exps = scores.map((score) => Math.exp(score - most));
      const sum = exps.reduce((a, b) => a + b, 0);
      for (const [s, e] of exps.entries()) {
        weights[(h * queries + t) * keys + s] = e / sum;
        for (let c = 0; c < valueDim; c++) {
          output[(t * heads + h) * valueDim + c]! += (e / sum) * x.v[(s * kvHeads + g) * valueDim + c]!;
        }
      }
    }
  }
  return { output, weights };
}

const make = ({ queries, keys, heads, kvHeads, headDim, valueDim }: Shape): AttentionOptions => ({
  q: numbers(queries * heads * headDim, 1),
  k: numbers(keys * kvHeads * headDim, 2),
  v: numbers(keys * kvHeads * valueDim, 3),
  heads,
  kvHeads,
  headDim,
});

const shapes: Shape[] = [
  { queries: 1, keys: 1, heads: 1, kvHeads: 1, headDim: 1, valueDim: 1 },
  { queries: 3, keys: 3, heads: 1, kvHeads: 1, headDim: 4, valueDim: 4 },
  { queries: 5, keys: 7, heads: 4, kvHeads: 2, headDim: 3, valueDim: 5 },
  { queries: 17, keys: 33, heads: 6, kvHeads: 1, headDim: 16, valueDim: 9 },
  { queries: 64, keys: 64, heads: 2, kvHeads: 2, headDim: 32, valueDim: 32 },
];

describe.each(shapes)("attention, %o", (shape) => {
  test.each([false, true])("agrees with the formula, causal %s", (causal) => {
    const options = { ...make(shape), causal, offset: 0 };
    const expected = oracle(options, shape, 1 / Math.sqrt(shape.headDim));
    const { output, weights } = pe.attention({ ...options, weights: true });
    expect(output).toHaveLength(expected.output.length);
    expect(weights).toHaveLength(expected.weights.length);
    const largest = options.v.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const { output: alone } = pe.attention(options); // in float, where that is exact enough
    for (const [i, due] of expected.output.entries()) {
      for (const got of [output, alone]) {
        expect(Math.abs(got[i]! - due)).toBeLessThanOrEqual(2 * 2 ** -24 * largest);
      }
    }
    for (const [i, value] of weights!.entries()) expect(value).toBeCloseTo(expected.weights[i]!, 6);
  });
});

test("shapes follow from the lengths, given headDim or queries", () => {
  const options = { ...make(shapes[2]!), headDim: undefined };
  const expected = pe.attention(make(shapes[2]!));
  expect(pe.attention({ ...options, queries: 5 })).toEqual(expected);
  expect(pe.attention({ ...options, queries: 5, headDim: 3, keys: 7 })).toEqual(expected);
});

test("no queries give an empty output, and no keys give zeros", () => {
  const none = new Float32Array(0);
  expect(
    pe.attention({ q: none, k: numbers(4, 1), v: numbers(4, 1), heads: 2, headDim: 2 }).output,
  ).toHaveLength(0);
  const { output, weights } = pe.attention({
    q: numbers(4, 1),
    k: none,
    v: none,
    heads: 2,
    headDim: 2,
    weights: true,
  });
  expect(output).toEqual(new Float32Array(4));
  expect(weights).toHaveLength(0);
});

test("scale is 1/√headDim unless given; 0 makes all weights equal", () => {
  const options = make(shapes[1]!);
  expect(pe.attention({ ...options, scale: 0.5 })).toEqual(pe.attention(options));
  const { weights } = pe.attention({ ...options, scale: 0, weights: true });
  for (const weight of weights!) expect(weight).toBe(Math.fround(1 / 3));
});

test("NaN and infinities in keys that a causal mask hides never leak", () => {
  const options = { ...make(shapes[1]!), causal: true, weights: true };
  const clean = pe.attention(options);
  options.k.set([Number.NaN, Infinity, -Infinity, 3.4e38], 8);
  options.v.set([Number.NaN, Infinity, -Infinity, 1e-45], 8);
  const { output, weights } = pe.attention(options);
  expect(output.slice(0, 8)).toEqual(clean.output.slice(0, 8));
  expect(weights!.slice(0, 6)).toEqual(clean.weights!.slice(0, 6));
  expect(output[8]).toBeNaN();
});

test("large logits, large gaps and many keys stay finite and sum to 1", () => {
  const keys = 65536;
  for (const size of [0, 1, 100, 1e4]) {
    const q = Float32Array.of(size);
    const { output, weights } = pe.attention({
      q,
      k: numbers(keys, 5),
      v: numbers(keys, 6),
      heads: 1,
      headDim: 1,
      weights: true,
    });
    expect(output[0]).toSatisfy(Number.isFinite);
    expect(weights!.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  }
});

/** Attention in parts of the keys, merged. The kernel's bounds are tested in tests/kernels/attention. */
import { type AttentionOptions, load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();
const random = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((i + 1) * (i + seed)));

const sizes = { heads: 4, kvHeads: 2, headDim: 6 };
const [queries, keys, valueDim] = [5, 11, 3];
const given = {
  ...sizes,
  q: random(queries * 4 * 6, 1),
  k: random(keys * 2 * 6, 2),
  v: random(keys * 2 * valueDim, 3),
};

/** Keys `from` to `to` of `given`; query t stands at position 6 + t. */
const partOf = (from: number, to: number, options: Partial<AttentionOptions> = {}) =>
  pe.attention({
    ...given,
    k: given.k.subarray(from * 12, to * 12),
    v: given.v.subarray(from * 6, to * 6),
    causal: true,
    offset: 6 - from,
    logSumExp: true,
    ...options,
  });

/** Entries differ by at most the bounds of a part (3) and of merging (9), in units of 2^-24 · max|v|, of two results. */
const bound = 2 * 12 * 2 ** -24;

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i]!)));

describe("mergeAttention", () => {
  const whole = partOf(0, keys, { precise: true });

  test("of parts is attention over all keys, also where a query sees no key of a part", () => {
    const parts = [partOf(0, 4), partOf(4, 5), partOf(5, 11)];
    const merged = pe.mergeAttention({ parts, heads: 4 });
    expect(largestDifference(merged.output, whole.output)).toBeLessThanOrEqual(bound);
    expect(largestDifference(merged.logSumExp, whole.logSumExp!)).toBeLessThanOrEqual(8 * 2 ** -24);
    expect(partOf(9, 11).logSumExp!.includes(-Infinity)).toBe(true);
  });

  test("merges what it has merged", () => {
    const first = pe.mergeAttention({ parts: [partOf(0, 4), partOf(4, 5)], heads: 4 });
    const merged = pe.mergeAttention({ parts: [first, partOf(5, 11)], heads: 4 });
    expect(largestDifference(merged.output, whole.output)).toBeLessThanOrEqual(bound);
  });

  test("takes sinks from one part alone", () => {
    const sinks = Float32Array.of(1, -2, 0, 3);
    const expected = partOf(0, keys, { sinks, precise: true });
    const merged = pe.mergeAttention({ parts: [partOf(0, 6, { sinks }), partOf(6, 11)], heads: 4 });
    expect(largestDifference(merged.output, expected.output)).toBeLessThanOrEqual(bound);
  });

  test.each(["tokens-heads", "heads-tokens"] as const)(
    "keeps the sequences of a batch apart, %s",
    (axisOrder) => {
      const order = { batch: 2, axisOrder } as const;
      const inputs = { q: random(2 * 3 * 2 * 4, 5), heads: 2, headDim: 4, logSumExp: true, ...order };
      // With tokens first, each sequence has its own keys together; so parts are cut from the two sequences.
      const [k, v] = [random(2 * 4 * 2 * 4, 6), random(2 * 4 * 2 * 2, 7)];
      const all = pe.attention({ ...inputs, k, v, precise: true });
      const part = (from: number) => {
        const mask = Uint8Array.from({ length: 4 }, (_, s) => (s >= from && s < from + 2 ? 1 : 0));
        return pe.attention({ ...inputs, k, v, mask });
      };
      const merged = pe.mergeAttention({ parts: [part(0), part(2)], heads: 2, ...order });
      expect(largestDifference(merged.output, all.output)).toBeLessThanOrEqual(bound);
      expect(largestDifference(merged.logSumExp, all.logSumExp!)).toBeLessThanOrEqual(8 * 2 ** -24);
    },
  );

  test("fills out, which may be the output of a part", () => {
    const [a, b] = [partOf(0, 6), partOf(6, 11)];
    const expected = pe.mergeAttention({ parts: [a, b], heads: 4 }).output;
    const merged = pe.mergeAttention({ parts: [a, b], heads: 4, out: a.output });
    expect(merged.output).toBe(a.output);
    expect(merged.output).toEqual(expected);
  });

  test("of no queries is empty", () => {
    const empty = { output: new Float32Array(0), logSumExp: new Float64Array(0) };
    expect(pe.mergeAttention({ parts: [empty], heads: 3 })).toEqual(empty);
  });
});

describe("mergeAttention refuses", () => {
  const part = partOf(0, 6);
  const call = (options: object) => () => pe.mergeAttention({ parts: [part], heads: 4, ...options });
  test.each([
    ["no part", { parts: [] }, RangeError, "range", "parts"],
    ["parts that are no array", { parts: part }, TypeError, "type", "parts"],
    [
      "a part without logSumExp",
      { parts: [{ output: part.output }] },
      TypeError,
      "type",
      "parts[0].logSumExp",
    ],
    [
      "sums in float",
      { parts: [{ ...part, logSumExp: new Float32Array(20) }] },
      TypeError,
      "type",
      "parts[0].logSumExp",
    ],
    ["heads that do not fit", { heads: 3 }, RangeError, "length", "parts[0].logSumExp"],
    [
      "parts of two shapes",
      { parts: [part, { ...part, output: new Float32Array(3) }] },
      RangeError,
      "length",
      "parts[1].output",
    ],
    [
      "an output of another shape",
      { parts: [{ ...part, output: new Float32Array(59) }] },
      RangeError,
      "length",
      "parts[0].output",
    ],
    ["an out of another length", { out: new Float32Array(1) }, RangeError, "length", "out"],
    ["a misspelt option", { head: 4 }, TypeError, "unknown-option", "head"],
  ] as const)("%s", (_, options, Kind, code, param) => {
    expectError(call(options), Kind, code, param);
  });
});

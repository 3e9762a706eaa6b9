/** Batches, and PyTorch's order of axes, against arrays that are put in order by hand. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();
const [batch, heads, tokens, headDim] = [2, 3, 4, 6];
const sizes = batch * heads * tokens * headDim;
const x = Float32Array.from({ length: sizes }, (_, i) => Math.sin(i * i));

/** (batch, a, b, headDim) to (batch, b, a, headDim), one number at a time. */
function exchanged(from: Float32Array, a: number, b: number, width = headDim): Float32Array {
  const to = new Float32Array(from.length);
  for (let n = 0; n < from.length; n++) {
    const [channel, second] = [n % width, Math.floor(n / width) % b];
    const [first, sequence] = [Math.floor(n / width / b) % a, Math.floor(n / width / b / a)];
    to[((sequence * b + second) * a + first) * width + channel] = from[n]!;
  }
  return to;
}

const half = (from: Float32Array, n: number, of = batch) =>
  from.subarray((n * from.length) / of, ((n + 1) * from.length) / of);
const both = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

describe("rotate", () => {
  const rope = { heads, headDim, pairing: "halves" } as const;
  const positions = [[{ start: 7 }], [{ start: 2, stride: 3 }], [{ positions: [5, 1, 400, -2] }]] as const;

  test.each(positions)("a batch has the same positions in each sequence: %j", (at) => {
    const got = pe.rotate(x, { ...rope, ...at, batch });
    const each = [0, 1].map((n) => pe.rotate(half(x, n), { ...rope, ...at }));
    expect(got).toEqual(both(...each));
  });

  test.each(positions)("heads may come before tokens: %j", (at) => {
    const options = { ...rope, ...at, batch, axisOrder: "heads-tokens" } as const;
    const expected = exchanged(
      pe.rotate(exchanged(x, heads, tokens), { ...rope, ...at, batch }),
      tokens,
      heads,
    );
    expect(pe.rotate(x, options)).toEqual(expected);
    const same = x.slice();
    expect(pe.rotate(same, { ...options, out: same })).toBe(same);
    expect(same).toEqual(expected);
  });

  test("axes of positions, the float32 recipe and xPos go with a batch", () => {
    const kinds = [
      {
        ...rope,
        sections: [1, 1, 1],
        positions: [
          [1, 2, 3, 4],
          [0, 0, 1, 1],
          [5, 6, 5, 6],
        ],
      },
      { ...rope, precision: "float32", start: 1000 },
      { ...rope, method: "xpos", side: "key", start: 3 },
    ] as const;
    for (const options of kinds) {
      const each = [0, 1].map((n) => pe.rotate(half(x, n), options));
      expect(pe.rotate(x, { ...options, batch } as never)).toEqual(both(...each));
    }
  });

  test("refuses batches that do not fit", () => {
    const error = expectError(() => pe.rotate(x, { ...rope, batch: 5 }), RangeError, "length", "x");
    expect(error.message).toContain("batch · heads · headDim = 5 · 3 · 6");
    expectError(() => pe.rotate(x, { ...rope, batch: 0 }), RangeError, "range", "batch");
    expectError(
      () => pe.rotate(x, { ...rope, axisOrder: "bhsd" as never }),
      RangeError,
      "range",
      "axisOrder",
    );
  });
});

describe("attention", () => {
  const kvHeads = 1;
  const k = Float32Array.from({ length: batch * 5 * headDim }, (_, i) => Math.cos(3 * i));
  const v = Float32Array.from({ length: batch * 5 * 2 }, (_, i) => i);
  const options = {
    heads,
    kvHeads,
    headDim,
    causal: true,
    align: "end",
    weights: true,
    scores: "raw",
  } as const;
  const rotary = { pairing: "interleaved", start: 9 } as const;
  const each = [0, 1].map((n) =>
    pe.attention({ ...options, q: half(x, n), k: half(k, n), v: half(v, n), rotary }),
  );
  const expected = {
    output: both(...each.map(({ output }) => output)),
    weights: both(...each.map(({ weights }) => weights!)),
    scores: both(...each.map(({ scores }) => scores!)),
  };

  test("a batch is as one call for each sequence", () => {
    expect(pe.attention({ ...options, q: x, k, v, batch, rotary })).toEqual(expected);
  });

  test("heads may come before tokens, in queries, keys, values and output", () => {
    const q = exchanged(x, tokens, heads);
    const got = pe.attention({
      ...options,
      ...{ q, k: exchanged(k, 5, kvHeads), v: exchanged(v, 5, kvHeads, 2), batch, rotary },
      axisOrder: "heads-tokens",
    });
    expect(got.weights).toEqual(expected.weights);
    expect(got.output).toEqual(exchanged(expected.output, tokens, heads, 2));
    const out = new Float32Array(got.output.length);
    const again = { ...options, q, k, v, batch, rotary, axisOrder: "heads-tokens", out } as const;
    expect(pe.attention(again).output).toBe(out);
    expect(out).toEqual(got.output);
  });

  test("refuses arrays that are no batch, and leaves out as it was", () => {
    const error = expectError(
      () => pe.attention({ ...options, q: x, k, v: v.subarray(1), batch }),
      RangeError,
      "length",
      "v",
    );
    expect(error.message).toBe("v must have a multiple of batch = 2 entries; got 19");
    const out = new Float32Array(batch * tokens * heads * 2).fill(7);
    const short = { ...options, q: x, k, v, batch, out: out.subarray(1) };
    expectError(() => pe.attention(short), RangeError, "length", "out");
    expect(out.every((value) => value === 7)).toBe(true);
  });
});

/** Sinks, chunks and scales of queries, against the formula in double precision. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectAttention, heads, keys, plain, queries } from "./harness/attention-formula.ts";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

describe("sinks", () => {
  const sinks = Float32Array.of(0.5, -2, -Infinity, 30);

  test("take their share of the weight", () => {
    expectAttention(pe, { sinks }, { sink: (h) => sinks[h]! });
    expectAttention(
      pe,
      { sinks, causal: true, align: "end", softcap: 2 },
      { sink: (h) => sinks[h]!, softcap: 2, sees: (t, s) => s <= t + keys - queries },
    );
  });

  test("of −∞ change no bit, and a query that sees no key gives zeros", () => {
    const none = new Float32Array(heads).fill(-Infinity);
    expect(pe.attention({ ...plain, sinks: none })).toEqual(pe.attention(plain));
    const { output } = pe.attention({ ...plain, sinks, mask: new Uint8Array(keys) });
    expect(output.every((entry) => entry === 0)).toBe(true);
  });

  test("are one a head", () => {
    const short = { ...plain, sinks: new Float32Array(heads - 1) };
    const error = expectError(() => pe.attention(short), RangeError, "length", "sinks");
    expect(error.message).toContain("heads = 4");
  });
});

describe("chunks", () => {
  const inChunk = (offset: number, chunk: number) => (t: number, s: number) =>
    Math.floor((t + offset) / chunk) === Math.floor(s / chunk);

  test.each([
    [1, 0],
    [3, 0],
    [3, 2],
    [4, -3],
    [100, 2],
  ])("of %i keys, offset %i", (chunk, offset) => {
    expectAttention(pe, { window: { chunk }, offset }, { sees: inChunk(offset, chunk) });
    const causal = (t: number, s: number) => s <= t + offset && inChunk(offset, chunk)(t, s);
    expectAttention(pe, { window: { chunk }, offset, causal: true }, { sees: causal });
  });

  test("exclude a window, and begin with one key", () => {
    for (const side of ["before", "after"] as const) {
      const both = { ...plain, offset: 0, window: { chunk: 2, [side]: 1 } as object };
      const error = expectError(() => pe.attention(both), TypeError, "conflict", "window.chunk");
      expect(error.message).toContain(`window.${side}`);
    }
    const none = { ...plain, offset: 0, window: { chunk: 0 } };
    expectError(() => pe.attention(none), RangeError, "range", "window.chunk");
  });
});

describe("queryScale", () => {
  const rule = { beta: 0.1, length: 2, shift: 1 };
  const growth = (position: number) => 1 + 0.1 * Math.log(1 + Math.floor((position + 1) / 2));

  test("is by the position t + offset, or by a list", () => {
    expectAttention(pe, { queryScale: rule, offset: 0 }, { factor: growth });
    expectAttention(pe, { queryScale: rule, align: "end" }, { factor: (t) => growth(t + 2) });
    const positions = Float64Array.of(0, 8191, 2 ** 40, 3, 2 ** 53);
    expectAttention(
      pe,
      { queryScale: { ...rule, positions }, align: "end", softcap: 3 },
      { factor: (t) => growth(positions[t]!), softcap: 3 },
    );
  });

  test("without shift counts the first token as 0", () => {
    expectAttention(
      pe,
      { queryScale: { beta: 1, length: 3 }, offset: 0 },
      { factor: (t) => 1 + Math.log(1 + Math.floor(t / 3)) },
    );
  });

  test("log-n is 1 up to the trained length, then the logarithm to its base", () => {
    const positions = Float64Array.of(0, 2046, 2047, 8191, 2 ** 40);
    const factors = [1, 1, 1, Math.log2(8192) / 11, Math.log2(2 ** 40 + 1) / 11];
    expectAttention(
      pe,
      { queryScale: { type: "log-n", length: 2048, positions }, align: "end" },
      { factor: (t) => factors[t]! },
    );
  });

  test("scalable softmax: weights are powers of the number of keys", () => {
    const positions = Float64Array.of(0, 1, 9, 99, 4095);
    const factors = [0, Math.log(2), Math.log(10), 2 * Math.log(10), 12 * Math.log(2)];
    const option = { type: "scalable", scale: 0.43, positions } as const;
    expectAttention(pe, { queryScale: option, align: "end" }, { factor: (t) => 0.43 * factors[t]! });
    expectAttention(
      pe,
      { queryScale: { type: "scalable", scale: 0.43 }, offset: 0 },
      { factor: (t) => 0.43 * Math.log(t + 1) },
    );
  });

  test("log-ratio is 1 up to a length, then grows by the logarithm of the ratio to it", () => {
    const positions = Float64Array.of(0, 127_999, 128_000, 255_999, 2 ** 40);
    const factors = [
      1,
      1,
      1 + 0.1 * Math.log(128_001 / 128_000),
      1 + 0.1 * Math.LN2,
      1 + 0.1 * Math.log((2 ** 40 + 1) / 128_000),
    ];
    const option = { type: "log-ratio", beta: 0.1, length: 128_000, shift: 1, positions } as const;
    expectAttention(pe, { queryScale: option, align: "end" }, { factor: (t) => factors[t]! });
  });

  test("power doubles by its exponent at the length", () => {
    const positions = Float64Array.of(0, 2047, 6143, 14_335, 2 ** 40);
    const factors = [1 / 2048, 1, 3, 7, (2 ** 40 + 1) / 2048].map((ratio) => (1 + ratio) ** 0.1);
    const option = { type: "power", exponent: 0.1, length: 2048, shift: 1, positions } as const;
    expectAttention(pe, { queryScale: option, align: "end" }, { factor: (t) => factors[t]! });
  });

  test("each type has fields of its own", () => {
    const call = (queryScale: object) => () =>
      pe.attention({ ...plain, offset: 0, queryScale: queryScale as { type: "log-n"; length: number } });
    expectError(call({ type: "log-n" }), TypeError, "missing", "queryScale.length");
    expectError(call({ type: "log-n", length: 1 }), RangeError, "range", "queryScale.length");
    expectError(call({ type: "log-n", length: 9, beta: 1 }), TypeError, "unknown-option", "beta");
    expectError(call({ type: "scalable", scale: Number.NaN }), RangeError, "range", "queryScale.scale");
    expectError(call({ type: "scalable", length: 9 }), TypeError, "unknown-option", "length");
    expectError(call({ type: "logn", length: 9 }), RangeError, "range", "queryScale.type");
    expectError(call({ type: "log-ratio", length: 9 }), TypeError, "missing", "queryScale.beta");
    expectError(call({ type: "power", length: 9, exponent: 11 }), RangeError, "range", "queryScale.exponent");
    expectError(call({ type: "power", length: 9, beta: 1 }), TypeError, "unknown-option", "beta");
  });

  test("refuses positions that are too few, negative or not there", () => {
    const call =
      (queryScale: object, offset = 0) =>
      () =>
        pe.attention({ ...plain, offset, queryScale: { ...rule, ...queryScale } });
    expectError(call({ positions: new Float64Array(2) }), RangeError, "length", "queryScale.positions");
    const negative = Float64Array.of(0, 1, 2, -3, 4);
    expectError(call({ positions: negative }), RangeError, "range", "queryScale.positions[3]");
    expectError(call({}, -1), RangeError, "range", "offset");
    expectError(call({ length: 0 }), RangeError, "range", "queryScale.length");
    expectError(call({ slope: 1 }), TypeError, "unknown-option", "slope");
  });
});

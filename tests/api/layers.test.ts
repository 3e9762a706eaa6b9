/** softmax, matmul, layerNorm and gelu: against their formulas in double precision, and on wrong arguments. */
import { type ErrorCode, load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();
const noise = (length: number, seed = 1) =>
  Float32Array.from({ length }, (_, i) => 2 * Math.sin(i * i + seed) + Math.cos(3 * i));
const detached = noise(6);
structuredClone(detached, { transfer: [detached.buffer] });

/** Largest difference, in units of 2^-24 of the largest value due. */
function errorOf(values: Float32Array, due: number[]): number {
  expect(values).toHaveLength(due.length);
  const largest = Math.max(...due.map(Math.abs));
  return Math.max(...due.map((value, i) => Math.abs(values[i]! - value))) / (largest * 2 ** -24);
}

const rowsOf = (x: Float32Array, columns: number) =>
  Array.from({ length: x.length / columns }, (_, r) => [...x.subarray(r * columns, (r + 1) * columns)]);

describe("softmax", () => {
  test("is its formula, row by row", () => {
    for (const columns of [1, 3, 4, 5, 31]) {
      const x = noise(3 * columns);
      const due = rowsOf(x, columns).flatMap((row) => {
        const powers = row.map((value) => Math.exp(value - Math.max(...row)));
        return powers.map((power) => power / powers.reduce((a, b) => a + b));
      });
      expect(errorOf(pe.softmax(x, { columns }), due)).toBeLessThan(4);
    }
  });

  test("takes x as one row by default, and an empty x", () => {
    const x = noise(7);
    expect(pe.softmax(x)).toEqual(pe.softmax(x, { columns: 7 }));
    expect(pe.softmax(new Float32Array(0))).toHaveLength(0);
    expect(pe.softmax(new Float32Array(0), { columns: 5 })).toHaveLength(0);
  });

  test("has defined results for rows that are masked, infinite or NaN", () => {
    const x = Float32Array.of(-Infinity, -Infinity, Infinity, 3, Number.NaN, 1);
    expect([...pe.softmax(x, { columns: 2 })]).toEqual([0, 0, 1, 0, Number.NaN, Number.NaN]);
  });
});

describe("matmul", () => {
  const exact = (a: Float32Array, b: Float32Array, inner: number) => {
    const columns = b.length / inner;
    return rowsOf(a, inner).flatMap((row) =>
      Array.from({ length: columns }, (_, n) => row.reduce((sum, x, k) => sum + x * b[k * columns + n]!, 0)),
    );
  };

  test("is its formula for all sizes around that of a tile", () => {
    for (const [rows, inner, columns] of [
      [1, 1, 1],
      [3, 5, 7],
      [4, 64, 8],
      [5, 65, 9],
      [13, 130, 17],
    ] as const) {
      const [a, b] = [noise(rows * inner), noise(inner * columns, 2)];
      const due = exact(a, b, inner);
      expect(errorOf(pe.matmul(a, b, { inner, precise: true }), due)).toBeLessThanOrEqual(1);
      expect(errorOf(pe.matmul(a, b, { inner }), due)).toBeLessThan(64);
    }
  });

  test("gives an empty array without rows or columns", () => {
    const none = new Float32Array(0);
    expect(pe.matmul(none, noise(6), { inner: 2 })).toHaveLength(0);
    expect(pe.matmul(noise(6), none, { inner: 2 })).toHaveLength(0);
  });
});

describe("layerNorm", () => {
  test("is its formula, with gain and bias", () => {
    for (const dModel of [1, 2, 5, 64]) {
      const [x, gain, bias] = [noise(3 * dModel), noise(dModel, 2), noise(dModel, 3)];
      const due = rowsOf(x, dModel).flatMap((row) => {
        const mean = row.reduce((a, b) => a + b) / dModel;
        const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / dModel;
        return row.map((value, c) => ((value - mean) / Math.sqrt(variance + 0.5)) * gain[c]! + bias[c]!);
      });
      expect(errorOf(pe.layerNorm(x, { dModel, gain, bias, eps: 0.5 }), due)).toBeLessThanOrEqual(1);
    }
  });

  test("has a gain of 1, a bias of 0 and an eps of 1e-5 by default", () => {
    const [x, ones, zeros] = [noise(12), new Float32Array(4).fill(1), new Float32Array(4)];
    const told = pe.layerNorm(x, { dModel: 4, gain: ones, bias: zeros, eps: 1e-5 });
    expect(pe.layerNorm(x, { dModel: 4 })).toEqual(told);
  });
});

describe("gelu", () => {
  test("is x Φ(x) from the table of the normal distribution", () => {
    // Φ to ten digits: Abramowitz & Stegun, Handbook of Mathematical Functions, table 26.1.
    const phi = [0.5, 0.6914624613, 0.8413447461, 0.9772498681, 0.998650102];
    const x = Float32Array.of(0, 0.5, 1, 2, 3);
    expect(
      errorOf(
        pe.gelu(x),
        phi.map((share, i) => share * x[i]!),
      ),
    ).toBeLessThan(1.01);
    expect(
      errorOf(
        pe.gelu(x.map((value) => -value)),
        phi.map((share, i) => (share - 1) * x[i]!),
      ),
    ).toBeLessThan(1.1);
  });

  test("by tanh is the formula of BERT", () => {
    const x = noise(37);
    const root = Math.sqrt(2 / Math.PI);
    const due = [...x].map((value) => (value / 2) * (1 + Math.tanh(root * (value + 0.044715 * value ** 3))));
    expect(errorOf(pe.gelu(x, { approximate: "tanh" }), due)).toBeLessThanOrEqual(1);
    expect(pe.gelu(x, { approximate: "none" })).toEqual(pe.gelu(x));
  });
});

type Case = [call: () => unknown, kind: typeof RangeError | typeof TypeError, code: ErrorCode, param: string];
const six = noise(6);
/** Precise sums over it need 2^32 bytes beside it: an address cannot count them. */
const long = new Float32Array(2 ** 25);
const cases: Case[] = [
  [() => pe.softmax([1, 2] as never), TypeError, "type", "x"],
  [() => pe.softmax(detached), TypeError, "detached", "x"],
  [() => pe.softmax(six, { columns: 4 }), RangeError, "length", "x"],
  [() => pe.softmax(six, { columns: 0 }), RangeError, "range", "columns"],
  [() => pe.softmax(six, { axis: 1 } as never), TypeError, "unknown-option", "axis"],
  [() => pe.matmul(six, six, {} as never), TypeError, "missing", "inner"],
  [() => pe.matmul(six, six, { inner: 1.5 }), RangeError, "range", "inner"],
  [() => pe.matmul(six, noise(7), { inner: 2 }), RangeError, "length", "b"],
  [() => pe.matmul(noise(7), six, { inner: 2 }), RangeError, "length", "a"],
  [() => pe.matmul(six, detached, { inner: 2 }), TypeError, "detached", "b"],
  [() => pe.matmul(six, six, { inner: 2, precise: 1 as never }), TypeError, "type", "precise"],
  [
    () => pe.matmul(noise(2 ** 16), noise(2 ** 16), { inner: 1 }),
    RangeError,
    "memory-limit",
    "rows · columns",
  ],
  [
    () => pe.matmul(long, long, { inner: long.length, precise: true }),
    RangeError,
    "memory-limit",
    "rows · columns",
  ],
  [() => pe.layerNorm(six, {} as never), TypeError, "missing", "dModel"],
  [() => pe.layerNorm(six, { dModel: 4 }), RangeError, "length", "x"],
  [() => pe.layerNorm(six, { dModel: 3, gain: six }), RangeError, "length", "gain"],
  [() => pe.layerNorm(six, { dModel: 3, bias: [0, 0, 0] as never }), TypeError, "type", "bias"],
  [() => pe.layerNorm(six, { dModel: 3, eps: 0 }), RangeError, "range", "eps"],
  [() => pe.gelu("x" as never), TypeError, "type", "x"],
  [() => pe.gelu(six, { approximate: "erf" as never }), RangeError, "range", "approximate"],
];

test.each(cases)("%s is refused", (call, kind, code, param) => {
  expectError(call, kind, code, param);
});

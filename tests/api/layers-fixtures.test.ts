/** The functions around attention against numbers that come from their formulas, by a program that knows nothing of ours. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture, ulps } from "./harness/fixture.ts";

const pe = await load();
const layers = fixture("layers");
const floats = (values: number[]) => Float32Array.from(values);

/** The largest error in steps of the last place. */
const worst = (values: Float32Array, due: string[]) => {
  expect(values).toHaveLength(due.length);
  return Math.max(...due.map((digits, i) => ulps(values[i]!, digits)));
};

test("rmsNorm", () => {
  const { x, gain, dModel, out } = layers.rmsNorm;
  expect(worst(pe.rmsNorm(floats(x), { dModel, gain: floats(gain) }), out)).toBeLessThanOrEqual(0.501);
});

test("logSoftmax is within half a step and 2^-23", () => {
  const { x, columns, out } = layers.logSoftmax;
  const got = pe.logSoftmax(floats(x), { columns });
  for (const [i, digits] of (out as string[]).entries())
    expect(Math.abs(got[i]! - Number(digits))).toBeLessThanOrEqual((Math.abs(Number(digits)) + 2) * 2 ** -24);
});

test("linear has PyTorch's layout of weights unless told", () => {
  const { x, weight, bias, inner, out } = layers.linear;
  const options = { inner, weight: floats(weight), bias: floats(bias) };
  // The numbers are so short that every sum is exact.
  expect(worst(pe.linear(floats(x), options), out)).toBe(0);
  expect(worst(pe.linear(floats(x), { ...options, precise: true }), out)).toBe(0);
});

describe("matmul", () => {
  const { a, b, transposedA, transposedB, inner, out } = layers.matmul;

  test.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])("with transposeA %s and transposeB %s", (transposeA, transposeB) => {
    const factors = [floats(transposeA ? transposedA : a), floats(transposeB ? transposedB : b)] as const;
    expect(worst(pe.matmul(...factors, { inner, transposeA, transposeB }), out)).toBe(0);
  });
});

test("silu and relu", () => {
  const { x, silu, relu } = layers.units;
  expect(worst(pe.silu(floats(x)), silu)).toBeLessThanOrEqual(0.501);
  expect(worst(pe.relu(floats(x)), relu)).toBe(0);
});

import { expect, test } from "vitest";
import { fmix32, fnv1a, uniforms } from "../../web/methods/uniforms.ts";
import { entry } from "./attention/attention-oracle.ts";

test("FNV-1a gives its published values", () => {
  // draft-eastlake-fnv, appendix: test vectors for 32 bits
  expect(fnv1a("")).toBe(0x811c9dc5);
  expect(fnv1a("a")).toBe(0xe40c292c);
  expect(fnv1a("foobar")).toBe(0xbf9cf968);
});

test("MurmurHash3's finaliser gives its known values", () => {
  expect(fmix32(0)).toBe(0);
  expect(fmix32(1)).toBe(0x514e28b7);
  expect(fmix32(2)).toBe(0x30f4c306);
});

test("entries are those of the stated rule, computed in integers of any size", () => {
  for (const name of ["1/word/Jane", "0/query", "999999/word/עולם 👨‍👩‍👧‍👦"]) {
    const values = uniforms(name, 1000);
    for (const index of [0, 1, 2, 500, 999]) expect(values[index]).toBe(entry(name, index));
  }
});

test("entries are uniform in [-1, 1), exact in float32, and unrelated from name to name", () => {
  const count = 100_000;
  const [a, b] = [uniforms("a", count), uniforms("b", count)];
  const mean = (value: (index: number) => number) =>
    a.reduce((sum, _, index) => sum + value(index), 0) / count;
  const deviations = 5 / Math.sqrt(count); // five standard deviations of a mean of unit variance
  expect(Math.abs(mean((i) => a[i] as number))).toBeLessThan(deviations);
  expect(Math.abs(mean((i) => (a[i] as number) ** 2) - 1 / 3)).toBeLessThan(deviations);
  expect(Math.abs(mean((i) => (a[i] as number) * (b[i] as number)))).toBeLessThan(deviations);
  expect(a.every((value) => value >= -1 && value < 1 && Math.fround(value) === value)).toBe(true);
});

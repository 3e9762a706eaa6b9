import { type AddPositionsOptions, type EncodeOptions, load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture, nearest } from "./harness/fixture.ts";

const pe = await load();
const random = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i * i));

describe("√d · X + PE", () => {
  const { width: dModel, input, positions, output } = fixture("sinusoidal").added;

  test("is the float nearest to the exact sum, except for the rounding of √d", () => {
    const x = Float32Array.from([...input, ...input]);
    const got = pe.addPositions(x, { dModel, positions });
    for (const [row, values] of output.entries())
      for (const [column, value] of values.entries()) {
        const entry = got[row * dModel + column]!;
        expect(Math.abs(entry - nearest(value))).toBeLessThanOrEqual(2 ** -23 * Math.abs(nearest(value)));
      }
    expect(Math.sqrt(512).toFixed(2)).toBe("22.63");
    const norm = Math.hypot(...pe.sinusoidal({ dModel: 512, length: 1, start: 7 }));
    expect(norm).toBeCloseTo(16, 6);
  });

  test("each sum is rounded once", () => {
    const x = random(3 * 6);
    const table = pe.sinusoidal({ dModel: 6, length: 3 });
    const got = pe.addPositions(x, { dModel: 6, scale: 1 });
    for (const [i, entry] of got.entries()) expect(entry).toBe(Math.fround(x[i]! + table[i]!));
  });

  const encodings: [spec: Spec, more: EncodeOptions][] = [
    [{ method: "sinusoidal", dModel: 6 }, {}],
    [{ method: "sinusoidal", dModel: 6, layout: "halves", scale: 3 }, { start: 2 ** 24 }],
    [{ method: "sinusoidal", dModel: 6 }, { positions: [5, 0.5, -3] }],
    [{ preset: "tensor2tensor", dModel: 7 }, {}],
    [{ preset: "keras-hub", dModel: 7 }, { start: 9 }],
    [{ preset: "x-transformers", dModel: 6 }, {}],
    [{ preset: "fairseq", dModel: 6 }, { start: 0 }],
    [{ preset: "simple-pe", dModel: 5 }, {}],
    [{ method: "sinusoidal", dModel: 6, precision: "float32" }, { start: 5000 }],
    [{ method: "one-hot", dModel: 3 }, {}],
    [
      { method: "learned", dModel: 4, maxLength: 5 },
      { start: 2, table: random(20) },
    ],
    [{ preset: "nerf", octaves: 2, dimensions: 1 }, { points: [0.1, 0.2, 0.3] }],
  ];
  test.each(encodings)("adds the table of %j with %j", (spec, more) => {
    const isListed = more.points !== undefined || more.positions !== undefined;
    const rows: EncodeOptions = isListed ? more : { length: 3, ...more };
    const table = pe.encode(spec, rows);
    const x = random(2 * table.length);
    const got = pe.addPositions(x, { spec, scale: 1, ...rows });
    for (const [i, entry] of got.entries()) expect(entry).toBe(Math.fround(x[i]! + table[i % table.length]!));
  });

  test("a grid is added to every image of a batch", () => {
    const spec: Spec = { preset: "mae", dModel: 8, shape: [2, 3] };
    const table = pe.encode(spec);
    const x = random(3 * table.length);
    const got = pe.addPositions(x, { spec, scale: 1 });
    for (const [i, entry] of got.entries()) expect(entry).toBe(Math.fround(x[i]! + table[i % table.length]!));
  });

  test("makes long tables block by block, with the same entries", () => {
    const x = random(1000 * 10);
    const got = pe.addPositions(x, { dModel: 10, scale: 1, start: 3.5 });
    const listed = Array.from({ length: 1000 }, (_, t) => 3.5 + t);
    expect(got).toEqual(pe.addPositions(x, { dModel: 10, scale: 1, positions: listed }));
  });

  test("fills out, which may be x or any part of it; an empty x is legal", () => {
    const x = random(30);
    const expected = pe.addPositions(x, { dModel: 6 });
    const buffer = new Float32Array(60);
    for (const shift of [0, 1, 7, 30]) {
      buffer.set(x);
      const out = buffer.subarray(shift, shift + 30);
      expect(pe.addPositions(buffer.subarray(0, 30), { dModel: 6, out })).toBe(out);
      expect(out).toEqual(expected);
    }
    expect(pe.addPositions(new Float32Array(0), { dModel: 6 })).toHaveLength(0);
    expect(pe.addPositions(new Float32Array(0), { dModel: 6, length: 4 })).toHaveLength(0);
  });
});

describe("dropout", () => {
  const ones = new Float32Array(200 * 100).fill(1);
  const drop = (more: Partial<AddPositionsOptions>) =>
    pe.addPositions(ones, {
      spec: { method: "index", dModel: 100 },
      positions: new Float64Array(200),
      ...more,
    } as AddPositionsOptions);

  test("drops the given fraction of entries and multiplies the others by 1 / (1 − p)", () => {
    for (const dropout of [0.1, 0.5, 0.9]) {
      const got = drop({ scale: 1, dropout });
      const kept = got.filter((entry) => entry !== 0);
      for (const entry of kept) expect(entry).toBe(Math.fround(1 / (1 - dropout)));
      const deviation = Math.sqrt(dropout * (1 - dropout) * got.length);
      expect(Math.abs(kept.length - (1 - dropout) * got.length)).toBeLessThan(4 * deviation);
    }
  });

  test("depends on the seed, the row and the column only", () => {
    const got = drop({ dropout: 0.3, seed: 5 });
    expect(drop({ dropout: 0.3, seed: 5 })).toEqual(got);
    expect(drop({ dropout: 0.3, seed: 6 })).not.toEqual(got);
    expect(drop({ dropout: 0.3, seed: 2 ** 32 - 1 })).not.toEqual(got);
    const sinusoids = pe.addPositions(ones, { dModel: 100, dropout: 0.3, seed: 5 });
    for (const [i, entry] of got.entries()) expect(sinusoids[i] === 0).toBe(entry === 0);
  });

  test("replaces dropped entries by 0, NaN included, and a probability of 0 drops nothing", () => {
    const nan = new Float32Array(1000).fill(Number.NaN);
    const got = pe.addPositions(nan, { dModel: 10, dropout: 0.5 });
    expect(got.some((entry) => entry === 0)).toBe(true);
    expect(got.some((entry) => Number.isNaN(entry))).toBe(true);
    expect(drop({ scale: 1, dropout: 0 }).every((entry) => entry === 1)).toBe(true);
  });
});

describe("bad input", () => {
  const x = random(12);
  test.each<[unknown, typeof RangeError | typeof TypeError, string, string]>([
    [{ dModel: 6, dropout: 1 }, RangeError, "range", "dropout"],
    [{ dModel: 6, dropout: -0.1 }, RangeError, "range", "dropout"],
    [{ dModel: 6, dropout: Number.NaN }, RangeError, "range", "dropout"],
    [{ dModel: 6, seed: 2 ** 32 }, RangeError, "range", "seed"],
    [{ dModel: 6, seed: 0.5 }, RangeError, "range", "seed"],
    [{ dModel: 6, scale: Number.NaN }, RangeError, "range", "scale"],
    [{ dModel: 6, scale: "1" }, TypeError, "type", "scale"],
    [{ dModel: 8 }, RangeError, "length", "x"],
    [{ dModel: 6, length: 5 }, RangeError, "length", "x"],
    [{ dModel: 6, length: 0 }, RangeError, "length", "x"],
    [{ dModel: 6, points: [1] }, TypeError, "unknown-option", "points"],
    [{ dModel: 6, spec: { method: "index" } }, TypeError, "conflict", "dModel"],
    [{ spec: { method: "alibi" } }, RangeError, "unsupported", "method"],
    [{ spec: { method: "learned", dModel: 6, maxLength: 9 } }, TypeError, "type", "table"],
    [{ dModel: 6, out: new Float32Array(11) }, RangeError, "length", "out"],
    [{ dModel: 6, outt: x }, TypeError, "unknown-option", "outt"],
    [{}, TypeError, "missing", "dModel"],
    [undefined, TypeError, "type", "options"],
  ])("%j", (options, kind, code, param) => {
    expectError(() => pe.addPositions(x, options as never), kind, code as never, param);
  });

  test("x must be a Float32Array that was not transferred away", () => {
    expectError(() => pe.addPositions([1, 2] as never, { dModel: 2 }), TypeError, "type", "x");
    const gone = random(6);
    structuredClone(gone, { transfer: [gone.buffer] });
    expectError(() => pe.addPositions(gone, { dModel: 6 }), TypeError, "detached", "x");
  });
});

import { runInNewContext } from "node:vm";
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./expect-error.ts";

const pe = await load();
const spec: Spec = { method: "sinusoidal", dModel: 8 };
const rows = { length: 3, dModel: 8 };
const view = { positions: [0, 4], dimensions: [0, 8] } as const;
const picture = { view, width: 2, height: 3 } as const;
const six = () => Float32Array.from({ length: 6 }, (_, i) => Math.sin(i));
const attended = () => ({ q: six(), k: six(), v: six(), heads: 1, headDim: 2 });

const grid: Spec = { method: "grid", dModel: 8, shape: [2, 3] };
const clipped: Spec = { method: "shaw", clip: 1 };
const vectors = () => ({ q: six(), heads: 1, headDim: 2, table: six() });
const weighted = () => ({ weights: six(), table: six(), heads: 1, headDim: 2, queries: 3 });

/** Calls that fill `out`, and how many entries they need. */
const fills: [string, number, (out: never) => unknown][] = [
  ["sinusoidal", 24, (out) => pe.sinusoidal({ ...rows, out })],
  ["encode", 24, (out) => pe.encode(spec, { length: 3, out })],
  ["encode a grid", 48, (out) => pe.encode(grid, { out })],
  ["encode points", 12, (out) => pe.encode({ method: "fourier", octaves: 1 }, { points: six(), out })],
  ["addPositions", 6, (out) => pe.addPositions(six(), { dModel: 2, out })],
  ["rotate", 6, (out) => pe.rotate(six(), { heads: 1, headDim: 2, pairing: "halves", out })],
  ["permutePairing", 6, (out) => pe.permutePairing(six(), { headDim: 6, to: "halves", out })],
  ["heatmap as values", 6, (out) => pe.heatmap(spec, { ...picture, as: "values", out })],
  ["attention", 6, (out) => pe.attention({ ...attended(), out }).output],
  ["softmax", 6, (out) => pe.softmax(six(), { columns: 3, out })],
  ["matmul", 9, (out) => pe.matmul(six(), six(), { inner: 2, out })],
  ["layerNorm", 6, (out) => pe.layerNorm(six(), { dModel: 3, out })],
  ["gelu", 6, (out) => pe.gelu(six(), { out })],
  ["bias", 12, (out) => pe.bias({ method: "alibi" }, { heads: 2, queries: 2, keys: 3, out })],
  [
    "bias as a vector",
    8,
    (out) => pe.bias({ method: "none" }, { heads: 2, queries: 2, keys: 3, as: "vector", out }),
  ],
  ["relativeScores", 9, (out) => pe.relativeScores(clipped, { ...vectors(), keys: 3, out })],
  ["relativeValues", 6, (out) => pe.relativeValues(clipped, { ...weighted(), out })],
  ["shiftMatrix", 64, (out) => pe.shiftMatrix(spec, { k: 2, out })],
];

const wrongTypes = [
  ["Float64Array", new Float64Array(24)],
  ["Int32Array", new Int32Array(24)],
  ["DataView", new DataView(new ArrayBuffer(96))],
  ["Array", new Array(24).fill(0)],
  ["object", { length: 24 }],
  ['"abc"', "abc"],
  ["null", null],
] as const;

describe.each(fills)("out of %s", (_, count, fill) => {
  test("is filled with what a new array would hold, and returned", () => {
    const out = new Float32Array(count).fill(9);
    const expected = fill(undefined as never);
    expect(fill(out as never)).toBe(out);
    expect(out).toEqual(expected);
  });

  test("may be a part of a larger buffer, shared, or from another realm", () => {
    const expected = fill(undefined as never);
    const whole = new Float32Array(count + 2).fill(9);
    expect(fill(whole.subarray(1, count + 1) as never)).toEqual(expected);
    expect([whole[0], whole[count + 1]]).toEqual([9, 9]);
    const shared = new Float32Array(new SharedArrayBuffer(4 * count));
    expect([...(fill(shared as never) as Float32Array)]).toEqual([...(expected as Float32Array)]);
    const foreign = runInNewContext(`new Float32Array(${count})`);
    expect([...(fill(foreign as never) as Float32Array)]).toEqual([...(expected as Float32Array)]);
  });

  test.each(wrongTypes)("may not be a %s", (kind, out) => {
    const error = expectError(() => fill(out as never), TypeError, "type", "out");
    expect(error.message).toContain(kind);
  });

  test.each([-1, 1, 1000])("must fit: %i entries more", (more) => {
    const out = new Float32Array(count + more).fill(9);
    const error = expectError(() => fill(out as never), RangeError, "length", "out");
    expect(error.message).toContain(String(count));
    expect(error.message).toContain(String(count + more));
    expect(out.every((entry) => entry === 9)).toBe(true);
  });

  test("may not be detached", () => {
    const out = new Float32Array(count);
    structuredClone(out, { transfer: [out.buffer] });
    expectError(() => fill(out as never), TypeError, "detached", "out");
  });

  test("may not lie outside a buffer that shrank", () => {
    const buffer = new ArrayBuffer(4 * count, { maxByteLength: 8 * count });
    const fixed = new Float32Array(buffer, 0, count);
    const tracking = new Float32Array(buffer);
    expect(fill(tracking as never)).toBe(tracking);
    buffer.resize(4 * count - 4);
    expectError(() => fill(fixed as never), RangeError, "length", "out");
    expectError(() => fill(tracking as never), RangeError, "length", "out");
  });

  test("is believed over an overridden length", () => {
    const out = Object.defineProperty(new Float32Array(count - 1), "length", { value: count });
    expectError(() => fill(out as never), RangeError, "length", "out");
  });

  test("stays as it was when another argument is wrong", () => {
    const out = new Float32Array(count).fill(9);
    expect(() => pe.sinusoidal({ ...rows, start: Number.NaN, out })).toThrow();
    expect(() => pe.attention({ ...attended(), scale: Number.NaN, out })).toThrow();
    expect(() => pe.heatmap(spec, { ...picture, as: "values", mode: "no" as "exact", out })).toThrow();
    expect(out.every((entry) => entry === 9)).toBe(true);
  });
});

test("a heat map's pixels go into a Uint8ClampedArray only", () => {
  const out = new Uint8ClampedArray(24);
  expect(pe.heatmap(spec, { ...picture, out })).toBe(out);
  expect(out).toEqual(pe.heatmap(spec, picture));
  expectError(
    () => pe.heatmap(spec, { ...picture, out: new Uint8Array(24) as never }),
    TypeError,
    "type",
    "out",
  );
  expectError(
    () => pe.heatmap(spec, { ...picture, out: new Uint8ClampedArray(6) }),
    RangeError,
    "length",
    "out",
  );
});

describe.each(["q", "k", "v"] as const)("attention's %s", (param) => {
  test.each(wrongTypes)("may not be a %s", (kind, value) => {
    const options = { ...attended(), [param]: value };
    const error = expectError(() => pe.attention(options as never), TypeError, "type", param);
    expect(error.message).toContain(kind);
  });

  test("may not be detached, nor of a length that does not fit", () => {
    const options = attended();
    structuredClone(options[param], { transfer: [options[param].buffer] });
    expectError(() => pe.attention(options), TypeError, "detached", param);
    const odd = { ...attended(), [param]: new Float32Array(7) };
    expectError(() => pe.attention(odd), RangeError, "length", param);
  });
});

test("palette holds 256 colours of 4 bytes", () => {
  const palette = Uint8Array.from({ length: 1024 }, (_, i) => i % 251);
  expect(pe.heatmap(spec, { ...picture, palette })).toHaveLength(24);
  expectError(
    () => pe.heatmap(spec, { ...picture, palette: palette.subarray(4) }),
    RangeError,
    "length",
    "palette",
  );
  const words = new Uint32Array(256) as never;
  expectError(() => pe.heatmap(spec, { ...picture, palette: words }), TypeError, "type", "palette");
});

describe("overlap", () => {
  test("out over any part of an input is as if the input had been copied first", () => {
    for (const param of ["q", "k", "v"] as const) {
      for (const shift of [0, 1, 2, 5]) {
        const buffer = new Float32Array(12);
        const source = buffer.subarray(0, 6);
        source.set(six());
        const expected = pe.attention({ ...attended(), [param]: source.slice() }).output;
        const out = buffer.subarray(shift, shift + 6);
        expect(pe.attention({ ...attended(), [param]: source, out }).output).toEqual(expected);
      }
    }
  });

  test("out over the positions, too", () => {
    const buffer = new ArrayBuffer(64);
    const positions = new Float64Array(buffer, 0, 2);
    positions.set([3, 5]);
    const expected = pe.sinusoidal({ positions: [3, 5], dModel: 8 });
    const out = new Float32Array(buffer, 0, 16);
    expect(pe.sinusoidal({ positions, dModel: 8, out })).toEqual(expected);
  });

  test("one array may be query, key and value", () => {
    const x = six();
    const apart = pe.attention({ q: x.slice(), k: x.slice(), v: x.slice(), heads: 1, headDim: 2 });
    expect(pe.attention({ q: x, k: x, v: x, heads: 1, headDim: 2 })).toEqual(apart);
  });
});

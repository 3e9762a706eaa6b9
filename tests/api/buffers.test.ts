import { runInNewContext } from "node:vm";
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fills, six } from "./harness/each-fill.ts";
import { expectError } from "./harness/expect-error.ts";
import { changed, type Path, takeApart, valuesIn } from "./harness/taken-apart.ts";

const pe = await load();
const spec: Spec = { method: "sinusoidal", dModel: 8 };
const view = { positions: [0, 4], dimensions: [0, 8] } as const;
const picture = { view, width: 2, height: 3 } as const;
const attended = () => ({ q: six(), k: six(), v: six(), heads: 1, headDim: 2 });

const wrongTypes = [
  ["Float64Array", new Float64Array(24)],
  ["Int32Array", new Int32Array(24)],
  ["DataView", new DataView(new ArrayBuffer(96))],
  ["Array", new Array(24).fill(0)],
  ["object", { length: 24 }],
  ['"abc"', "abc"],
  ["null", null],
] as const;

/** Where `out` stands among the arguments, and all else there. */
function outAmong(args: unknown[]): [out: Path, others: [path: Path, value: unknown][]] {
  const places = [...valuesIn(args)];
  const isOut = ([path]: [path: Path, value: unknown]) => path.at(-1) === "out";
  return [places.find(isOut)?.[0] ?? [], places.filter((place) => !isOut(place))];
}

describe.each(fills)("out of %s", (_, count, fill) => {
  test("is filled with the same numbers as a new array, and returned", () => {
    const out = new Float32Array(count).fill(9);
    const expected = fill(pe, undefined as never);
    expect(fill(pe, out as never)).toBe(out);
    expect(out).toEqual(expected);
  });

  test("may be a part of a larger buffer, shared, or from another realm", () => {
    const expected = fill(pe, undefined as never);
    const whole = new Float32Array(count + 2).fill(9);
    expect(fill(pe, whole.subarray(1, count + 1) as never)).toEqual(expected);
    expect([whole[0], whole[count + 1]]).toEqual([9, 9]);
    const shared = new Float32Array(new SharedArrayBuffer(4 * count));
    expect([...(fill(pe, shared as never) as Float32Array)]).toEqual([...(expected as Float32Array)]);
    const foreign = runInNewContext(`new Float32Array(${count})`);
    expect([...(fill(pe, foreign as never) as Float32Array)]).toEqual([...(expected as Float32Array)]);
  });

  test.each(wrongTypes)("may not be a %s", (kind, out) => {
    const error = expectError(() => fill(pe, out as never), TypeError, "type", "out");
    expect(error.message).toContain(kind);
  });

  test.each([-1, 1, 1000])("must have the right length: %i entries more are refused", (more) => {
    const out = new Float32Array(count + more).fill(9);
    const error = expectError(() => fill(pe, out as never), RangeError, "length", "out");
    expect(error.message).toContain(String(count));
    expect(error.message).toContain(String(count + more));
    expect(out.every((entry) => entry === 9)).toBe(true);
  });

  test("may not be detached", () => {
    const out = new Float32Array(count);
    structuredClone(out, { transfer: [out.buffer] });
    expectError(() => fill(pe, out as never), TypeError, "detached", "out");
  });

  test("may not lie outside a buffer that shrank", () => {
    const buffer = new ArrayBuffer(4 * count, { maxByteLength: 8 * count });
    const fixed = new Float32Array(buffer, 0, count);
    const tracking = new Float32Array(buffer);
    expect(fill(pe, tracking as never)).toBe(tracking);
    buffer.resize(4 * count - 4);
    expectError(() => fill(pe, fixed as never), RangeError, "length", "out");
    expectError(() => fill(pe, tracking as never), RangeError, "length", "out");
  });

  test("is read by its real length, not by an overridden one", () => {
    const out = Object.defineProperty(new Float32Array(count - 1), "length", { value: count });
    expectError(() => fill(pe, out as never), RangeError, "length", "out");
  });

  test("stays as it was if any other argument is wrong", () => {
    const { args, run } = takeApart(pe, (pe) => fill(pe, undefined as never));
    const out = new Float32Array(count).fill(9);
    const [ofOut, others] = outAmong(args);
    expect(others.length).toBeGreaterThan(0);
    for (const [path] of others) {
      const given = changed(
        changed(args, ofOut, () => out),
        path,
        () => Symbol("wrong"),
      );
      expect(() => run(given)).toThrow();
    }
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

  test("may not be detached, and must have the right length", () => {
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
  test.each(fills)(
    "out of %s over any part of any input is as if it had been copied first",
    (_, count, fill) => {
      const { args, result, run } = takeApart(pe, (pe) => fill(pe, undefined as never));
      const [ofOut, others] = outAmong(args);
      for (const [path, value] of others) {
        if (!(value instanceof Float32Array)) continue;
        for (const shift of [-5, -1, 0, 1, 2, 5]) {
          const memory = new Float32Array(count + value.length + 10);
          const [input, out] = [memory.subarray(5 + shift), memory.subarray(5)];
          input.set(value);
          const given = changed(args, path, () => input.subarray(0, value.length));
          expect(run(changed(given, ofOut, () => out.subarray(0, count)))).toEqual(result);
        }
      }
    },
  );

  test("out may overlap the positions", () => {
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

/** Wrong arguments of the functions for additive and rotary encodings. */
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";

const pe = await load();
type Case = [call: () => unknown, kind: typeof RangeError | typeof TypeError, code: string, param: string];
const random = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i));

const rope = { headDim: 4, pairing: "halves" } as const;
const x = random(24);
const turn = (options: object, values: unknown = x) =>
  pe.rotate(values as never, { heads: 2, ...rope, ...options } as never);
const table = (options: object, spec: object = { method: "rope", ...rope }) =>
  pe.rotaryTable(spec as Spec, options as never);
const permute = (options: object, values: unknown = x) =>
  pe.permutePairing(values as never, { headDim: 4, to: "halves", ...options } as never);
const features: Spec = { method: "random-fourier", dimensions: 2, features: 3 };
const nerf: Spec = { method: "fourier", dimensions: 2, octaves: 2 };
const learned: Spec = { method: "learned", dModel: 2, maxLength: 3 };
const image = { method: "grid", dModel: 8, shape: [2, 2] } as const;
const detached = random(24);
structuredClone(detached, { transfer: [detached.buffer] });

const cases: Record<string, Case[]> = {
  encode: [
    [() => pe.encode(nerf), TypeError, "type", "points"],
    [() => pe.encode(nerf, { points: [1, 2, 3] }), RangeError, "length", "points"],
    [() => pe.encode(nerf, { points: [1, Number.NaN] }), RangeError, "range", "points[1]"],
    [() => pe.encode(nerf, { points: ["1", 2] as never }), TypeError, "type", "points[0]"],
    [() => pe.encode(nerf, { points: [1, 2 ** 54] }), RangeError, "range", "points[1]"],
    [() => pe.encode(nerf, { points: [1, 2], length: 1 }), TypeError, "unknown-option", "length"],
    [() => pe.encode(features, { points: [1, 2], matrix: [1] }), RangeError, "length", "matrix"],
    [
      () => pe.encode(features, { points: [1, 2], matrix: [0, 0, 0, 0, 0, 2e9] }),
      RangeError,
      "range",
      "matrix[5]",
    ],
    [() => pe.encode(learned, { length: 1 }), TypeError, "type", "table"],
    [
      () => pe.encode(learned, { length: 1, table: new Float64Array(6) as never }),
      TypeError,
      "type",
      "table",
    ],
    [() => pe.encode(learned, { length: 1, table: random(5) }), RangeError, "length", "table"],
    [() => pe.encode(learned, { length: 1, start: 0.5, table: random(6) }), RangeError, "range", "start"],
    [() => pe.encode(learned, { length: 1, table: detached }), TypeError, "detached", "table"],
    [() => pe.encode({ method: "index" }, { length: 2 ** 53 - 1 }), RangeError, "memory-limit", "length"],
    [() => pe.encode({ method: "index" }, {}), TypeError, "missing", "length"],
    [
      () => pe.encode({ method: "grid", dModel: 4096, shape: [32768, 32768] }),
      RangeError,
      "memory-limit",
      "shape",
    ],
    [
      () => pe.encode({ method: "grid", dModel: 8, shape: [2, 2] }, { length: 4 }),
      TypeError,
      "unknown-option",
      "length",
    ],
    [
      () => pe.encode({ method: "grid", dModel: 8, shape: [2, 2] }, { out: new Float32Array(31) }),
      RangeError,
      "length",
      "out",
    ],
    [
      () => pe.encode({ method: "sinusoidal", dModel: 4, base: 1e-9, scale: 1e6 }, { length: 1 }),
      RangeError,
      "range",
      "scale",
    ],
  ],
  "encode a grid": [
    [() => pe.encode({ ...image, start: 2 ** 53 }), RangeError, "range", "start"],
    [() => pe.encode({ ...image, start: -1, normalize: true }), RangeError, "range", "start"],
    [() => pe.encode({ ...image, base: 0.5, normalize: true }), RangeError, "range", "base"],
    [() => pe.encode({ ...image, valid: [3, 2] }), RangeError, "range", "valid"],
    [() => pe.encode({ ...image, axes: [0, 0] }), RangeError, "range", "axes"],
    [() => pe.encode({ ...image, dModel: 6 }), RangeError, "range", "dModel"],
  ],
  rotate: [
    [() => turn({}, [1, 2]), TypeError, "type", "x"],
    [() => turn({}, new Float64Array(8)), TypeError, "type", "x"],
    [() => turn({}, detached), TypeError, "detached", "x"],
    [() => turn({}, random(9)), RangeError, "length", "x"],
    [() => turn({ heads: 0 }), RangeError, "range", "heads"],
    [() => turn({ heads: "2" }), TypeError, "type", "heads"],
    [() => turn({ heads: undefined }), TypeError, "missing", "heads"],
    [() => turn({ pairing: undefined }), TypeError, "missing", "pairing"],
    [() => turn({ pairing: "neox" }), RangeError, "range", "pairing"],
    [() => turn({ rotaryDim: 6 }), RangeError, "range", "rotaryDim"],
    [() => turn({ rotaryDim: 3 }), RangeError, "range", "rotaryDim"],
    [() => turn({ method: "sinusoidal" }), TypeError, "unknown-option", "headDim"],
    [() => turn({ preset: "llama-2" }), TypeError, "unknown-option", "headDim"],
    [() => turn({ side: "query" }), TypeError, "conflict", "side"],
    [() => turn({ method: "xpos" }), TypeError, "missing", "side"],
    [() => turn({ method: "xpos", side: "value" }), RangeError, "range", "side"],
    [() => turn({ inverse: 1 }), TypeError, "type", "inverse"],
    [() => turn({ start: Number.NaN }), RangeError, "range", "start"],
    [() => turn({ start: 2 ** 53, stride: 2 ** 53 }), RangeError, "range", "start"],
    [() => turn({ stride: "1" }), TypeError, "type", "stride"],
    [() => turn({ positions: [1, 2, 3], start: 1 }), TypeError, "conflict", "start"],
    [() => turn({ positions: [1, 2, 3], stride: 1 }), TypeError, "conflict", "stride"],
    [() => turn({ positions: [1, 2] }), RangeError, "length", "positions"],
    [() => turn({ positions: [1, "2", 3] }), TypeError, "type", "positions[1]"],
    [() => turn({ positions: [[1, 2, 3]] }), RangeError, "length", "positions"],
    [() => turn({ sections: [1, 1], positions: [[1, 2, 3]] }), RangeError, "length", "positions"],
    [
      () =>
        turn({
          sections: [1, 1],
          positions: [
            [1, 2, 3],
            [1, 2],
          ],
        }),
      RangeError,
      "length",
      "positions[1]",
    ],
    [
      () =>
        turn({
          sections: [1, 1],
          positions: [
            [1, 2, 3],
            [1, 2, null],
          ],
        }),
      TypeError,
      "type",
      "positions[1][2]",
    ],
    [() => turn({ sections: [1, 1], positions: [[1, 2, 3], {}] }), TypeError, "type", "positions[1]"],
    [() => turn({ out: random(23) }), RangeError, "length", "out"],
    [() => turn({ out: x, headsDim: 4 }), TypeError, "unknown-option", "headsDim"],
    [() => pe.rotate(x, undefined as never), TypeError, "type", "options"],
  ],
  rotaryTable: [
    [() => table({}), TypeError, "missing", "length"],
    [() => table({ length: -1 }), RangeError, "range", "length"],
    [() => table({ length: 2, positions: [1] }), RangeError, "length", "positions"],
    [() => table({ length: 2 ** 40 }), RangeError, "memory-limit", "length"],
    [() => table({ length: 2 ** 53 - 1, stride: 0 }), RangeError, "memory-limit", "length"],
    [() => table({ positions: new Array(2 ** 32 - 1) }), RangeError, "memory-limit", "positions.length"],
    [
      () => table({ length: 2 ** 53 - 1, side: "key" }, { method: "xpos", ...rope }),
      RangeError,
      "memory-limit",
      "length",
    ],
    [() => table({ length: 1, inverse: true }), TypeError, "unknown-option", "inverse"],
    [() => table({ length: 1 }, { method: "rope", headDim: 4 }), TypeError, "missing", "pairing"],
  ],
  permutePairing: [
    [() => permute({ to: undefined }), TypeError, "missing", "to"],
    [() => permute({ to: "half" }), RangeError, "range", "to"],
    [() => permute({ headDim: 5 }), RangeError, "range", "headDim"],
    [() => permute({ rotaryDim: 6 }), RangeError, "range", "rotaryDim"],
    [() => permute({ columns: 0 }), RangeError, "range", "columns"],
    [() => permute({ columns: 5 }), RangeError, "length", "x"],
    [() => permute({}, random(6)), RangeError, "length", "x"],
    [() => permute({}, new Int32Array(4)), TypeError, "type", "x"],
    [() => permute({ out: new Uint8Array(24) }), TypeError, "type", "out"],
  ],
  attentionFactor: [
    [() => pe.attentionFactor({ method: "rope", headDim: 4 } as never), TypeError, "missing", "pairing"],
  ],
};

describe.each(Object.entries(cases))("%s", (_name, list) => {
  test.each(list.map((row, i) => [i, row[2], row[3], row] as const))(
    "%i: %s of %s",
    (_i, code, param, row) => {
      const [call, kind] = row;
      expectError(call, kind, code as never, param);
      expect(pe.sinusoidal({ dModel: 2, length: 1 })).toEqual(Float32Array.of(0, 1));
    },
  );
});

test("a rotary width above that of the head is refused with both numbers", () => {
  expect(errorOf(() => turn({ rotaryDim: 6 })).message).toBe("rotaryDim must be at most headDim, 4; got 6");
});

describe("legal corners", () => {
  test("no tokens, no rows, no points", () => {
    expect(turn({}, new Float32Array(0))).toHaveLength(0);
    expect(turn({ method: "xpos", side: "key" }, new Float32Array(0))).toHaveLength(0);
    expect(table({ length: 0 })).toEqual({ cos: new Float32Array(0), sin: new Float32Array(0) });
    expect(pe.encode(nerf, { points: [] })).toHaveLength(0);
    expect(pe.encode({ method: "one-hot", dModel: 3 }, { length: 0 })).toHaveLength(0);
    expect(permute({}, new Float32Array(0))).toHaveLength(0);
  });

  test("options left undefined count as left out, inherited ones do not count, getters run once", () => {
    const expected = turn({ start: 3 });
    expect(
      turn({ start: 3, stride: undefined, positions: undefined, out: undefined, side: undefined }),
    ).toEqual(expected);
    const inherited = Object.assign(Object.create({ start: 9 }), { heads: 2, ...rope });
    expect(pe.rotate(x, inherited)).toEqual(turn({}));
    let reads = 0;
    const options = Object.defineProperty({ heads: 2, ...rope }, "start", {
      enumerable: true,
      get: () => (reads++ === 0 ? 3 : 4),
    });
    expect(pe.rotate(x, options as never)).toEqual(expected);
    expect(reads).toBe(1);
    const ids = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    const axes = [0, 1].map((axis) => ({
      enumerable: true,
      get: () => {
        reads++;
        return ids[axis];
      },
    }));
    const positions = Object.defineProperties([], { 0: axes[0]!, 1: axes[1]! });
    const sections = [1, 1];
    expect(turn({ sections, positions })).toEqual(turn({ sections, positions: ids }));
    expect(reads).toBe(3);
  });

  test("out is untouched when the call fails", () => {
    const out = new Float32Array(24).fill(9);
    expect(() => turn({ out, positions: [1, 2] })).toThrow();
    expect(() => turn({ out, inverse: "no" })).toThrow();
    expect(() => pe.encode(learned, { positions: [3], table: random(6), out: out.subarray(0, 2) })).toThrow();
    expect(out.every((entry) => entry === 9)).toBe(true);
  });
});

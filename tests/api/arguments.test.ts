import { load, type PosencError } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";

const pe = await load();

const attended = {
  q: new Float32Array(8),
  k: new Float32Array(8),
  v: new Float32Array(8),
  heads: 2,
  headDim: 2,
};
const view = { positions: [0, 4], dimensions: [0, 8] };
const picture = { view, width: 2, height: 2 };
const paper = { method: "sinusoidal", dModel: 8 };

/** Calls a function with one option replaced, whatever its type. */
const calls = {
  sinusoidal: (change: object) => pe.sinusoidal({ length: 3, dModel: 8, ...change } as never),
  encode: (change: object) => pe.encode(paper as never, { length: 3, ...change } as never),
  frequencies: (change: object) => pe.frequencies({ ...paper, ...change } as never),
  heatmap: (change: object) => pe.heatmap(paper as never, { ...picture, ...change } as never),
  attention: (change: object) => pe.attention({ ...attended, ...change } as never),
};
type Name = keyof typeof calls;

test("lengths that 32 bits do not hold are too large, not small", () => {
  for (const length of [2 ** 31, 2 ** 32 + 5, 2 ** 53 - 1]) {
    expectError(() => calls.sinusoidal({ length }), RangeError, "memory-limit", "length");
    expectError(() => calls.encode({ length }), RangeError, "memory-limit", "length");
  }
});

const ranges: [Name, object, string][] = [
  ["sinusoidal", { dModel: 0 }, "dModel"],
  ["sinusoidal", { dModel: 7 }, "dModel"],
  ["sinusoidal", { dModel: 65538 }, "dModel"],
  ["sinusoidal", { base: 0 }, "base"],
  ["sinusoidal", { base: -10000 }, "base"],
  ["sinusoidal", { base: 1e-10 }, "base"],
  ["sinusoidal", { base: 1e301 }, "base"],
  ["sinusoidal", { layout: "halfs" }, "layout"],
  ["sinusoidal", { start: 2 ** 53 + 2 }, "start"],
  ["sinusoidal", { start: 2 ** 53 }, "start"],
  ["sinusoidal", { positions: [0, 2 ** 53 + 2], length: undefined }, "positions[1]"],
  ["sinusoidal", { positions: [Number.NaN], length: undefined }, "positions[0]"],
  ["sinusoidal", { positions: Float64Array.of(1, -Infinity), length: undefined }, "positions[1]"],
  ["frequencies", { method: "Sinusoidal" }, "method"],
  ["heatmap", { width: 32769 }, "width"],
  ["heatmap", { mode: "mean" }, "mode"],
  ["heatmap", { positionAxis: "z" }, "positionAxis"],
  ["heatmap", { as: "rgb" }, "as"],
  ["heatmap", { view: { ...view, positions: [4, 0] } }, "view.positions"],
  ["heatmap", { view: { ...view, positions: [4, 4] } }, "view.positions"],
  ["heatmap", { view: { ...view, positions: [0, 1, 2] } }, "view.positions"],
  ["heatmap", { view: { ...view, positions: [0, Infinity] } }, "view.positions[1]"],
  ["heatmap", { view: { ...view, dimensions: [0, 9] } }, "view.dimensions[1]"],
  ["heatmap", { view: { ...view, dimensions: [-1, 4] } }, "view.dimensions[0]"],
  ["attention", { heads: 0 }, "heads"],
  ["attention", { headDim: 0 }, "headDim"],
  ["attention", { heads: 4, kvHeads: 3, headDim: 1 }, "kvHeads"],
  ["attention", { scale: 1e39 }, "scale"],
];
test.each(ranges)("%s: %o is out of range", (name, change, param) => {
  const error = expectError(() => calls[name](change), RangeError, "range", param);
  expect(error.message).toMatch(/^.+ must .+; got .+/);
});

test("errors name the limit, the value and the fix", () => {
  expect(errorOf(() => calls.sinusoidal({ dModel: 7.5 })).message).toBe(
    "dModel must be an even integer from 2 to 65536; got 7.5",
  );
  expect(errorOf(() => calls.attention({ heads: 8, kvHeads: 3, headDim: 1 })).message).toContain("3 and 8");
});

const required: [Name, string, object][] = [
  ["sinusoidal", "dModel", { dModel: undefined }],
  ["sinusoidal", "length", { length: undefined }],
  ["encode", "length", { length: undefined }],
  ["frequencies", "method", { method: undefined }],
  ["heatmap", "width", { width: undefined }],
  ["heatmap", "view.positions[1]", { view: { ...view, positions: [0] } }],
  ["attention", "heads", { heads: undefined }],
  ["attention", "headDim", { headDim: undefined }],
  ["attention", "headDim", { headDim: undefined, queries: 0 }],
];
test.each(required)("%s: %s is required", (name, param, change) => {
  const error = expectError(() => calls[name](change), TypeError, "missing", param);
  expect(error.message).toMatch(/is required: /);
});

const misspelt: [Name, string, string][] = [
  ["sinusoidal", "dmodel", "dModel"],
  ["sinusoidal", "lenght", "length"],
  ["sinusoidal", "position", "positions"],
  ["encode", "Start", "start"],
  ["frequencies", "d_model", "dModel"],
  ["heatmap", "heigth", "height"],
  ["attention", "numHeads", "heads"],
  ["attention", "masks", "mask"],
];
test.each(misspelt)("%s: %s is unknown, and %s is named", (name, option, meant) => {
  const error = expectError(() => calls[name]({ [option]: 1 }), TypeError, "unknown-option", option);
  expect(error.message).toContain(`did you mean "${meant}"?`);
});

test.each([undefined, null, 5, "abc", () => {}, Symbol("s"), 5n])("options may not be %s", (value) => {
  for (const name of ["sinusoidal", "frequencies", "attention"] as const) {
    expect(errorOf(() => pe[name](value as never))).toBeInstanceOf(TypeError);
  }
  expect(errorOf(() => pe.encode(value as never, { length: 1 }))).toBeInstanceOf(TypeError);
  expect(errorOf(() => pe.encode(paper as never, value as never))).toBeInstanceOf(TypeError);
  expect(errorOf(() => pe.heatmap(paper as never, value as never))).toBeInstanceOf(TypeError);
});

describe("what options are read from", () => {
  test("__proto__ as a key is unknown", () => {
    const own = JSON.parse('{"__proto__": {"dModel": 8}, "length": 3}');
    expectError(() => pe.sinusoidal(own), TypeError, "unknown-option", "__proto__");
  });

  test("objects without a prototype and keys that are symbols do no harm", () => {
    const options = { length: 3, dModel: 8 };
    expect(pe.sinusoidal(Object.assign(Object.create(null), options))).toHaveLength(24);
    expect(pe.sinusoidal({ ...options, [Symbol("tag")]: 1 } as never)).toHaveLength(24);
  });

  test("a getter that throws becomes our error, with its own as the cause", () => {
    const cause = new Error("mine");
    const options = {
      length: 3,
      get dModel(): number {
        throw cause;
      },
    };
    const error = expectError(() => pe.sinusoidal(options), TypeError, "unreadable", "dModel");
    expect((error as PosencError & { cause: unknown }).cause).toBe(cause);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(errorOf(() => pe.sinusoidal(proxy as never)).code).toBe("unreadable");
    expect(errorOf(() => pe.sinusoidal({ positions: proxy, dModel: 8 } as never)).code).toBe("type");
  });

  test("positions may not come with start, nor with another length", () => {
    const positions = [1, 2, 3];
    expectError(() => calls.sinusoidal({ positions, start: 1 }), TypeError, "conflict", "start");
    expectError(() => calls.sinusoidal({ positions, length: 2 }), RangeError, "length", "length");
    expect(calls.sinusoidal({ positions, length: 3 })).toHaveLength(24);
  });

  test("positions must hold numbers only", () => {
    for (const value of ["1", null, undefined, 5n, {}]) {
      const error = errorOf(() => calls.sinusoidal({ positions: [0, value], length: undefined }));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.param).toBe("positions[1]");
    }
    for (const value of [
      "12",
      new Set([1]),
      BigInt64Array.of(1n),
      new DataView(new ArrayBuffer(8)),
      { length: 1 },
    ]) {
      expectError(
        () => calls.sinusoidal({ positions: value, length: undefined }),
        TypeError,
        "type",
        "positions",
      );
    }
  });
});

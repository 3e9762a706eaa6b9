/** How options are read, and legal arguments at the edge. */
import type { PosencError } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";
import { any, calls, learned, nerf, paper, pe, random, rope, x } from "./harness/replaced-options.ts";

describe("the object that options are read from", () => {
  test.each([undefined, null, 5, "abc", () => {}, Symbol("s"), 5n])("may not be %s", (value) => {
    const wrong = [
      ...["sinusoidal", "frequencies", "attention"].map((name) => () => any[name]!(value)),
      () => any.encode!(value, { length: 1 }),
      () => any.encode!(paper, value),
      () => any.heatmap!(paper, value),
      () => any.rotate!(x, value),
    ];
    for (const call of wrong) expect(errorOf(call)).toBeInstanceOf(TypeError);
  });

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

  test("undefined counts as left out, inherited fields do not count, and lists are read once", () => {
    const left = { stride: undefined, positions: undefined, out: undefined, side: undefined };
    expect(calls.rotate({ start: 3, ...left })).toEqual(calls.rotate({ start: 3 }));
    const inherited = Object.assign(Object.create({ start: 9 }), { heads: 2, ...rope });
    expect(pe.rotate(x, inherited)).toEqual(calls.rotate({}));
    let reads = 0;
    // biome-ignore format: one line for the lists
    const ids = [[1, 2, 3], [4, 5, 6]];
    const read = (axis: number) => {
      reads++;
      return ids[axis];
    };
    const get = (axis: number) => ({ enumerable: true, get: () => read(axis) });
    const positions = Object.defineProperties([], { 0: get(0), 1: get(1) });
    const sections = [1, 1];
    expect(calls.rotate({ sections, positions })).toEqual(calls.rotate({ sections, positions: ids }));
    expect(reads).toBe(2);
  });
});

test("without tokens, rows or points the result is empty", () => {
  const none = new Float32Array(0);
  expect(calls.rotate({}, none)).toHaveLength(0);
  expect(calls.rotate({ method: "xpos", side: "key" }, none)).toHaveLength(0);
  expect(calls.rotateBy({ cos: none, sin: none }, none)).toHaveLength(0);
  expect(calls.rerotate({ fromPositions: [], toPositions: [] }, none)).toHaveLength(0);
  expect(calls.rotaryTable({ length: 0 })).toEqual({ cos: none, sin: none });
  expect(calls.encode({ points: [] }, nerf)).toHaveLength(0);
  expect(calls.encode({ length: 0 }, { method: "one-hot", dModel: 3 })).toHaveLength(0);
  expect(calls.permutePairing({}, none)).toHaveLength(0);
  expect(calls.sinusoidal({ positions: [1, 2, 3], length: 3 })).toHaveLength(24);
});

test("out is unchanged if the call fails", () => {
  const out = new Float32Array(24).fill(9);
  expect(() => calls.rotate({ out, positions: [1, 2] })).toThrow();
  expect(() => calls.rotate({ out, inverse: "no" })).toThrow();
  expect(() => calls.rerotate({ out, toPositions: [1, 2, Number.NaN] })).toThrow();
  expect(() =>
    calls.encode({ positions: [3], table: random(6), out: out.subarray(0, 2) }, learned),
  ).toThrow();
  expect(out.every((entry) => entry === 9)).toBe(true);
});

import fc from "fast-check";
import { checkSpec, formatSpec, load, type Posenc, parseSpec } from "posenc";
import { describe, expect, test } from "vitest";
import { wasmBytes } from "./faulty-module.ts";

const pe = await load();

/** Anything at all: numbers at the edges, text, typed arrays, proxies, getters that throw, functions, symbols. */
const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
  }),
  fc.constantFrom<unknown>(
    -0,
    2 ** 31,
    2 ** 32 + 5,
    2 ** 53 + 1,
    Number.NaN,
    Infinity,
    5e-324,
    "512",
    Symbol("x"),
  ),
  fc.constant(() => 1),
  fc.constant(new Proxy({}, { get: () => fail(), ownKeys: () => fail(), getPrototypeOf: () => fail() })),
  fc.constant({ valueOf: () => fail(), toString: () => fail() }),
  fc.float32Array({ maxLength: 40 }),
);
function fail(): never {
  throw new Error("the caller's own");
}

const small = fc.integer({ min: 0, max: 20 });
const even = fc.integer({ min: 1, max: 16 }).map((pairs) => 2 * pairs);
const interval = (most: number) => fc.tuple(fc.double({ max: most }), fc.double({ max: most }));

/** Options that are often right, each replaced by anything now and then. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: anything });
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  mostly(
    fc.record(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mostly(value)])), {
      requiredKeys: [],
    }),
  );

const specFields = {
  method: fc.constant("sinusoidal"),
  dModel: even,
  base: fc.double({ min: 1e-9, max: 1e300, noNaN: true }),
  layout: fc.constantFrom("interleaved", "halves"),
};
const { method: _, ...widthAndBase } = specFields;
const spec = fc.oneof(
  record(specFields),
  record({ preset: fc.constantFrom("marian", "attention-is-all-you-need"), dModel: even }),
);
const rows = {
  length: small,
  start: fc.double({ min: -1e16, max: 1e16 }),
  positions: fc.array(fc.double({ min: -1e16, max: 1e16 }), { maxLength: 10 }),
  out: fc.nat(300).map((length) => new Float32Array(length)),
};
const view = record({ positions: interval(1e9), dimensions: interval(10) });
const vector = fc.float32Array({ maxLength: 48 });

const calls: [string, fc.Arbitrary<unknown[]>, (...args: never[]) => unknown][] = [
  ["frequencies", fc.tuple(spec), (s) => pe.frequencies(s)],
  ["sinusoidal", fc.tuple(record({ ...widthAndBase, ...rows })), (o) => pe.sinusoidal(o)],
  ["encode", fc.tuple(spec, record(rows)), (s, o) => pe.encode(s, o)],
  [
    "heatmap",
    fc.tuple(
      spec,
      record({
        view,
        width: small,
        height: small,
        mode: fc.constantFrom("exact", "nearest", "difference"),
        positionAxis: fc.constantFrom("x", "y"),
        palette: fc.constant(new Uint8Array(1024)),
        as: fc.constantFrom("rgba", "values"),
        out: fc.nat(1600).map((length) => new Uint8ClampedArray(length)),
      }),
    ),
    (s, o) => pe.heatmap(s, o),
  ],
  [
    "attention",
    fc.tuple(
      record({
        q: vector,
        k: vector,
        v: vector,
        heads: fc.integer({ min: 1, max: 3 }),
        kvHeads: fc.integer({ min: 1, max: 3 }),
        headDim: fc.integer({ min: 1, max: 4 }),
        queries: small,
        keys: small,
        causal: fc.boolean(),
        scale: fc.float(),
        weights: fc.boolean(),
        out: vector,
      }),
    ),
    (o) => pe.attention(o),
  ],
  ["checkSpec", fc.tuple(spec), (s) => checkSpec(s)],
  ["formatSpec", fc.tuple(spec), (s) => formatSpec(s)],
  ["parseSpec", fc.tuple(mostly(fc.string())), (text) => parseSpec(text)],
];

describe("whatever it is given", () => {
  test.each(calls)("%s answers or throws one of our errors, and the next call works", (_name, args, call) => {
    let answers = 0;
    fc.assert(
      fc.property(args, (given) => {
        try {
          call(...(given as never[]));
          answers++;
        } catch (error) {
          expectOurs(error);
        }
        expectWell(pe);
      }),
      { numRuns: 1000, seed: 2 },
    );
    expect(answers, "some arguments were right").toBeGreaterThan(0);
  });

  test("load rejects with one of our errors", async () => {
    await fc.assert(
      fc.asyncProperty(mostly(fc.record({ wasm: anything })), async (options) => {
        try {
          await load(options as never);
        } catch (error) {
          expectOurs(error);
        }
      }),
      { numRuns: 300, seed: 2 },
    );
    expectWell(await load({ wasm: wasmBytes() }));
  });
});

function expectOurs(error: unknown): void {
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: expect.any(String), param: expect.any(String) });
  expect(error, "no fault of the module").not.toMatchObject({ code: "trap" });
}

const row = Float32Array.of(0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004);

function expectWell(loaded: Posenc): void {
  expect(loaded.sinusoidal({ length: 1, start: 1, dModel: 4 })).toEqual(row);
}

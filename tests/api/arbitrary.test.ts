import fc from "fast-check";
import { checkSpec, formatSpec, load, type Posenc, type PosencError, parseSpec } from "posenc";
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

/** Right options, of which some are replaced by anything, taken out, or joined by others. */
function bent<T extends object>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(20), anything);
  const changes = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(change, { maxLength: 2 }));
  const changed = fc.tuple(right, changes).map(([options, changes]) => {
    const copy = { ...options } as Record<string, unknown>;
    for (const [at, value] of changes) copy[Object.keys(copy)[at] ?? "surplus"] = value;
    return copy;
  });
  return fc.oneof({ weight: 20, arbitrary: changed }, { weight: 1, arbitrary: anything });
}

const floats = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i));
const small = fc.integer({ min: 0, max: 20 });
const even = fc.integer({ min: 1, max: 16 }).map((pairs) => 2 * pairs);
const position = fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true });
const upTo = (most: number) =>
  fc.tuple(fc.double({ min: 0, max: most / 2, noNaN: true }), fc.constantFrom(most / 2 + 0.5, most));

const specFields = {
  dModel: even,
  base: fc.double({ min: 1e-9, max: 1e300, noNaN: true }),
  layout: fc.constantFrom("interleaved", "halves"),
};
const spec = fc.oneof(
  bent(
    fc.record({ method: fc.constant("sinusoidal"), ...specFields }, { requiredKeys: ["method", "dModel"] }),
  ),
  bent(fc.record({ preset: fc.constantFrom("marian", "attention-is-all-you-need"), dModel: even })),
);
const range = { length: small, start: position };
const list = { positions: fc.array(position, { maxLength: 10 }) };
const table = fc.oneof(
  bent(fc.record({ ...specFields, ...range }, { requiredKeys: ["dModel", "length"] })),
  bent(fc.record({ ...specFields, ...list })),
  bent(fc.record({ dModel: fc.constant(4), ...range, out: small.map((rows) => floats(4 * rows)) })),
);
const picture = fc.record(
  {
    view: bent(fc.record({ positions: upTo(1e9), dimensions: upTo(2) })),
    width: small,
    height: small,
    mode: fc.constantFrom("exact", "nearest", "difference"),
    positionAxis: fc.constantFrom("x", "y"),
    palette: fc.constant(new Uint8Array(1024)),
    as: fc.constantFrom("rgba", "values"),
  },
  { requiredKeys: ["view", "width", "height"] },
);
const heads = fc.record({
  queries: small,
  keys: small,
  kvHeads: fc.constantFrom(1, 2),
  headDim: fc.integer({ min: 1, max: 6 }),
});
const attended = fc
  .tuple(
    heads,
    fc.record({
      causal: fc.boolean(),
      weights: fc.boolean(),
      scale: fc.float({ noNaN: true, max: 1e9, min: -1e9 }),
    }),
  )
  .map(([{ queries, keys, kvHeads, headDim }, more]) => {
    const k = floats(keys * kvHeads * headDim);
    return { q: floats(queries * 4 * headDim), k, v: k, heads: 4, kvHeads, headDim, ...more };
  });

const calls: [string, fc.Arbitrary<unknown[]>, (...args: never[]) => unknown][] = [
  ["frequencies", fc.tuple(spec), (s) => pe.frequencies(s)],
  ["sinusoidal", fc.tuple(table), (o) => pe.sinusoidal(o)],
  [
    "encode",
    fc.tuple(spec, fc.oneof(bent(fc.record(range)), bent(fc.record(list)))),
    (s, o) => pe.encode(s, o),
  ],
  ["heatmap", fc.tuple(spec, bent(picture)), (s, o) => pe.heatmap(s, o)],
  ["attention", fc.tuple(bent(attended)), (o) => pe.attention(o)],
  ["checkSpec", fc.tuple(spec), (s) => checkSpec(s)],
  ["formatSpec", fc.tuple(spec), (s) => formatSpec(s)],
  [
    "parseSpec",
    fc.tuple(fc.oneof(fc.string(), fc.webQueryParameters(), anything)),
    (text) => parseSpec(text),
  ],
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
      { numRuns: 1000, seed: 2, reporter },
    );
    expect(answers, "many arguments were right").toBeGreaterThan(100);
    expect(answers, "and many were not").toBeLessThan(900);
  });

  test("load rejects with one of our errors", async () => {
    await fc.assert(
      fc.asyncProperty(bent(fc.record({ wasm: anything })), async (options) => {
        try {
          await load(options as never);
        } catch (error) {
          expectOurs(error);
        }
      }),
      { numRuns: 300, seed: 2, asyncReporter: async (details) => reporter(details) },
    );
    expectWell(await load({ wasm: wasmBytes() }));
  });
});

type Failure = Pick<fc.RunDetails<unknown>, "failed" | "errorInstance" | "counterexamplePath">;

/** In place of the usual report, which prints the arguments: printing some of them throws. */
function reporter({ failed, errorInstance, counterexamplePath }: Failure): void {
  if (failed) throw new Error(`at path ${counterexamplePath}`, { cause: errorInstance });
}

/** Compares no field but text: the error's value may be one that throws when it is looked at. */
function expectOurs(error: unknown): void {
  const { code, param, message } = error as PosencError;
  expect(error instanceof Error && typeof code === "string", message).toBe(true);
  expect(param).toBeTypeOf("string");
  expect(code, "no fault of the module").not.toBe("trap");
}

const row = Float32Array.of(0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004);

function expectWell(loaded: Posenc): void {
  expect(loaded.sinusoidal({ length: 1, start: 1, dModel: 4 })).toEqual(row);
}

/** Biases, relative scores and properties, whatever they are given. */
import fc from "fast-check";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import {
  type AnyCall,
  bent,
  countAnswers,
  even,
  floats,
  position,
  small,
  testCalls,
} from "./harness/any-input.ts";

const pe = await load();

const method = <M extends string>(name: M, fields = {}) =>
  fc.record({ method: fc.constant(name), ...fields });
const heads = fc.constant(2);
const block = { heads, queries: small, keys: small, offset: fc.nat(50) };
const causal = fc.boolean();
const form = { causal, as: fc.constantFrom("matrix", "vector") };
const perceptron = bent(
  fc.constant({
    hiddenWeight: floats(3),
    hiddenBias: floats(3),
    outputWeight: floats(6),
    outputBias: floats(2),
  }),
);

const biases = fc.oneof(
  fc.tuple(bent(method("alibi")), bent(fc.record({ ...block, ...form }))),
  fc.tuple(
    bent(method("t5", { buckets: fc.constant(8), bidirectional: fc.boolean() })),
    bent(fc.record({ ...block, ...form, table: fc.constant(floats(16)) })),
  ),
  fc.tuple(
    bent(method("kerple", { kernel: fc.constantFrom("logarithmic", "power") })),
    bent(fc.record({ ...block, ...form, r1: fc.constant([1, 2]), r2: fc.constant(Float64Array.of(0.5, 2)) })),
  ),
  fc.tuple(bent(method("sandwich", { dModel: even })), bent(fc.record({ ...block, ...form }))),
  fc.tuple(bent(method("fire")), bent(fc.record({ ...block, causal, perceptron }))),
  fc.tuple(
    bent(method("swin", { window: fc.constant([2, 3]) })),
    bent(fc.record({ heads, table: fc.constant(floats(30)) })),
  ),
);

const index = fc.oneof(
  fc.tuple(bent(method("t5")), bent(fc.record({ queries: small, keys: small, offset: small }))),
  fc.tuple(bent(method("shaw", { clip: small })), bent(fc.record({ queries: small, keys: small }))),
  fc.tuple(
    bent(method("deberta")),
    bent(fc.record({ queries: small, term: fc.constantFrom("contentToPosition", "positionToContent") })),
  ),
);

const vectors = { heads, headDim: fc.constant(3), offset: fc.nat(9), causal };
const scores = fc.oneof(
  fc.tuple(
    bent(method("shaw", { clip: fc.constant(1) })),
    bent(fc.record({ ...vectors, q: fc.constant(floats(24)), keys: small, table: fc.constant(floats(9)) })),
  ),
  fc.tuple(
    bent(method("transformer-xl", { dModel: fc.constant(4) })),
    bent(
      fc.record({
        ...vectors,
        q: fc.constant(floats(24)),
        k: fc.constant(floats(30)),
        u: fc.constant(floats(6)),
        v: fc.constant(floats(6)),
        positionWeight: fc.constant(floats(24)),
      }),
    ),
  ),
  fc.tuple(
    bent(method("deberta", { maxRelativePositions: fc.constant(2) })),
    bent(
      fc.record({
        ...vectors,
        q: fc.constant(floats(24)),
        k: fc.constant(floats(30)),
        keyTable: fc.constant(floats(12)),
        queryTable: fc.constant(floats(24)),
      }),
    ),
  ),
);

const values = fc.tuple(
  bent(method("shaw", { clip: fc.constant(1) })),
  bent(
    fc.record({
      heads,
      headDim: fc.constant(3),
      queries: fc.constant(4),
      weights: fc.constant(floats(40)),
      table: fc.constant(floats(18)),
    }),
  ),
);

const spec = fc.oneof(
  bent(method("sinusoidal", { dModel: even, base: fc.double({ min: 1e-9, max: 1e300, noNaN: true }) })),
  bent(method("sine", { dModel: even, start: position })),
  bent(fc.record({ preset: fc.constantFrom("marian", "fairseq"), dModel: even })),
);
const offsets = fc.oneof(
  bent(fc.record({ from: fc.integer({ min: -9, max: 0 }), to: small, position })),
  bent(fc.record({ offsets: fc.array(position, { maxLength: 9 }) })),
);
const table = bent(fc.record({ table: fc.constant(floats(40)), dModel: fc.constantFrom(1, 2, 4, 5, 8) }));
const repeats = fc.tuple(
  spec,
  bent(fc.record({ from: fc.integer({ min: 1, max: 9 }), to: fc.integer({ min: 9, max: 99 }) })),
);

const calls: AnyCall[] = [
  ["bias", biases, (s, o) => pe.bias(s, o)],
  [
    "alibiSlopes",
    fc.tuple(bent(fc.record({ heads: fc.integer({ min: 1, max: 99 }) }))),
    (o) => pe.alibiSlopes(o),
  ],
  ["relativeIndex", index, (s, o) => pe.relativeIndex(s, o)],
  ["relativeScores", scores, (s, o) => pe.relativeScores(s, o)],
  ["relativeValues", values, (s, o) => pe.relativeValues(s, o)],
  ["periods", fc.tuple(spec), (s) => pe.periods(s)],
  ["unfinishedPairs", fc.tuple(spec, bent(fc.record({ length: small }))), (s, o) => pe.unfinishedPairs(s, o)],
  ["similarity", fc.tuple(spec, offsets), (s, o) => pe.similarity(s, o)],
  ["distance", fc.tuple(spec, offsets), (s, o) => pe.distance(s, o)],
  ["nearestRepeatSync", repeats, (s, o) => pe.nearestRepeatSync(s, o)],
  ["shiftMatrix", fc.tuple(spec, bent(fc.record({ k: position }))), (s, o) => pe.shiftMatrix(s, o)],
  [
    "fitShift",
    fc.oneof(
      fc.tuple(spec, bent(fc.record({ k: small, length: small, start: position }))),
      fc.tuple(table, bent(fc.record({ k: fc.constantFrom(0, 1, 2) }))),
    ),
    (s, o) => pe.fitShift(s, o),
  ],
  ["mean", fc.tuple(spec, bent(fc.record({ length: small }))), (s, o) => pe.mean(s, o)],
  [
    "criteria",
    fc.oneof(fc.tuple(spec, bent(fc.record({ length: small, start: position }))), fc.tuple(table)),
    (s, o) => pe.criteria(s, o),
  ],
];

describe("whatever it is given", () => {
  testCalls(calls);

  test("nearestRepeat finds it or rejects with one of our errors, and the next call works", async () => {
    const answers = await countAnswers(200, repeats, ([s, o]) => pe.nearestRepeat(s as never, o as never));
    expect(answers).toBeGreaterThan(20);
  });
});

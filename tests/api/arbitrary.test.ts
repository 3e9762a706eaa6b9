import fc from "fast-check";
import { checkSpec, formatSpec, load, parseSpec } from "posenc/full";
import { describe, test } from "vitest";
import {
  type AnyCall,
  anything,
  bent,
  countAnswers,
  even,
  expectWell,
  floats,
  position,
  small,
  testCalls,
} from "./harness/any-input.ts";
import { wasmBytes } from "./harness/faulty-module.ts";

const pe = await load();

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

const points = fc.array(fc.oneof(position, fc.double({ min: -4, max: 4, noNaN: true })), { maxLength: 12 });
const method = <M extends string>(name: M) => fc.constant(name);
/** Specs of the other additive methods, and options that suit them. */
const additive = fc.oneof(
  fc.tuple(
    bent(fc.record({ method: fc.constantFrom("index", "one-hot", "sine"), dModel: even })),
    bent(fc.oneof(fc.record(range), fc.record(list))),
  ),
  fc.tuple(
    bent(fc.record({ method: method("learned"), dModel: fc.constant(2), maxLength: fc.constant(20) })),
    bent(fc.record({ positions: fc.array(small, { maxLength: 9 }), table: fc.constant(floats(40)) })),
  ),
  fc.tuple(
    bent(
      fc.record({ method: method("fourier"), dimensions: fc.constant(1), octaves: small, pi: fc.boolean() }),
    ),
    bent(fc.record({ points })),
  ),
  fc.tuple(
    bent(fc.record({ method: method("random-fourier"), dimensions: fc.constant(1), features: even })),
    bent(fc.record({ points })),
  ),
  fc.tuple(
    bent(
      fc.record({
        method: method("grid"),
        dModel: fc.constant(12),
        shape: fc.tuple(even, even),
        normalize: fc.boolean(),
      }),
    ),
    bent(fc.constant({})),
  ),
);

const factor = fc.integer({ min: 1, max: 40 });
const scaling = fc.oneof(
  fc.record({ type: method("linear"), factor }),
  fc.record({ type: method("yarn"), factor, originalLength: fc.constant(4096) }),
  fc.record({ type: method("llama3"), factor, originalLength: fc.constant(8192) }),
  fc.record({ type: method("proportional"), partialRotaryFactor: fc.constantFrom(0, 0.5, 1) }),
);
const turned = {
  headDim: fc.constant(8),
  rotaryDim: fc.constantFrom(4, 6, 8),
  pairing: fc.constantFrom("halves", "adjacent"),
  base: fc.double({ min: 1.5, max: 1e300, noNaN: true }),
};
const rope = fc.record(
  {
    method: method("rope"),
    ...turned,
    scaling: bent(scaling),
    precision: fc.constantFrom("exact", "float32-cast"),
  },
  { requiredKeys: ["method", "headDim", "pairing"] },
);
const xpos = fc.record({ method: method("xpos"), ...turned });
const near = fc.integer({ min: -1000, max: 1000 });
const tokens = fc.oneof(
  fc.record({ start: position, stride: near }, { requiredKeys: [] }),
  fc.record({ positions: fc.array(near, { minLength: 3, maxLength: 3 }) }),
);
const rotation = fc
  .tuple(rope, tokens, fc.record({ inverse: fc.boolean() }))
  .map(([spec, where, more]) => ({ heads: 2, ...spec, ...where, ...more }));
const xposRotation = fc
  .tuple(xpos, fc.record({ start: near, side: fc.constantFrom("query", "key") }))
  .map(([spec, more]) => ({ heads: 2, ...spec, ...more }));
/** Two queries, and three keys, as `tokens` has them. */
const turnedAttention = fc
  .tuple(
    bent(fc.tuple(fc.oneof(rope, xpos), tokens).map(([spec, where]) => ({ ...spec, ...where }))),
    fc.record({ offset: fc.integer({ min: -1, max: 2 }), causal: fc.boolean(), weights: fc.boolean() }),
  )
  .map(([rotary, more]) => {
    const k = floats(3 * 8);
    return { q: floats(2 * 2 * 8), k, v: k, heads: 2, kvHeads: 1, headDim: 8, rotary, ...more };
  });
const vectors = fc.oneof(
  { weight: 9, arbitrary: fc.constant(floats(48)) },
  { weight: 1, arbitrary: anything },
);
const permutation = fc.record({
  headDim: fc.constantFrom(4, 8),
  to: fc.constantFrom("halves", "adjacent"),
  columns: fc.constantFrom(1, 2, 3, 6),
});
const added = fc.record(
  {
    dModel: fc.constantFrom(2, 4, 6, 8),
    start: position,
    scale: fc.float({ noNaN: true, max: 1e9, min: -1e9 }),
    dropout: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    seed: fc.nat(),
  },
  { requiredKeys: ["dModel"] },
);
const width = fc.integer({ min: 1, max: 8 });
const layered = fc.record({ dModel: width, gain: fc.constant(floats(4)) }, { requiredKeys: ["dModel"] });
const cut = fc.record(
  { length: small, start: position, rows: fc.integer({ min: 1, max: 9 }) },
  { requiredKeys: ["length"] },
);

const calls: AnyCall[] = [
  ["frequencies", fc.tuple(spec), (s) => pe.frequencies(s)],
  ["sinusoidal", fc.tuple(table), (o) => pe.sinusoidal(o)],
  [
    "encode",
    fc.tuple(spec, fc.oneof(bent(fc.record(range)), bent(fc.record(list)))),
    (s, o) => pe.encode(s, o),
  ],
  ["encode by any additive method", additive, (s, o) => pe.encode(s, o)],
  ["blocks", fc.tuple(spec, bent(cut)), (s, o) => Array.from(pe.blocks(s, o))],
  ["addPositions", fc.tuple(vectors, bent(added)), (x, o) => pe.addPositions(x, o)],
  ["rotate", fc.tuple(vectors, fc.oneof(bent(rotation), bent(xposRotation))), (x, o) => pe.rotate(x, o)],
  [
    "rotaryTable",
    fc.tuple(bent(rope), bent(fc.oneof(fc.record({ length: small, stride: near }), tokens))),
    (s, o) => pe.rotaryTable(s, o),
  ],
  ["attentionFactor", fc.tuple(bent(rope)), (s) => pe.attentionFactor(s)],
  ["permutePairing", fc.tuple(vectors, bent(permutation)), (x, o) => pe.permutePairing(x, o)],
  ["heatmap", fc.tuple(spec, bent(picture)), (s, o) => pe.heatmap(s, o)],
  ["attention", fc.tuple(bent(attended)), (o) => pe.attention(o)],
  ["attention with rotary", fc.tuple(bent(turnedAttention)), (o) => pe.attention(o)],
  ["softmax", fc.tuple(vectors, bent(fc.record({ columns: width }))), (x, o) => pe.softmax(x, o)],
  [
    "matmul",
    fc.tuple(vectors, vectors, bent(fc.record({ inner: width, precise: fc.boolean() }))),
    (a, b, o) => pe.matmul(a, b, o),
  ],
  ["layerNorm", fc.tuple(vectors, bent(layered)), (x, o) => pe.layerNorm(x, o)],
  [
    "gelu",
    fc.tuple(vectors, bent(fc.record({ approximate: fc.constantFrom("none", "tanh", undefined) }))),
    (x, o) => pe.gelu(x, o),
  ],
  ["checkSpec", fc.tuple(spec), (s) => checkSpec(s)],
  ["formatSpec", fc.tuple(spec), (s) => formatSpec(s)],
  [
    "parseSpec",
    fc.tuple(fc.oneof(fc.string(), fc.webQueryParameters(), anything)),
    (text) => parseSpec(text),
  ],
];

describe("whatever it is given", () => {
  testCalls(calls);

  test("load rejects with one of our errors", async () => {
    await countAnswers(300, bent(fc.record({ wasm: anything })), (options) => load(options as never));
    expectWell(await load({ wasm: wasmBytes() }));
  });
});

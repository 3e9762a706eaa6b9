/** What can be done to attention's scores, against the formula in double precision. */
import { type AttentionOptions, load } from "posenc/full";
import { describe, expect, test } from "vitest";
import {
  expectAttention,
  headDim,
  heads,
  k,
  keys,
  kvHeads,
  noise,
  plain,
  q,
  queries,
  type Seen,
  v,
} from "./harness/attention-formula.ts";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

const each = queries * keys;
const matrix = noise(heads * each, 4);
const vector = noise(heads * (queries + keys - 1), 5);
const mask = Uint8Array.from({ length: heads * each }, (_, i) => Number(i % 3 !== 0) * (1 + (i % 2)));

const cases: [string, Partial<AttentionOptions>, Seen][] = [
  ["nothing", {}, {}],
  ["a scale", { scale: -0.3 }, { scale: -0.3 }],
  ["a softcap", { softcap: 1.5 }, { softcap: 1.5 }],
  ["causal from the first key on", { causal: true, align: "start" }, { sees: (t, s) => s <= t }],
  ["causal up to the last key", { causal: true, align: "end" }, { sees: (t, s) => s <= t + 2 }],
  ["causal behind a cache", { causal: true, offset: 2 }, { sees: (t, s) => s <= t + 2 }],
  ["causal before the first key", { causal: true, offset: -2 }, { sees: (t, s) => s <= t - 2 }],
  ["a window", { window: { before: 1, after: 2 } }, { sees: (t, s) => s >= t - 1 && s <= t + 2 }],
  ["a window behind a cache", { window: { before: 2 }, offset: 3 }, { sees: (t, s) => s >= t + 1 }],
  ["a window up to the last key", { window: { before: 1 }, align: "end" }, { sees: (t, s) => s >= t + 1 }],
  [
    "a causal window",
    { window: { before: 1, after: 5 }, causal: true, offset: 0 },
    { sees: (t, s) => s >= t - 1 && s <= t },
  ],
  ["a mask of keys", { mask: mask.slice(0, keys) }, { sees: (_, s) => mask[s] !== 0 }],
  ["a mask for all heads", { mask: mask.slice(0, each) }, { sees: (t, s) => mask[t * keys + s] !== 0 }],
  ["a mask for each head", { mask }, { sees: (t, s, h) => mask[(h * queries + t) * keys + s] !== 0 }],
  ["a bias for all heads", { bias: matrix.slice(0, each) }, { bias: (_, t, s) => matrix[t * keys + s]! }],
  ["a bias for each head", { bias: matrix }, { bias: (h, t, s) => matrix[(h * queries + t) * keys + s]! }],
  [
    "a relative bias for all heads",
    { relativeBias: vector.slice(0, 11) },
    { bias: (_, t, s) => vector[s - t + queries - 1]! },
  ],
  [
    "a relative bias for each head",
    { relativeBias: vector },
    { bias: (h, t, s) => vector[h * 11 + s - t + queries - 1]! },
  ],
  [
    "everything at once",
    {
      scale: 0.7,
      softcap: 2,
      causal: true,
      offset: 1,
      mask,
      bias: matrix,
      relativeBias: vector,
      precise: true,
    },
    {
      scale: 0.7,
      softcap: 2,
      bias: (h, t, s) => matrix[(h * queries + t) * keys + s]! + vector[h * 11 + s - t + queries - 1]!,
      sees: (t, s, h) => s <= t + 1 && mask[(h * queries + t) * keys + s] !== 0,
    },
  ],
];

describe("attention with", () => {
  test.each(cases)("%s is the formula", (_, options, formula) => {
    expectAttention(pe, options, formula);
  });

  test("a bias from bias(), as a matrix or as a vector, gives the same result", () => {
    const shape = { heads, queries, keys, offset: 2, causal: true };
    const bias = pe.bias({ method: "alibi" }, shape);
    const relativeBias = pe.bias({ method: "alibi" }, { ...shape, as: "vector" });
    const whole = pe.attention({ ...plain, bias, weights: true });
    expect(pe.attention({ ...plain, relativeBias, weights: true })).toEqual(whole);
    const { causal, ...open } = shape;
    const biasOnly = pe.bias({ method: "alibi" }, open);
    expect(pe.attention({ ...plain, bias: biasOnly, causal, offset: 2, weights: true })).toEqual(whole);
  });

  test("a cache of keys gives the rows of the whole sequence", () => {
    const x = noise(9 * heads * headDim, 6);
    const row = heads * headDim;
    const shape = { heads, headDim, causal: true } as const;
    const whole = pe.attention({ q: x, k: x, v: x, ...shape }).output;
    for (let t = 0; t < 9; t++) {
      const past = x.slice(0, (t + 1) * row);
      const step = pe.attention({
        q: x.slice(t * row, (t + 1) * row),
        k: past,
        v: past,
        ...shape,
        offset: t,
      });
      expect(step.output).toEqual(whole.slice(t * row, (t + 1) * row));
    }
  });
});

describe("scores", () => {
  test("are those of each stage", () => {
    const options = { ...plain, softcap: 1.2, bias: matrix, causal: true, offset: 0 } as const;
    const of = (scores: "raw" | "capped" | "biased") => pe.attention({ ...options, scores }).scores!;
    const [raw, capped, biased] = [of("raw"), of("capped"), of("biased")];
    for (const [n, score] of raw.entries()) {
      const [t, s] = [Math.floor(n / keys) % queries, n % keys];
      const cap = 1.2 * Math.tanh(score / 1.2);
      expect(capped[n]).toBeCloseTo(cap, 5);
      if (s > t) expect(biased[n]).toBe(-Infinity);
      else expect(biased[n]).toBeCloseTo(cap + matrix[n]!, 5);
    }
    expect(pe.attention(options)).not.toHaveProperty("scores");
    expect(pe.attention({ ...options, scores: "raw" }).output).toEqual(pe.attention(options).output);
  });
});

describe("hidden keys and values", () => {
  test("may hold anything, and a query that sees no key gives zeros", () => {
    const hidden = Uint8Array.of(1, 0, 1, 1, 0, 1, 1);
    const clean = pe.attention({ ...plain, mask: hidden, weights: true });
    const [badK, badV] = [k.slice(), v.slice()];
    for (const s of [1, 4]) {
      badK.fill(Number.NaN, s * kvHeads * headDim, (s + 1) * kvHeads * headDim);
      badV.fill(Infinity, s * kvHeads * headDim, (s + 1) * kvHeads * headDim);
    }
    expect(pe.attention({ ...plain, k: badK, v: badV, mask: hidden, weights: true })).toEqual(clean);
    const bias = Float32Array.from({ length: each }, (_, n) => (hidden[n % keys] === 0 ? -Infinity : 0));
    expect(pe.attention({ ...plain, k: badK, v: badV, bias, weights: true })).toEqual(clean);
    const none = pe.attention({ ...plain, k: badK, v: badV, mask: new Uint8Array(keys), weights: true });
    expect(none.output.every((entry) => entry === 0)).toBe(true);
    expect(none.weights!.every((entry) => entry === 0)).toBe(true);
  });
});

describe("align", () => {
  const queriesOf = (count: number) => q.slice(0, count * heads * headDim);

  test("is the offset at either end of the keys, also with more queries than keys, or none", () => {
    for (const count of [0, 1, queries]) {
      const some = { ...plain, q: queriesOf(count), causal: true, weights: true } as const;
      expect(pe.attention({ ...some, align: "start" })).toEqual(pe.attention({ ...some, offset: 0 }));
      expect(pe.attention({ ...some, align: "end" })).toEqual(
        pe.attention({ ...some, offset: keys - count }),
      );
    }
    const few = { ...plain, k: k.slice(0, kvHeads * headDim), v: v.slice(0, kvHeads * headDim) };
    expect(pe.attention({ ...few, causal: true, align: "end", weights: true })).toEqual(
      pe.attention({ ...few, causal: true, offset: 1 - queries, weights: true }),
    );
  });

  test("or offset is required if causal queries are fewer than keys", () => {
    for (const count of [1, queries]) {
      const some = { ...plain, q: queriesOf(count), causal: true };
      const error = expectError(() => pe.attention(some), TypeError, "missing", "offset");
      expect(error.message).toContain(`causal, ${count} queries and ${keys} keys, pass`);
      expect(error.message).toContain('align: "end"');
    }
    const same = { ...plain, k: k.slice(0, 5 * kvHeads * headDim), v: v.slice(0, 5 * kvHeads * headDim) };
    expect(pe.attention({ ...same, causal: true })).toEqual(
      pe.attention({ ...same, causal: true, offset: 0 }),
    );
    expect(pe.attention({ ...plain, q: queriesOf(0), causal: true }).output).toHaveLength(0);
    expect(pe.attention({ ...plain, causal: false })).toEqual(pe.attention(plain));
  });

  test.each([
    ["window.chunk", { window: { chunk: 2 } }],
    ["queryScale", { queryScale: { beta: 0.1, length: 2 } }],
  ])("or offset is required with %s, too", (name, option) => {
    const error = expectError(() => pe.attention({ ...plain, ...option }), TypeError, "missing", "offset");
    expect(error.message).toContain(`with ${name}, `);
  });
});

describe("at the edge", () => {
  test("far windows and offsets stay right", () => {
    const far = { before: 2 ** 32 - 1, after: 2 ** 31 };
    expect(pe.attention({ ...plain, window: far })).toEqual(pe.attention(plain));
    const late = pe.attention({ ...plain, offset: 2 ** 28, causal: true });
    expect(late).toEqual(pe.attention(plain));
    const early = pe.attention({ ...plain, offset: -(2 ** 28), causal: true });
    expect(early.output.every((entry) => entry === 0)).toBe(true);
  });

  test("without keys the output is zeros, with every option", () => {
    const empty = new Float32Array(0);
    const all = {
      causal: true,
      mask: new Uint8Array(0),
      bias: empty,
      relativeBias: empty,
      scores: "raw",
    } as const;
    const none = pe.attention({ q, k: empty, v: empty, heads, kvHeads, headDim, keys: 0, ...all });
    expect(none.output).toEqual(new Float32Array(q.length));
    expect(none.scores).toHaveLength(0);
  });
});

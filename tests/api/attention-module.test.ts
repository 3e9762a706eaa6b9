/** The module of attention alone, for figures: the same bits as the full one. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type AttentionOptions, load as loadFull } from "posenc/full";
import { describe, expect, test } from "vitest";
import { load } from "../../src/entries/attention.ts";
import { expectError, rejectionOf } from "./harness/expect-error.ts";
import { wasmBytes } from "./harness/faulty-module.ts";

const file = createRequire(import.meta.url).resolve("posenc/posenc-attention.wasm");
const small = await load({ wasm: readFileSync(file) });
const whole = await loadFull();

/** Reproducible numbers from −4 to 4. */
function numbers(length: number, seed: number): Float32Array<ArrayBuffer> {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 8 * (state / 2 ** 32 - 0.5);
  });
}

const tokens = 37;
const heads = 3;
const headDim = 10;
const [q, k, v] = [1, 2, 3].map((seed) => numbers(tokens * heads * headDim, seed)) as [
  Float32Array<ArrayBuffer>,
  Float32Array<ArrayBuffer>,
  Float32Array<ArrayBuffer>,
];
const scores = tokens * tokens;

const options: Partial<AttentionOptions>[] = [
  {},
  { weights: true, scores: "biased" },
  { causal: true, weights: true },
  { precise: true, scale: 0.3, softcap: 5 },
  { bias: numbers(scores, 4), weights: true },
  { relativeBias: numbers(heads * (2 * tokens - 1), 5), causal: true },
  { mask: Uint8Array.from(numbers(scores, 6), (value) => Number(value > 0)) },
  { window: { before: 5, after: 0 }, sinks: numbers(heads, 7), queryScale: { beta: 0.1, length: 8 } },
];

describe.each(options)("with the options %#", (more) => {
  test.each([tokens, 3])("attention to %i tokens has the same bits in both", (queries) => {
    const call = { q: q.subarray(0, queries * heads * headDim), k, v, heads, headDim, ...more };
    const given = queries < tokens ? { ...call, offset: 2, ...without(more) } : call;
    expect(small.attention(given)).toEqual(whole.attention(given));
  });
});

/** The options whose arrays fit fewer queries. */
const without = ({ bias, mask, relativeBias }: Partial<AttentionOptions>) => ({
  bias: bias?.subarray(0, 3 * tokens),
  mask: mask?.subarray(0, 3 * tokens),
  relativeBias: relativeBias?.subarray(0, heads * (tokens + 2)),
});

test.each([false, true])("products of matrices have the same bits in both, precise %s", (precise) => {
  for (const inner of [1, 6, 10, 30]) {
    const asked = { inner, precise, transposeB: inner === 6 };
    expect(small.matmul(q, k, asked)).toEqual(whole.matmul(q, k, asked));
  }
});

test("what needs more than the module has is refused", () => {
  const rotary = { pairing: "halves" } as const;
  expectError(
    () => small.attention({ q, k, v, heads, headDim, rotary }),
    TypeError,
    "unknown-option",
    "rotary",
  );
  expectError(() => small.attention({ q, k, v, heads, headDim: 7 }), RangeError, "length", "q");
});

test("it takes its own file, and no other", async () => {
  const error = await rejectionOf(load({ wasm: wasmBytes() }));
  expect(error).toMatchObject({ code: "version", param: "wasm" });
});

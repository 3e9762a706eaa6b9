/** Attention that rotates its queries and keys, against rotate() and against the formula. */
import { type AttentionOptions, type AttentionRotary, load, type RotateOptions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

const noise = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, i) => 2 * Math.sin(i * i + seed) + Math.cos(3 * i));

const [heads, kvHeads, queries, keys] = [4, 2, 5, 9];
const inputs = (headDim: number) => ({
  q: noise(queries * heads * headDim, 1),
  k: noise(keys * kvHeads * headDim, 2),
  v: noise(keys * kvHeads * 3, 3),
  heads,
  kvHeads,
  headDim,
});

const yarn = { type: "yarn", factor: 4, originalLength: 32 } as const;
const specs: [string, number, AttentionRotary][] = [
  ["halves", 8, { pairing: "halves" }],
  ["interleaved pairs, and a part of the channels", 10, { pairing: "interleaved", rotaryDim: 6, base: 500 }],
  ["a first position", 8, { pairing: "halves", start: 131_070 }],
  ["positions apart", 8, { pairing: "halves", start: -3.5, stride: 0.25 }],
  ["YaRN and its factor", 8, { method: "rope", pairing: "halves", scaling: yarn }],
  ["a preset", 128, { preset: "llama-3.1", start: 7 }],
  ["a preset with a factor", 128, { preset: "qwen-2.5-yarn" }],
  ["a library's float32 recipe", 8, { pairing: "halves", precision: "float32-cast", start: 5000 }],
  ["xPos, each by its side", 8, { method: "xpos", pairing: "interleaved", start: -4 }],
];

/** The options with queries and keys rotated by rotate(), at the positions that attention's doc comment states. */
function rotatedBefore(
  options: AttentionOptions,
  headDim: number,
  rotary: AttentionRotary,
): AttentionOptions {
  const { start = 0, stride = 1, ...spec } = rotary;
  const fields = "preset" in spec && spec.preset !== undefined ? spec : { ...spec, headDim };
  const rotated = (x: Float32Array, count: number, first: number, side: "query" | "key") =>
    pe.rotate(x, {
      ...fields,
      heads: count,
      start: start + stride * first,
      stride,
      ...("method" in spec && spec.method === "xpos" && { side }),
    } as RotateOptions);
  const q = rotated(options.q, heads, options.offset ?? 0, "query");
  return { ...options, q, k: rotated(options.k, kvHeads, 0, "key") };
}

describe.each(specs)("with %s", (_, headDim, rotary) => {
  const plain = inputs(headDim);
  const more: [string, Partial<AttentionOptions>][] = [
    ["nothing else", {}],
    ["weights and scores", { weights: true, scores: "biased" }],
    [
      "causal behind a cache, a window and precision",
      { causal: true, offset: 4, window: { before: 3 }, precise: true },
    ],
    [
      "a softcap, a mask and biases",
      {
        softcap: 2,
        mask: Uint8Array.from({ length: keys }, (_, s) => s % 4),
        bias: noise(queries * keys, 4),
        relativeBias: noise(queries + keys - 1, 5),
      },
    ],
    ["queries before the first key", { offset: -2, weights: true }],
  ];

  test.each(more)("and %s gives the same bits as rotate() before attention()", (_, options) => {
    const all = { ...plain, ...options };
    expect(pe.attention({ ...all, rotary })).toEqual(pe.attention(rotatedBefore(all, headDim, rotary)));
  });
});

test("scores are the formula's", () => {
  const headDim = 6;
  const x = inputs(headDim);
  const [offset, start] = [3, 11];
  const rotary = { pairing: "interleaved", base: 100, rotaryDim: 4, start } as const;
  const { scores } = pe.attention({ ...x, offset, scale: 1, scores: "raw", rotary });
  const rotatedRow = (values: Float32Array, row: number, position: number) => {
    const head = [...values.subarray(row * headDim, (row + 1) * headDim)];
    for (const i of [0, 1]) {
      const [a, b, angle] = [head[2 * i]!, head[2 * i + 1]!, position * 100 ** (-i / 2)];
      head[2 * i] = a * Math.cos(angle) - b * Math.sin(angle);
      head[2 * i + 1] = a * Math.sin(angle) + b * Math.cos(angle);
    }
    return head;
  };
  for (let h = 0; h < heads; h++)
    for (let t = 0; t < queries; t++)
      for (let s = 0; s < keys; s++) {
        const query = rotatedRow(x.q, t * heads + h, start + offset + t);
        const key = rotatedRow(x.k, s * kvHeads + Math.floor(h / 2), start + s);
        const due = query.reduce((sum, value, c) => sum + value * key[c]!, 0);
        // 3.5 · 2^-24 |q| |k| for the rotations, and the score's own rounding.
        const bound = 4.5 * 2 ** -24 * Math.hypot(...query) * Math.hypot(...key);
        expect(Math.abs(scores![(h * queries + t) * keys + s]! - due)).toBeLessThanOrEqual(bound);
      }
});

test("positions are those of the keys, and a query has the position of its key", () => {
  const x = inputs(8);
  const positions = [0, 1, 2, 10, 11, 12, 3, 4, 5];
  const offset = 4;
  const rotated = (values: Float32Array, count: number, list: number[]) =>
    pe.rotate(values, { heads: count, headDim: 8, pairing: "halves", positions: list });
  const q = rotated(x.q, heads, positions.slice(offset, offset + queries));
  const due = pe.attention({ ...x, q, k: rotated(x.k, kvHeads, positions), offset });
  expect(pe.attention({ ...x, offset, rotary: { pairing: "halves", positions } })).toEqual(due);
});

test("a spec with sections takes a list for each axis", () => {
  const x = inputs(8);
  const sections = [1, 2, 1];
  const axes = [0, 1, 2].map((axis) => Array.from({ length: keys }, (_, s) => (s * (axis + 2)) % 7));
  const spec = { headDim: 8, pairing: "halves", sections } as const;
  const q = pe.rotate(x.q, { ...spec, heads, positions: axes.map((list) => list.slice(3, 3 + queries)) });
  const k = pe.rotate(x.k, { ...spec, heads: kvHeads, positions: axes });
  const due = pe.attention({ ...x, q, k, offset: 3 });
  expect(pe.attention({ ...x, offset: 3, rotary: { ...spec, positions: axes } })).toEqual(due);
});

test("the caller's arrays stay as they are, also if all are one array", () => {
  const x = noise(24, 6);
  const before = x.slice();
  const shape = { heads: 1, headDim: 4 };
  const rotary = { pairing: "halves" } as const;
  const apart = pe.attention({ q: x.slice(), k: x.slice(), v: x.slice(), ...shape, rotary });
  expect(pe.attention({ q: x, k: x, v: x, ...shape, rotary })).toEqual(apart);
  expect(x).toEqual(before);
});

test("keys that a causal mask hides may hold anything", () => {
  const x = {
    ...inputs(8),
    causal: true,
    align: "start" as const,
    rotary: { pairing: "halves" } as const,
    weights: true,
  };
  const clean = pe.attention(x);
  const k = x.k.slice().fill(Number.NaN, queries * kvHeads * 8);
  const v = x.v.slice().fill(Infinity, queries * kvHeads * 3);
  expect(pe.attention({ ...x, k, v })).toEqual(clean);
});

test("align places the queries, and so their positions", () => {
  for (const rotary of [{ pairing: "halves" }, { pairing: "halves", positions: noise(keys, 3) }] as const) {
    const x = { ...inputs(8), rotary, weights: true };
    for (const causal of [false, true]) {
      expect(pe.attention({ ...x, causal, align: "end" })).toEqual(pe.attention({ ...x, causal, offset: 4 }));
      expect(pe.attention({ ...x, causal, align: "start" })).toEqual(
        pe.attention({ ...x, causal, offset: 0 }),
      );
    }
  }
});

test("without keys the output is zeros", () => {
  const empty = new Float32Array(0);
  const none = { k: empty, v: empty, heads: 1, headDim: 2 };
  for (const rotary of [{ pairing: "halves" }, { method: "xpos", pairing: "halves" }] as const) {
    expect(pe.attention({ q: noise(4, 1), ...none, rotary }).output).toEqual(new Float32Array(4));
    expect(pe.attention({ q: empty, ...none, rotary: { ...rotary, positions: [] } }).output).toEqual(empty);
  }
});

describe("bad input", () => {
  const attend =
    (rotary: unknown, options = {}) =>
    () =>
      pe.attention({ ...inputs(8), ...options, rotary } as AttentionOptions);
  const halves = { pairing: "halves" } as const;

  test.each([5, null, "llama-3.1"])("%s is no encoding", (rotary) => {
    expectError(attend(rotary), TypeError, "type", "rotary");
  });

  test("an encoding takes its own fields only, and the pairing is required", () => {
    expectError(attend({}), TypeError, "missing", "pairing");
    expectError(attend({ ...halves, heads: 4 }), TypeError, "unknown-option", "heads");
    expectError(attend({ ...halves, side: "query" }), TypeError, "unknown-option", "side");
    expectError(attend({ method: "alibi" }), RangeError, "unsupported", "method");
    expectError(attend({ preset: "no-such" }), RangeError, "range", "preset");
  });

  test("an array that rotate or rerotate made is rotated already", () => {
    const given = inputs(8);
    const turned = { ...halves, headDim: 8 };
    const k = pe.rotate(given.k, { ...turned, heads: kvHeads });
    const error = expectError(attend(halves, { k }), TypeError, "conflict", "k");
    expect(error.message).toContain("leave rotary out");
    expectError(attend(halves, { q: pe.rotate(given.q, { ...turned, heads }) }), TypeError, "conflict", "q");
    const move = { heads: kvHeads, from: turned, fromPositions: [...Array(keys).keys()] };
    const moved = pe.rerotate(k, { ...move, toPositions: [...Array(keys).keys()] });
    expectError(attend(halves, { k: moved }), TypeError, "conflict", "k");
    const views = [k.subarray(0), new Float32Array(k.buffer), new Float32Array(k.buffer, 0, k.length)];
    for (const view of views) expectError(attend(halves, { k: view }), TypeError, "conflict", "k");
    // Without rotary it is taken, as are a copy, keys that were rotated back, and an array of the caller.
    expect(pe.attention({ ...given, k }).output.length).toBe(queries * heads * 3);
    const back = pe.rotate(k, { ...turned, heads: kvHeads, inverse: true });
    const own = pe.rotate(given.k, { ...turned, heads: kvHeads, out: new Float32Array(k.length) });
    for (const fine of [k.slice(), back, own]) expect(attend(halves, { k: fine })).not.toThrow();
  });

  test("an error about widths that do not fit states both", () => {
    const wide = expectError(attend({ ...halves, rotaryDim: 10 }), RangeError, "range", "rotaryDim");
    expect(wide.message).toMatch(/8; got 10/);
    expectError(attend({ ...halves, rotaryDim: 3 }), RangeError, "range", "rotaryDim");
    const preset = expectError(attend({ preset: "llama-2" }), RangeError, "range", "rotary.headDim");
    expect(preset.message).toContain("128 and 8");
    expectError(attend({ ...halves, headDim: 6 }), RangeError, "range", "rotary.headDim");
    const odd = { q: noise(15 * heads, 1), k: noise(27 * kvHeads, 2), headDim: 3 };
    expectError(attend(halves, odd), RangeError, "range", "headDim");
  });

  test("there must be a position for each key, and a key at each query", () => {
    const positions = Array.from({ length: keys }, (_, s) => s);
    expectError(attend({ ...halves, positions: [1, 2] }), RangeError, "length", "positions");
    expectError(attend({ ...halves, positions, start: 1 }), TypeError, "conflict", "start");
    for (const offset of [-1, 5]) {
      const error = expectError(attend({ ...halves, positions }, { offset }), RangeError, "range", "offset");
      expect(error.message).toContain(`${offset} + ${queries}`);
    }
    expectError(attend({ ...halves, start: Number.NaN }), RangeError, "range", "start");
  });
});

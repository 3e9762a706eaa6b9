/** Work in parts: the memory that it takes, and that results do not depend on where it is cut. */
import type { Posenc, Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { random } from "./harness/each-call.ts";
import { inPartsOf, loadFaulty } from "./harness/faulty-module.ts";

const sines = { method: "sinusoidal", dModel: 24 } as const;
const rope = { headDim: 8, pairing: "halves" } as const;
const sections = { method: "rope", ...rope, sections: [1, 3] } as const;
const grid = { method: "grid", dModel: 24, normalize: true, classToken: true } as const;
const perceptron = { hiddenWeight: random(3), hiddenBias: random(3), outputWeight: random(6) };
const yarn = { type: "yarn", factor: 4, originalLength: 4096 } as const;

/** Calls on some rows whose work is cut, given a number of rows; x has as many rows of 24 floats. */
const cut: Record<string, (pe: Posenc, rows: number, x: Float32Array) => unknown> = {
  encode: (pe, rows) => pe.encode(sines, { length: rows, start: -3 }),
  "encode from a fraction": (pe, rows) => pe.encode(sines, { length: rows, start: 2 ** 24 - 7.25 }),
  "encode at positions": (pe, rows) => pe.encode(sines, { positions: random(rows) }),
  "encode with an odd width": (pe, rows) =>
    pe.encode({ ...sines, dModel: 7, oddWidth: "zero" } as Spec, { length: rows }),
  "encode with a factor and padding": (pe, rows) =>
    pe.encode({ ...sines, outputScale: 0.1, paddingIndex: 2 }, { length: rows }),
  "encode in float32": (pe, rows) => pe.encode({ ...sines, precision: "float32" }, { length: rows }),
  "encode by rows": (pe, rows) => pe.encode({ method: "index", dModel: 24 }, { length: rows, start: 5 }),
  "encode a grid": (pe, rows) => pe.encode({ ...grid, shape: [rows / 8, 8], valid: [rows / 8 - 1, 7] }),
  "encode points": (pe, rows) => pe.encode({ method: "fourier", octaves: 4 }, { points: random(3 * rows) }),
  "encode points by random features": (pe, rows) =>
    pe.encode({ method: "random-fourier", features: 12 }, { points: random(3 * rows) }),
  "encode learned rows": (pe, rows, table) =>
    pe.encode({ method: "learned", dModel: 24, maxLength: rows }, { length: rows, table }),
  addPositions: (pe, _, x) => pe.addPositions(x, { dModel: 24, dropout: 0.3, seed: 5 }),
  "addPositions to a batch": (pe, rows, x) =>
    pe.addPositions(x, { dModel: 24, length: rows / 4, start: 0.3 }),
  "addPositions to short sequences": (pe, _, x) =>
    pe.addPositions(x, { dModel: 24, length: 5, dropout: 0.3 }),
  "addPositions with padding": (pe, rows, x) =>
    pe.addPositions(x, { spec: { ...sines, paddingIndex: 3 }, length: rows / 2 }),
  rotate: (pe, _, x) => pe.rotate(x, { ...rope, heads: 3, start: 7.5 }),
  "rotate with a factor": (pe, _, x) => pe.rotate(x, { ...rope, heads: 3, scaling: yarn, start: 9 }),
  "rotate by sections": (pe, rows, x) =>
    pe.rotate(x, { ...sections, heads: 3, positions: [random(rows), random(rows)] }),
  "rotate by xPos": (pe, _, x) =>
    pe.rotate(x, { method: "xpos", ...rope, heads: 3, side: "query", stride: 2 }),
  rotateBy: (pe, rows, x) =>
    pe.rotateBy(x, { ...rope, heads: 3, cos: random(4 * rows), sin: random(4 * rows) }),
  "rotateBy a table for each head": (pe, rows, x) =>
    pe.rotateBy(x, { ...rope, heads: 3, cos: random(12 * rows), sin: random(12 * rows), inverse: true }),
  rerotate: (pe, rows, x) =>
    pe.rerotate(x, {
      heads: 3,
      from: sections,
      fromPositions: random(rows),
      to: { ...rope, scaling: yarn },
      toPositions: random(rows),
    }),
  "rerotate by xPos": (pe, rows, x) =>
    pe.rerotate(x, {
      heads: 3,
      from: { method: "xpos", ...rope },
      fromPositions: random(rows),
      to: { ...rope, precision: "float32" },
      toPositions: random(rows),
    }),
  rotaryTable: (pe, rows) => pe.rotaryTable({ method: "rope", ...rope }, { length: rows, start: 4 }),
  permutePairing: (pe, _, x) => pe.permutePairing(x, { headDim: 8, to: "interleaved" }),
  softmax: (pe, _, x) => pe.softmax(x, { columns: 24 }),
  layerNorm: (pe, _, x) => pe.layerNorm(x, { dModel: 24, gain: random(24), bias: random(24) }),
  logSoftmax: (pe, _, x) => pe.logSoftmax(x, { columns: 24 }),
  rmsNorm: (pe, _, x) => pe.rmsNorm(x, { dModel: 24, gain: random(24) }),
  gelu: (pe, _, x) => pe.gelu(x),
  relu: (pe, _, x) => pe.relu(x),
  silu: (pe, _, x) => pe.silu(x),
  bias: (pe, rows) =>
    pe.bias(
      { method: "alibi" },
      { heads: 4, queries: rows / 8, keys: 50, offset: 9 - rows / 8, causal: true },
    ),
  "bias by a perceptron": (pe, rows) =>
    pe.bias(
      { method: "fire", threshold: 3 },
      { heads: 2, queries: rows / 8, keys: 50, causal: true, offset: 2, perceptron },
    ),
  "bias of a window": (pe, rows) => {
    const cells = Math.floor(Math.sqrt(rows * 12));
    const table = random(2 * (2 * cells - 1));
    return pe.bias({ method: "swin", window: [1, cells] }, { heads: 2, table });
  },
  "bias of a window by a perceptron": (pe, rows) => {
    const net = { hiddenWeight: random(6), hiddenBias: random(3), outputWeight: random(6) };
    const window = [2, Math.floor(Math.sqrt(rows * 3))] as const;
    return pe.bias({ method: "swin", window, logSpaced: true }, { heads: 2, perceptron: net });
  },
  "relativeIndex of a window": (pe, rows) =>
    pe.relativeIndex({ method: "swin", window: [3, Math.floor(Math.sqrt(rows * 2))] }, {}),
  "relativeScores of Shaw": (pe, rows, x) =>
    pe.relativeScores(
      { method: "shaw", clip: 3 },
      {
        q: x.subarray(0, rows * 6),
        heads: 2,
        headDim: 3,
        keys: 24,
        offset: 9,
        table: random(42),
        causal: true,
      },
    ),
  "relativeScores of DeBERTa": (pe, rows, x) =>
    pe.relativeScores(
      { method: "deberta", maxRelativePositions: 4 },
      {
        ...{ q: x.subarray(0, rows * 6), k: random(150), heads: 2, headDim: 3, offset: 9 },
        ...{ keyTable: random(48), queryTable: random(48) },
      },
    ),
  "relativeScores of Transformer-XL": (pe, rows, x) =>
    pe.relativeScores(
      { method: "transformer-xl", dModel: 4 },
      {
        ...{ q: x.subarray(0, rows * 6), k: random(150), heads: 2, headDim: 3, offset: 9 },
        ...{ u: random(6), v: random(6), positionWeight: random(24) },
      },
    ),
  relativeValues: (pe, rows, x) =>
    pe.relativeValues(
      { method: "shaw", clip: 3 },
      { weights: x.subarray(0, rows * 24), heads: 4, headDim: 3, queries: rows / 8, table: random(84) },
    ),
  relativeIndex: (pe, rows) => pe.relativeIndex({ method: "t5" }, { queries: rows, keys: 24 }),
  similarity: (pe, rows) => pe.similarity(sines, { from: -9, to: 5 * rows }),
};

/** What all parts read is in memory as a whole: bytes of it for a row, and a third for the growth of memory in steps. */
const wholeBytes: Record<string, number> = {
  "encode learned rows": 1.3 * 24 * 4,
  "relativeScores of Transformer-XL": 1.3 * (4 + 6) * 4, // the encoding of a distance, and its projection
};

const [some, many] = [1000, 200_000];
const x = random(many * 24); // 18 MiB
const rowsOf = (rows: number) => x.subarray(0, rows * 24);

describe.each(Object.entries(cut))("%s", (name, call) => {
  test("gives the same bits in parts of any size", async () => {
    const whole = call(await inPartsOf(2 ** 30), some, rowsOf(some));
    for (const bytes of [1, 1000, 2 ** 14])
      expect(call(await inPartsOf(bytes), some, rowsOf(some))).toEqual(whole);
  });

  test("takes 2 MiB for any number of rows, and no more after a thousand calls", async () => {
    let memory: WebAssembly.Memory | undefined;
    const { pe } = await loadFaulty((module) => {
      memory = module.wasmMemory;
      return {};
    });
    call(pe, many, x);
    const level = memory!.buffer.byteLength;
    expect(level).toBeLessThanOrEqual(2 ** 21 + (wholeBytes[name] ?? 0) * many);
    for (let n = 0; n < 1000; n++) call(pe, 40, rowsOf(40));
    expect(memory!.buffer.byteLength).toBe(level);
  });
});

test.each([-20, -4, 4, 20])("out may begin %d numbers after x in the same memory", async (shift) => {
  const [small, whole] = [await inPartsOf(1), await inPartsOf(2 ** 30)];
  const given = random(64);
  const tokens = { headDim: 4, heads: 1, pairing: "halves" } as const;
  const [fromPositions, toPositions] = [random(6), random(6)];
  const moved = { method: "rope", headDim: 4, pairing: "halves" } as const;
  const calls: ((pe: Posenc, x: Float32Array, out: Float32Array) => unknown)[] = [
    (pe, x, out) => pe.rotate(x, { ...tokens, start: 3, out }),
    (pe, x, out) => pe.rerotate(x, { heads: 1, from: moved, fromPositions, toPositions, out }),
    (pe, x, out) => pe.permutePairing(x, { headDim: 4, to: "interleaved", out }),
  ];
  for (const call of calls) {
    const results = [small, whole].map((pe) => {
      const memory = given.slice();
      return call(pe, memory.subarray(20, 44), memory.subarray(20 + shift, 44 + shift));
    });
    expect(results[0]).toEqual(results[1]);
  }
});

test("out may be memory that later parts read", async () => {
  const memory = random(40);
  const shaw = { method: "shaw", clip: 1 } as const;
  const shape = { heads: 2, headDim: 2, table: random(6), queries: 4 };
  const small = await inPartsOf(1);
  const whole = await inPartsOf(2 ** 30);
  const scores = (pe: Posenc, given: Float32Array) =>
    pe.relativeScores(shaw, { ...shape, q: given.subarray(0, 16), keys: 4, out: given.subarray(0, 32) });
  expect(scores(small, memory.slice())).toEqual(scores(whole, memory.slice()));
  const values = (pe: Posenc, given: Float32Array) =>
    pe.relativeValues(shaw, { ...shape, weights: given.subarray(0, 16), out: given.subarray(0, 16) });
  expect(values(small, memory.slice())).toEqual(values(whole, memory.slice()));
});

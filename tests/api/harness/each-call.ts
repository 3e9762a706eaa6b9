/** Each function, with every kind of its options: for what holds for all calls alike. */
import type { Posenc, Spec } from "posenc/full";

export const view = { positions: [0, 100], dimensions: [0, 8] } as const;
export const random = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i * i));
export const attended = { q: random(64), k: random(64), v: random(64), heads: 2, headDim: 4, weights: true };

const merged = { output: random(24), logSumExp: new Float64Array(6) };

export const specOf = (base: number): Spec => ({ method: "sinusoidal", dModel: 8, base });

const grid = { method: "grid", dModel: 8, shape: [3, 4], normalize: true } as const;
const recipe = { method: "sinusoidal", dModel: 8, precision: "float32-cast" } as const;
const scaling = { type: "yarn", factor: 4, originalLength: 4096 } as const;
const rope = { headDim: 8, pairing: "halves", scaling } as const;
const llama = { type: "llama3", factor: 8, originalLength: 8192 } as const;
const keyed = { method: "xpos", headDim: 8, pairing: "halves" } as const;
const xpos = { ...keyed, side: "key" } as const;

const perceptron = {
  hiddenWeight: random(3),
  hiddenBias: random(3),
  outputWeight: random(6),
  outputBias: random(2),
};
const shaw = { method: "shaw", clip: 1 } as const;
const shown = {
  scale: 0.5,
  softcap: 2,
  causal: true,
  offset: 1,
  window: { before: 3, after: 2 },
  sinks: random(2),
  queryScale: { beta: 0.1, length: 2, shift: 1, positions: new Float64Array(8) },
  mask: new Uint8Array(8).fill(1),
  bias: random(64),
  relativeBias: random(15),
  scores: "biased",
  precise: true,
  logSumExp: true,
} as const;

const { offset: _, scores: __, logSumExp: _sum, ...shownInLayer } = shown;

const learned = (outputs: number, inner: number) => ({
  weight: random(outputs * inner),
  bias: random(outputs),
});
const feedForward = { output: learned(4, 4), up: learned(3, 4), down: learned(4, 3) };
const layer = {
  ...{ query: learned(4, 4), key: learned(4, 4), value: learned(4, 4), ...feedForward },
  attentionNorm: { gain: random(4), bias: random(4) },
};
const gated = {
  ...{ query: learned(4, 4), key: learned(2, 4), value: learned(2, 4), ...feedForward, gate: learned(3, 4) },
  feedForwardNorm: { gain: random(4) },
};

/** By name; a base that was not used before needs memory for its schedule, too. */
export const calls: Record<string, (pe: Posenc, base: number) => unknown> = {
  frequencies: (pe, base) => pe.frequencies(specOf(base)),
  sinusoidal: (pe, base) => pe.sinusoidal({ length: 20, start: 3, dModel: 8, base, layout: "halves" }),
  encode: (pe, base) => pe.encode(specOf(base), { length: 20, start: 2 }),
  "encode at positions": (pe, base) => pe.encode(specOf(base), { positions: [4, 2, 0.5] }),
  heatmap: (pe, base) => pe.heatmap(specOf(base), { view, width: 8, height: 8 }),
  "heatmap as values": (pe, base) => pe.heatmap(specOf(base), { view, width: 8, height: 8, as: "values" }),
  "encode a grid": (pe, base) => pe.encode({ ...grid, base }),
  "encode in float32": (pe, base) => pe.encode({ ...recipe, base }, { length: 9 }),
  "encode points": (pe) => pe.encode({ method: "random-fourier", features: 4 }, { points: random(6) }),
  addPositions: (pe, base) => pe.addPositions(random(64), { dModel: 8, base, dropout: 0.5 }),
  "addPositions with a table": (pe) =>
    pe.addPositions(random(64), { spec: { method: "one-hot", dModel: 8 } }),
  blocks: (pe, base) =>
    Array.from(pe.blocks(specOf(base), { length: 20, rows: 8 }), ({ table }) => [...table]),
  rotate: (pe, base) => pe.rotate(random(64), { ...rope, heads: 2, base }),
  "rotate by sections": (pe, base) =>
    pe.rotate(random(64), {
      ...{ headDim: 8, rotaryDim: 8, pairing: "interleaved", scaling: llama, sections: [1, 3], base },
      ...{ heads: 2, positions: [random(4), random(4)], inverse: true },
    }),
  "rotate by xPos": (pe, base) => pe.rotate(random(64), { ...xpos, heads: 2, base, gamma: base }),
  "rotate a gradient": (pe, base) => pe.rotate(random(64), { ...xpos, heads: 2, base, gradient: true }),
  rotateBy: (pe) =>
    pe.rotateBy(random(64), { headDim: 8, pairing: "halves", heads: 2, cos: random(32), sin: random(32) }),
  rerotate: (pe, base) =>
    pe.rerotate(random(64), {
      heads: 2,
      from: { ...rope, base },
      fromPositions: random(4),
      toPositions: [3, 4, 5, 6],
    }),
  "rerotate by sections": (pe, base) =>
    pe.rerotate(random(64), {
      ...{ heads: 2, from: { ...rope, base }, fromPositions: random(4) },
      ...{ to: { ...rope, sections: [1, 3] }, toPositions: [random(4), random(4)] },
    }),
  "rerotate from xPos in float32": (pe, base) =>
    pe.rerotate(random(64), {
      ...{ heads: 2, from: { ...keyed, base }, fromPositions: random(4) },
      ...{ to: { headDim: 8, pairing: "halves", precision: "float32" }, toPositions: random(4) },
    }),
  rotaryTable: (pe, base) => pe.rotaryTable({ method: "rope", ...rope, base }, { length: 9 }),
  permutePairing: (pe) => pe.permutePairing(random(64), { headDim: 8, to: "interleaved" }),
  attention: (pe) => pe.attention(attended),
  "attention with rotary": (pe, base) =>
    pe.attention({ ...attended, heads: 1, headDim: 8, rotary: { ...rope, base } }),
  "attention with every option": (pe) =>
    pe.attention({ ...attended, ...shown, kvHeads: 2, queries: 8, keys: 8 }),
  "attention in chunks": (pe) => pe.attention({ ...attended, window: { chunk: 2 } }),
  mergeAttention: (pe) => pe.mergeAttention({ parts: [merged, merged], heads: 2 }),
  softmax: (pe) => pe.softmax(random(64), { columns: 8 }),
  logSoftmax: (pe) => pe.logSoftmax(random(64), { columns: 8 }),
  matmul: (pe) => pe.matmul(random(64), random(64), { inner: 8, precise: true }),
  "matmul of transposed factors": (pe) =>
    pe.matmul(random(24), random(40), { inner: 8, transposeA: true, transposeB: true }),
  linear: (pe) => pe.linear(random(24), { weight: random(40), bias: random(5), inner: 8, precise: true }),
  "linear by inputs": (pe) => pe.linear(random(24), { weight: random(40), inner: 8, weightLayout: "in-out" }),
  layerNorm: (pe) => pe.layerNorm(random(64), { dModel: 8, gain: random(8) }),
  rmsNorm: (pe) => pe.rmsNorm(random(64), { dModel: 8, gain: random(8), eps: 1e-5 }),
  gelu: (pe) => pe.gelu(random(64)),
  relu: (pe) => pe.relu(random(64)),
  silu: (pe) => pe.silu(random(64)),
  transformerLayer: (pe) => pe.transformerLayer(random(32), { dModel: 4, heads: 2, weights: layer }),
  "transformerLayer with every option": (pe, base) =>
    pe.transformerLayer(random(32), {
      ...{ dModel: 4, heads: 2, kvHeads: 1, weights: gated, weightLayout: "in-out", norm: "rms" },
      ...{ normFirst: true, eps: 1e-5, activation: "gelu-tanh", rotary: { pairing: "halves", base } },
      ...shownInLayer,
    }),
  bias: (pe) => pe.bias({ method: "alibi" }, { heads: 3, queries: 5 }),
  "bias with a schedule": (pe, base) =>
    pe.bias({ method: "sandwich", dModel: 8, base }, { heads: 2, queries: 3, as: "vector" }),
  "bias by buckets": (pe) =>
    pe.bias(
      { method: "t5", buckets: 8 },
      { heads: 2, queries: 5, keys: 4, align: "end", table: random(16), causal: true },
    ),
  "bias by a kernel": (pe) =>
    pe.bias({ method: "kerple" }, { heads: 2, queries: 3, offset: 2, r1: [1, 2], r2: [0.5, 2] }),
  "bias by a perceptron": (pe) => pe.bias({ method: "fire" }, { heads: 2, queries: 3, perceptron }),
  "bias of a window": (pe) => pe.bias({ method: "swin", window: [2, 3] }, { heads: 2, table: random(30) }),
  alibiSlopes: (pe) => pe.alibiSlopes({ heads: 3 }),
  relativeIndex: (pe) => pe.relativeIndex({ method: "t5" }, { queries: 9 }),
  relativeScores: (pe, base) =>
    pe.relativeScores(
      { method: "transformer-xl", dModel: 4, base },
      {
        q: random(12),
        k: random(12),
        u: random(6),
        v: random(6),
        positionWeight: random(24),
        heads: 2,
        headDim: 3,
      },
    ),
  "relativeScores of Shaw": (pe) =>
    pe.relativeScores(shaw, { q: random(12), table: random(9), heads: 2, headDim: 3, keys: 4, scale: 2 }),
  "relativeScores of DeBERTa": (pe) =>
    pe.relativeScores(
      { method: "deberta", maxRelativePositions: 2 },
      { q: random(12), k: random(12), keyTable: random(12), queryTable: random(24), heads: 2, queries: 2 },
    ),
  relativeValues: (pe) =>
    pe.relativeValues(shaw, { weights: random(16), table: random(9), heads: 2, headDim: 3, queries: 2 }),
  similarity: (pe, base) => pe.similarity(specOf(base), { offsets: [1, -2.5], position: 3 }),
  distance: (pe, base) => pe.distance(specOf(base), { from: 0, to: 30 }),
  periods: (pe, base) => pe.periods(specOf(base)),
  unfinishedPairs: (pe, base) => pe.unfinishedPairs(specOf(base), { length: 30 }),
  nearestRepeat: (pe, base) => pe.nearestRepeatSync(specOf(base), { to: 200 }),
  shiftMatrix: (pe, base) => pe.shiftMatrix(specOf(base), { k: 3 }),
  fitShift: (pe, base) => pe.fitShift(specOf(base), { k: 1, length: 30 }),
  "fitShift of a table": (pe) => pe.fitShift({ table: random(40), dModel: 4 }, { k: 1 }),
  mean: (pe, base) => pe.mean(specOf(base), { length: 30 }),
  criteria: (pe, base) => pe.criteria(specOf(base), { length: 20 }),
};

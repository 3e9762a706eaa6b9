/** Calls with some options replaced, whatever their type, and what they are made of. */
import { load } from "posenc/full";

export const pe = await load();
export const random = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i));
export const x = random(24);
export const detached = random(24);
structuredClone(detached, { transfer: [detached.buffer] });

export const view = { positions: [0, 4], dimensions: [0, 8] };
export const paper = { method: "sinusoidal", dModel: 8 };
export const rope = { headDim: 4, pairing: "halves" };
const table = random(6); // 3 tokens of 2 pairs
export const image = { method: "grid", dModel: 8, shape: [2, 2] };
export const nerf = { method: "fourier", dimensions: 2, octaves: 2 };
export const learned = { method: "learned", dModel: 2, maxLength: 3 };
export const perceptron = { hiddenWeight: random(1), hiddenBias: random(1), outputWeight: random(2) };
const six = { q: random(60), k: random(42), v: random(42), heads: 4, kvHeads: 2, headDim: 3 }; // 5 queries, 7 keys

export const any = pe as unknown as Record<string, (...args: unknown[]) => unknown>;

export const calls = {
  sinusoidal: (change: object) => any.sinusoidal!({ length: 3, dModel: 8, ...change }),
  encode: (change: object, spec: object = paper) => any.encode!(spec, change),
  frequencies: (change: object) => any.frequencies!({ ...paper, ...change }),
  heatmap: (change: object, spec: object = paper) =>
    any.heatmap!(spec, { view, width: 2, height: 2, ...change }),
  attention: (change: object) => any.attention!({ ...six, ...change }),
  rotate: (change: object, values: unknown = x) => any.rotate!(values, { heads: 2, ...rope, ...change }),
  rotateBy: (change: object, values: unknown = x) =>
    any.rotateBy!(values, { heads: 2, ...rope, cos: table, sin: table, ...change }),
  rerotate: (change: object, values: unknown = x) =>
    any.rerotate!(values, {
      heads: 2,
      from: rope,
      fromPositions: [1, 2, 3],
      toPositions: [0, 1, 2],
      ...change,
    }),
  rotaryTable: (change: object, spec: object = { method: "rope", ...rope }) => any.rotaryTable!(spec, change),
  permutePairing: (change: object, values: unknown = x) =>
    any.permutePairing!(values, { headDim: 4, to: "halves", ...change }),
  attentionFactor: (spec: object) => any.attentionFactor!(spec),
  bias: (change: object, spec: object = { method: "alibi" }) =>
    any.bias!(spec, { heads: 2, queries: 3, ...change }),
  swin: (change: object) => any.bias!({ method: "swin" }, { heads: 1, ...change }),
  alibiSlopes: (change: object) => any.alibiSlopes!(change),
  relativeIndex: (change: object, spec: object = { method: "t5" }) => any.relativeIndex!(spec, change),
};
export type CallName = keyof typeof calls;

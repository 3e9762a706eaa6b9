/** Each function that fills an array of the caller's. */
import type { Posenc, Spec } from "posenc/full";

export const six = () => Float32Array.from({ length: 6 }, (_, i) => Math.sin(i));

const spec: Spec = { method: "sinusoidal", dModel: 8 };
const grid: Spec = { method: "grid", dModel: 8, shape: [2, 3] };
const learned: Spec = { method: "learned", dModel: 2, maxLength: 3 };
const clipped: Spec = { method: "shaw", clip: 1 };
const swin: Spec = { method: "swin", window: [1, 2] };
const picture = { view: { positions: [0, 4], dimensions: [0, 8] }, width: 2, height: 3 } as const;
const attended = () => ({ q: six(), k: six(), v: six(), heads: 1, headDim: 2 });
const fire: Spec = { method: "fire" };
const perceptron = {
  hiddenWeight: six().subarray(0, 3),
  hiddenBias: six().subarray(3),
  outputWeight: six(),
};
const deberta: Spec = { method: "deberta", maxRelativePositions: 1 };
const xl: Spec = { method: "transformer-xl", dModel: 2 };
const queries = () => ({ q: six(), heads: 1, headDim: 2 });
const vectors = () => ({ q: six(), heads: 1, headDim: 2, table: six() });
const weighted = () => ({ weights: six(), table: six(), heads: 1, headDim: 2, queries: 3 });

const halves = { headDim: 2, pairing: "halves" } as const;
const turned = { cos: six().subarray(3), sin: six().subarray(3) };
const moved = { heads: 1, from: halves, fromPositions: [1, 2, 3], toPositions: [0, 9, 2] };

const square = { weight: six().subarray(0, 4) };
const weights = { query: square, key: square, value: square, output: square, up: square, down: square };

/** Calls that fill `out`, and how many entries they need. */
export const fills: [string, number, (pe: Posenc, out: never) => unknown][] = [
  ["sinusoidal", 24, (pe, out) => pe.sinusoidal({ length: 3, dModel: 8, out })],
  ["encode", 24, (pe, out) => pe.encode(spec, { length: 3, out })],
  ["encode a grid", 48, (pe, out) => pe.encode(grid, { out })],
  ["encode points", 12, (pe, out) => pe.encode({ method: "fourier", octaves: 1 }, { points: six(), out })],
  ["encode by a table", 6, (pe, out) => pe.encode(learned, { length: 3, table: six(), out })],
  ["addPositions", 6, (pe, out) => pe.addPositions(six(), { dModel: 2, out })],
  ["addPositions with a table", 6, (pe, out) => pe.addPositions(six(), { spec: learned, table: six(), out })],
  ["rotate", 6, (pe, out) => pe.rotate(six(), { ...halves, heads: 1, out })],
  ["rotateBy", 6, (pe, out) => pe.rotateBy(six(), { ...halves, heads: 1, ...turned, out })],
  ["rerotate", 6, (pe, out) => pe.rerotate(six(), { ...moved, out })],
  ["permutePairing", 6, (pe, out) => pe.permutePairing(six(), { headDim: 6, to: "halves", out })],
  ["heatmap as values", 6, (pe, out) => pe.heatmap(spec, { ...picture, as: "values", out })],
  ["attention", 6, (pe, out) => pe.attention({ ...attended(), out }).output],
  [
    "mergeAttention",
    6,
    (pe, out) =>
      pe.mergeAttention({ parts: [{ output: six(), logSumExp: Float64Array.of(1, 2) }], heads: 1, out })
        .output,
  ],
  ["softmax", 6, (pe, out) => pe.softmax(six(), { columns: 3, out })],
  ["logSoftmax", 6, (pe, out) => pe.logSoftmax(six(), { columns: 3, out })],
  ["matmul", 9, (pe, out) => pe.matmul(six(), six(), { inner: 2, out })],
  ["layerNorm", 6, (pe, out) => pe.layerNorm(six(), { dModel: 3, gain: six().subarray(3), out })],
  ["linear", 9, (pe, out) => pe.linear(six(), { weight: six(), inner: 2, out })],
  ["rmsNorm", 6, (pe, out) => pe.rmsNorm(six(), { dModel: 3, gain: six().subarray(3), out })],
  ["relu", 6, (pe, out) => pe.relu(six(), { out })],
  ["silu", 6, (pe, out) => pe.silu(six(), { out })],
  ["gelu", 6, (pe, out) => pe.gelu(six(), { out })],
  ["transformerLayer", 6, (pe, out) => pe.transformerLayer(six(), { dModel: 2, heads: 1, weights, out })],
  ["bias", 12, (pe, out) => pe.bias({ method: "alibi" }, { heads: 2, queries: 2, keys: 3, out })],
  [
    "bias as a vector",
    8,
    (pe, out) => pe.bias({ method: "none" }, { heads: 2, queries: 2, keys: 3, as: "vector", out }),
  ],
  ["bias of a window", 8, (pe, out) => pe.bias(swin, { heads: 2, table: six(), out })],
  [
    "bias by a perceptron",
    12,
    (pe, out) => pe.bias(fire, { heads: 2, queries: 2, keys: 3, perceptron, out }),
  ],
  ["relativeScores", 9, (pe, out) => pe.relativeScores(clipped, { ...vectors(), keys: 3, out })],
  [
    "relativeScores of DeBERTa",
    9,
    (pe, out) =>
      pe.relativeScores(deberta, {
        ...queries(),
        k: six(),
        keyTable: six().subarray(0, 4),
        queryTable: six().subarray(0, 4),
        out,
      }),
  ],
  [
    "relativeScores of Transformer-XL",
    9,
    (pe, out) =>
      pe.relativeScores(xl, {
        ...queries(),
        k: six(),
        u: six().subarray(0, 2),
        v: six().subarray(2, 4),
        positionWeight: six().subarray(0, 4),
        out,
      }),
  ],
  ["relativeValues", 6, (pe, out) => pe.relativeValues(clipped, { ...weighted(), out })],
  ["shiftMatrix", 64, (pe, out) => pe.shiftMatrix(spec, { k: 2, out })],
];

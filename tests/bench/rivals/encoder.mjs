/**
 * An encoder layer with rotary positions, normalised before each part:
 *
 *   y = x + attention(rotated n(x) Wq, rotated n(x) Wk, n(x) Wv) Wo      n: layer normalisation
 *   output = y + gelu(n(y) W1) W2
 *
 * @typedef {{ tokens: number, width: number, heads: number, hidden: number }} EncoderProblem
 * @typedef {Record<"query" | "key" | "value" | "output" | "first" | "second", Float32Array>} Weights (rows, columns)
 * @typedef {EncoderProblem & { x: Float32Array, gain: Float32Array, bias: Float32Array, weights: Weights }} EncoderInputs
 */
import { angles, noise } from "./problems.mjs";

const EPS = 1e-5; // added to variances, as is usual

/** @param {EncoderProblem} problem @returns {EncoderInputs} */
export function encoderInputs(problem) {
  const { tokens, width, hidden } = problem;
  /** @param {number} rows @param {number} columns @param {number} seed */
  const matrix = (rows, columns, seed) => noise(rows * columns, seed).map((value) => value / Math.sqrt(rows));
  const weights = {
    query: matrix(width, width, 2),
    key: matrix(width, width, 3),
    value: matrix(width, width, 4),
    output: matrix(width, width, 5),
    first: matrix(width, hidden, 6),
    second: matrix(hidden, width, 7),
  };
  const x = noise(tokens * width, 1);
  return { ...problem, x, gain: noise(width, 8), bias: noise(width, 9), weights };
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} inner */
function product(a, b, inner) {
  const columns = b.length / inner;
  return Float64Array.from({ length: (a.length / inner) * columns }, (_, n) => {
    const [row, column] = [Math.floor(n / columns), n % columns];
    let sum = 0;
    for (let i = 0; i < inner; i++) sum += a[row * inner + i] * b[i * columns + column];
    return sum;
  });
}

/** @param {Float64Array} x @param {EncoderInputs} inputs */
function normalised(x, { width, gain, bias }) {
  return x.map((_, n) => {
    const row = x.subarray(n - (n % width), n - (n % width) + width);
    const mean = row.reduce((a, b) => a + b) / width;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
    return ((x[n] - mean) / Math.sqrt(variance + EPS)) * gain[n % width] + bias[n % width];
  });
}

/** @param {Float64Array} x @param {EncoderProblem} problem */
function turned(x, problem) {
  const [channels, turns] = [problem.width / problem.heads, angles(problem)];
  const pairs = channels / 2;
  return x.map((value, n) => {
    const i = n % channels;
    const angle = turns[Math.floor(n / problem.width) * pairs + (i % pairs)];
    const other = i < pairs ? -x[n + pairs] : x[n - pairs];
    return value * Math.cos(angle) + other * Math.sin(angle);
  });
}

/** @param {Float64Array} q @param {Float64Array} k @param {Float64Array} v @param {EncoderProblem} problem */
function attended(q, k, v, { tokens, width, heads }) {
  const channels = width / heads;
  const out = new Float64Array(q.length);
  for (let first = 0; first < width; first += channels)
    for (let t = 0; t < tokens; t++) {
      const powers = Float64Array.from({ length: tokens }, (_, s) => {
        let score = 0;
        for (let i = first; i < first + channels; i++) score += q[t * width + i] * k[s * width + i];
        return Math.exp(score / Math.sqrt(channels));
      });
      const sum = powers.reduce((a, b) => a + b);
      for (let i = first; i < first + channels; i++)
        out[t * width + i] = powers.reduce((mean, power, s) => mean + (power / sum) * v[s * width + i], 0);
    }
  return out;
}

/** The form by tanh. @param {number} x */
const gelu = (x) => (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

/** The largest error against float64. @param {EncoderInputs} inputs @returns {(output: Float32Array) => number} */
export function encoderError(inputs) {
  const { weights, width, hidden } = inputs;
  const x = Float64Array.from(inputs.x);
  const n = normalised(x, inputs);
  const [q, k] = [weights.query, weights.key].map((matrix) => turned(product(n, matrix, width), inputs));
  const mixed = product(attended(q, k, product(n, weights.value, width), inputs), weights.output, width);
  const y = x.map((value, i) => value + mixed[i]);
  const wide = product(normalised(y, inputs), weights.first, width).map(gelu);
  const due = product(wide, weights.second, hidden).map((value, i) => y[i] + value);
  return (output) => due.reduce((worst, value, i) => Math.max(worst, Math.abs(output[i] - value)), 0);
}

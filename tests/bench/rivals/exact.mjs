/** The largest errors against float64, by the formulas and nothing else. */
import { angles, frequencies } from "./problems.mjs";

/** @param {import("./problems.mjs").AttentionInputs} inputs @param {number} t @param {number} first the head's first channel */
function attentionRow({ q, k, v, tokens, width, heads, causal }, t, first) {
  const channels = Array.from({ length: width / heads }, (_, i) => first + i);
  const query = Float64Array.from(channels, (c) => q[t * width + c] / Math.sqrt(channels.length));
  const keys = causal ? t + 1 : tokens;
  const scores = Float64Array.from({ length: keys }, (_, j) =>
    query.reduce((sum, x, i) => sum + x * k[j * width + first + i], 0),
  );
  const largest = scores.reduce((a, b) => Math.max(a, b));
  const weights = scores.map((score) => Math.exp(score - largest));
  const sum = weights.reduce((a, b) => a + b);
  return channels.map((c) => weights.reduce((mean, weight, j) => mean + weight * v[j * width + c], 0) / sum);
}

const ROWS = 64; // that are compared, evenly spread

/** @param {import("./problems.mjs").AttentionInputs} inputs @returns {(output: Float32Array) => number} */
export function attentionError(inputs) {
  const { queries, width, heads } = inputs;
  const count = Math.min(ROWS, queries);
  const rows = Array.from({ length: count }, (_, n) => Math.floor(((n + 1) * queries) / count) - 1);
  const expected = rows.flatMap((t) =>
    Array.from({ length: heads }, (_, h) => attentionRow(inputs, t, (h * width) / heads)).flat(),
  );
  return (output) =>
    expected.reduce((worst, value, n) => {
      const got = output[rows[Math.floor(n / width)] * width + (n % width)];
      return Math.max(worst, Math.abs(got - value));
    }, 0);
}

/** @param {import("./problems.mjs").TableProblem} problem @returns {(output: Float32Array, halves: boolean) => number} */
export function tableError({ rows, width }) {
  const omega = frequencies(width);
  return (output, halves) => {
    let worst = 0;
    for (let t = 0; t < rows; t++)
      for (let i = 0; i < omega.length; i++) {
        const sine = t * width + (halves ? i : 2 * i);
        const cosine = sine + (halves ? omega.length : 1);
        const angle = t * omega[i];
        worst = Math.max(worst, Math.abs(output[sine] - Math.sin(angle)));
        worst = Math.max(worst, Math.abs(output[cosine] - Math.cos(angle)));
      }
    return worst;
  };
}

/**
 * @param {number} size
 * @param {(row: number) => number[] | Float64Array} exact
 * @returns {(output: Float32Array) => number}
 */
function squareError(size, exact) {
  const rows = Array.from({ length: ROWS }, (_, n) => Math.floor((n * size) / ROWS));
  const expected = rows.map(exact);
  return (output) => {
    let worst = 0;
    for (const [n, row] of rows.entries())
      for (let c = 0; c < size; c++)
        worst = Math.max(worst, Math.abs(output[row * size + c] - expected[n][c]));
    return worst;
  };
}

/** @param {import("./problems.mjs").MatmulInputs} inputs */
export function matmulError({ size, a, b }) {
  return squareError(size, (row) => {
    const sums = new Float64Array(size);
    for (let k = 0; k < size; k++)
      for (let c = 0; c < size; c++) sums[c] += a[row * size + k] * b[k * size + c];
    return sums;
  });
}

/** @param {import("./problems.mjs").SoftmaxInputs} inputs */
export function softmaxError({ size, x }) {
  return squareError(size, (row) => {
    const powers = Float64Array.from(x.subarray(row * size, (row + 1) * size), Math.exp);
    const sum = powers.reduce((left, right) => left + right);
    return powers.map((power) => power / sum);
  });
}

/** @param {import("./problems.mjs").RotateInputs} inputs @returns {(output: Float32Array) => number} */
export function rotateError({ x, tokens, width, heads }) {
  const turns = angles({ tokens, width, heads });
  const [channels, pairs] = [width / heads, width / heads / 2];
  return (output) => {
    let worst = 0;
    for (let n = 0; n < x.length; n++) {
      const i = n % channels;
      const angle = turns[Math.floor(n / width) * pairs + (i % pairs)];
      const other = i < pairs ? -x[n + pairs] : x[n - pairs];
      worst = Math.max(worst, Math.abs(output[n] - (x[n] * Math.cos(angle) + other * Math.sin(angle))));
    }
    return worst;
  };
}

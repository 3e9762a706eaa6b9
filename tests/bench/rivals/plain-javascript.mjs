/** What plain JavaScript can do with some care: nothing allocated inside, sums in double, four of them at a time. */
import { frequencies } from "./problems.mjs";

const ANCHOR = 256; // rows between exact sines in the table by angle addition

/**
 * scores[j] = query · key j, for every key from 0 to count - 1, and up to three that nobody reads.
 *
 * @param {Float64Array} scores @param {Float64Array} query
 * @param {Float32Array} k @param {number} first the head's first channel @param {number} width @param {number} count
 */
function scoreKeys(scores, query, k, first, width, count) {
  const last = first + (count - 1) * width;
  for (let j = 0, a = first; j < count; j += 4, a += 4 * width) {
    const b = Math.min(a + width, last);
    const c = Math.min(b + width, last);
    const d = Math.min(c + width, last);
    let sa = 0;
    let sb = 0;
    let sc = 0;
    let sd = 0;
    for (let i = 0; i < query.length; i++) {
      const x = query[i];
      sa += x * k[a + i];
      sb += x * k[b + i];
      sc += x * k[c + i];
      sd += x * k[d + i];
    }
    scores[j] = sa;
    scores[j + 1] = sb;
    scores[j + 2] = sc;
    scores[j + 3] = sd;
  }
}

/** Scores to weights, in place. @param {Float64Array} scores @param {number} count */
function softmax(scores, count) {
  let largest = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < count; j++) largest = Math.max(largest, scores[j]);
  let sum = 0;
  for (let j = 0; j < count; j++) {
    const weight = Math.exp(scores[j] - largest);
    scores[j] = weight;
    sum += weight;
  }
  for (let j = 0; j < count; j++) scores[j] = scores[j] / sum;
}

/**
 * sums[i] = Σ weights[j] · channel i of value j, four values at a time.
 *
 * @param {Float64Array} sums @param {Float64Array} weights up to three zeros follow the last
 * @param {Float32Array} v @param {number} first the head's first channel @param {number} width @param {number} count
 */
function mixValues(sums, weights, v, first, width, count) {
  const last = first + (count - 1) * width;
  sums.fill(0);
  for (let j = 0, a = first; j < count; j += 4, a += 4 * width) {
    const b = Math.min(a + width, last);
    const c = Math.min(b + width, last);
    const d = Math.min(c + width, last);
    const wa = weights[j];
    const wb = weights[j + 1];
    const wc = weights[j + 2];
    const wd = weights[j + 3];
    for (let i = 0; i < sums.length; i++)
      sums[i] = sums[i] + (wa * v[a + i] + wb * v[b + i] + (wc * v[c + i] + wd * v[d + i]));
  }
}

/**
 * Multi-head attention; what is hidden is skipped.
 *
 * @param {import("./problems.mjs").AttentionInputs} inputs
 * @param {Float32Array} out (queries, width)
 */
export function attention({ q, k, v, queries, tokens, width, heads, causal }, out) {
  const channels = width / heads;
  const scores = new Float64Array(tokens + 3);
  const query = new Float64Array(channels);
  const sums = new Float64Array(channels);
  const scale = 1 / Math.sqrt(channels);
  for (let first = 0; first < width; first += channels)
    for (let t = 0; t < queries; t++) {
      const row = t * width + first;
      const count = causal ? t + 1 : tokens;
      for (let i = 0; i < channels; i++) query[i] = q[row + i] * scale;
      scoreKeys(scores, query, k, first, width, count);
      softmax(scores, count);
      scores.fill(0, count, count + 3);
      mixValues(sums, scores, v, first, width, count);
      out.set(sums, row);
    }
}

/** A sine and a cosine for each pair. @param {Float32Array} out (rows, width) @param {number} rows @param {number} width */
export function mathSin(out, rows, width) {
  const omega = frequencies(width);
  for (let t = 0, k = 0; t < rows; t++)
    for (let i = 0; i < omega.length; i++, k += 2) {
      const angle = t * omega[i];
      out[k] = Math.sin(angle);
      out[k + 1] = Math.cos(angle);
    }
}

/** Each row rotated from the one above. @param {Float32Array} out (rows, width) @param {number} rows @param {number} width */
export function angleAddition(out, rows, width) {
  const omega = frequencies(width);
  const turnSine = omega.map(Math.sin);
  const turnCosine = omega.map(Math.cos);
  const sine = new Float64Array(omega.length);
  const cosine = new Float64Array(omega.length);
  for (let t = 0, k = 0; t < rows; t++) {
    if (t % ANCHOR === 0) {
      sine.set(omega.map((w) => Math.sin(t * w)));
      cosine.set(omega.map((w) => Math.cos(t * w)));
    }
    for (let i = 0; i < omega.length; i++, k += 2) {
      const s = sine[i];
      const c = cosine[i];
      out[k] = s;
      out[k + 1] = c;
      sine[i] = s * turnCosine[i] + c * turnSine[i];
      cosine[i] = c * turnCosine[i] - s * turnSine[i];
    }
  }
}

/** With sines and cosines that it is given. @param {import("./problems.mjs").RotateInputs} inputs @param {Float32Array} out (tokens, width) */
export function rotate({ x, sines, cosines, tokens, width, heads }, out) {
  const pairs = width / heads / 2;
  for (let t = 0, first = 0; t < tokens; t++)
    for (let h = 0; h < heads; h++, first += 2 * pairs)
      for (let i = 0, a = first, n = t * pairs; i < pairs; i++, a++, n++) {
        const p = x[a];
        const q = x[a + pairs];
        const s = sines[n];
        const c = cosines[n];
        out[a] = p * c - q * s;
        out[a + pairs] = p * s + q * c;
      }
}

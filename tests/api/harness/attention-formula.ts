/** A small problem of attention, and the formula in double precision. */
import type { AttentionOptions, Posenc } from "posenc/full";
import { expect } from "vitest";

export const [heads, kvHeads, headDim, queries, keys] = [4, 2, 3, 5, 7];
export const noise = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, i) => 2 * Math.sin(i * i + seed) + Math.cos(3 * i));
export const q = noise(queries * heads * headDim, 1);
export const k = noise(keys * kvHeads * headDim, 2);
export const v = noise(keys * kvHeads * headDim, 3);
export const plain = { q, k, v, heads, kvHeads, headDim };

export interface Seen {
  scale?: number;
  softcap?: number;
  factor?: (t: number) => number;
  sink?: (h: number) => number;
  bias?: (h: number, t: number, s: number) => number;
  sees?: (t: number, s: number, h: number) => boolean;
}

/** The formula, entry by entry. */
function expected({ scale = 1 / Math.sqrt(headDim), softcap, bias, ...more }: Seen) {
  const { factor = () => 1, sink = () => -Infinity, sees = () => true } = more;
  const weights: number[] = [];
  const output = new Array(queries * heads * headDim).fill(0);
  for (let h = 0; h < heads; h++) {
    const g = Math.floor((h * kvHeads) / heads);
    for (let t = 0; t < queries; t++) {
      const scores = Array.from({ length: keys }, (_, s) => {
        let product = 0;
        for (let c = 0; c < headDim; c++) {
          product += q[(t * heads + h) * headDim + c]! * k[(s * kvHeads + g) * headDim + c]!;
        }
        const score = scale * factor(t) * product;
        const capped = softcap === undefined ? score : softcap * Math.tanh(score / softcap);
        return sees(t, s, h) ? capped + (bias?.(h, t, s) ?? 0) : -Infinity;
      });
      const most = Math.max(sink(h), ...scores);
      const powers = scores.map((score) => (most === -Infinity ? 0 : Math.exp(score - most)));
      const start = most === -Infinity ? 0 : Math.exp(sink(h) - most);
      const sum = powers.reduce((a, b) => a + b, start) || 1;
      for (const [s, power] of powers.entries()) {
        weights.push(power / sum);
        for (let c = 0; c < headDim; c++) {
          output[(t * heads + h) * headDim + c] += (power / sum) * v[(s * kvHeads + g) * headDim + c]!;
        }
      }
    }
  }
  return { weights, output };
}

export function expectAttention(pe: Posenc, options: Partial<AttentionOptions>, formula: Seen): void {
  const { output, weights } = pe.attention({ ...plain, ...options, weights: true });
  const right = expected(formula);
  expectNear(output, right.output);
  expectNear(weights!, right.weights);
}

function expectNear(values: Float32Array, right: number[]): void {
  expect(values).toHaveLength(right.length);
  expect(Math.max(...right.map((value, n) => Math.abs(values[n]! - value)))).toBeLessThan(2e-6);
}

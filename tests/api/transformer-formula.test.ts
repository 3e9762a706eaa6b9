/** transformerLayer against its formulas, written in plain JavaScript in double precision. */
import { type LearnedNorm, load } from "posenc/full";
import { expect, test } from "vitest";
import { type Options, problem, type Sizes, shapes } from "./harness/transformer-problem.ts";

const pe = await load();

/** Rows of numbers in double precision: the layer with layer norm and tanh GELU, straight from the papers. */
function inDoubles(x: Float32Array, options: Options, sizes: Sizes): number[] {
  const { dModel, heads, weights, normFirst } = options;
  const rowsOf = (values: ArrayLike<number>, columns: number) =>
    Array.from({ length: values.length / columns }, (_, r) =>
      Array.from({ length: columns }, (_, c) => values[r * columns + c]!),
    );
  const product = (row: number[], { weight, bias }: { weight: Float32Array; bias: Float32Array }) =>
    Array.from(bias, (shift, n) =>
      row.reduce((sum, value, i) => sum + value * weight[n * row.length + i]!, shift),
    );
  const normed = (row: number[], { gain, bias }: LearnedNorm) => {
    const mean = row.reduce((a, b) => a + b) / dModel;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / dModel;
    return row.map((value, c) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gain![c]! + bias![c]!);
  };
  const sum = (a: number[][], b: number[][]) => a.map((row, t) => row.map((value, c) => value + b[t]![c]!));
  const turn = (row: number[], position: number) => {
    const half = row.length / 2;
    return row.map((value, i) => {
      const angle = position * 10_000 ** (-(i % half) / half);
      return value * Math.cos(angle) + (i < half ? -row[i + half]! : row[i - half]!) * Math.sin(angle);
    });
  };
  const attend = (rows: number[][]) => {
    const headsOf = (layer: (typeof weights)["query"], turns: boolean) =>
      rows.map((row, t) =>
        rowsOf(product(row, layer), sizes.headDim).map((head) => (turns ? turn(head, t) : head)),
      );
    const [q, k, v] = [
      headsOf(weights.query, true),
      headsOf(weights.key, true),
      headsOf(weights.value, false),
    ];
    return q.map((query, t) => {
      const output = query.flatMap((head, h) => {
        const shared = Math.floor((h * sizes.kvHeads) / heads);
        const powers = k
          .slice(0, t + 1)
          .map((keys) =>
            Math.exp(keys[shared]!.reduce((sum, c, i) => sum + c * head[i]!, 0) / Math.sqrt(head.length)),
          );
        const total = powers.reduce((a, b) => a + b);
        return head.map(
          (_, i) => powers.reduce((sum, power, s) => sum + power * v[s]![shared]![i]!, 0) / total,
        );
      });
      return product(output, weights.output);
    });
  };
  const gelu = (value: number) =>
    (value / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (value + 0.044715 * value ** 3)));
  const feed = (row: number[]) => {
    const up = product(row, weights.up);
    return product(
      product(row, weights.gate).map((value, i) => gelu(value) * up[i]!),
      weights.down,
    );
  };
  const rows = rowsOf(x, dModel);
  const first = (row: number[]) => normed(row, weights.attentionNorm);
  const second = (row: number[]) => normed(row, weights.feedForwardNorm);
  if (normFirst) {
    const y = sum(rows, attend(rows.map(first)));
    return sum(y, y.map(second).map(feed)).flat();
  }
  const y = sum(rows, attend(rows)).map(first);
  return sum(y, y.map(feed)).flatMap(second);
}

test.each(shapes.slice(1))("is its formula in double precision: %o", (sizes) => {
  const { x, options } = problem(sizes);
  for (const normFirst of [false, true]) {
    const full: Options = {
      ...options,
      normFirst,
      activation: "gelu-tanh",
      causal: true,
      rotary: { pairing: "halves" },
    };
    const due = inDoubles(x, full, sizes);
    const largest = Math.max(...due.map(Math.abs));
    const error = Math.max(...pe.transformerLayer(x, full).map((value, i) => Math.abs(value - due[i]!)));
    // A dozen steps round their results, each by its own bound, which has its own test; the norms divide by deviations near 1.
    // Together they stay below 64 · 2^-24 of the largest entry, while a wrong formula is off by far more.
    expect(error).toBeLessThan(64 * 2 ** -24 * largest);
  }
});

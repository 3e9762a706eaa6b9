/** The block of attention of the guide for people who know PyTorch, against NumPy in its axes. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load, type Posenc } from "posenc/full";
import { expect, test } from "vitest";
import { runNumpy } from "../browser/harness/numpy.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Guide {
  attentionBlock(
    pe: Posenc,
    x: Float32Array,
    weights: Readonly<Record<"q" | "k" | "v" | "out", Float32Array>>,
    shape: { batch: number; heads: number; headDim: number },
  ): Float32Array;
}

async function guide(): Promise<Guide> {
  const folder = join(root, "build/guide");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "from-pytorch.mjs");
  writeFileSync(file, readFileSync(join(root, "web/site/reference/guides/from-pytorch.js"), "utf8"));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

const [batch, tokens, heads, headDim] = [2, 5, 3, 4];
const width = heads * headDim;

/** Multiples of 1/16 from −1 to 1, the same in both programs. */
const eighths = (count: number, seed: number) =>
  Float32Array.from({ length: count }, (_, at) => (((7 * at + 13 * seed) % 33) - 16) / 16);

/** PyTorch's steps, in doubles. */
const PYTHON = `
import numpy as np
B, T, H, D = ${batch}, ${tokens}, ${heads}, ${headDim}
def part(count, seed):
    return ((7 * np.arange(count) + 13 * seed) % 33 - 16) / 16.0
x = part(B * T * H * D, 0).reshape(B, T, H * D)
q, k, v, out = [part((H * D) ** 2, seed).reshape(H * D, H * D) for seed in (1, 2, 3, 4)]
split = lambda w: (x @ w.T).reshape(B, T, H, D).transpose(0, 2, 1, 3)
q, k, v = split(q), split(k), split(v)
angle = np.outer(np.arange(T), 10000.0 ** (-2 * np.arange(D // 2) / D))
cos, sin = [np.concatenate([f(angle)] * 2, axis=-1) for f in (np.cos, np.sin)]
half = lambda a: np.concatenate([-a[..., D // 2:], a[..., :D // 2]], axis=-1)
q, k = [a * cos + half(a) * sin for a in (q, k)]
scores = q @ k.swapaxes(-1, -2) / np.sqrt(D)
scores[..., np.triu(np.ones((T, T), bool), 1)] = -np.inf
weights = np.exp(scores - scores.max(-1, keepdims=True))
weights /= weights.sum(-1, keepdims=True)
result = (weights @ v).transpose(0, 2, 1, 3).reshape(B, T, H * D) @ out.T
`;

test("a block of attention gives what PyTorch's steps give", async () => {
  const [pe, { attentionBlock }] = [await load(), await guide()];
  const [q, k, v, out] = [1, 2, 3, 4].map((seed) => eighths(width ** 2, seed)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const x = eighths(batch * tokens * width, 0);
  const result = attentionBlock(pe, x, { q, k, v, out }, { batch, heads, headDim });
  const { shape, values } = await runNumpy(PYTHON, "result");
  expect(shape).toEqual([batch, tokens, width]);
  const size = Math.max(...values.map(Math.abs));
  expect(size).toBeGreaterThan(1);
  // Each of the steps, of which there are eight, rounds its result once: to 2^-24 of what is at most as large as this one's.
  const worst = Math.max(...values.map((value, at) => Math.abs(value - (result[at] as number))));
  expect(worst).toBeLessThan(8 * size * 2 ** -24);
});

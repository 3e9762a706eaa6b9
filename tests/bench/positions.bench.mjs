/**
 * Milliseconds to number tokens, and microseconds to go on by one token with a cache.
 *
 * First `positionIds`, each for a prompt of a model; then a token's query and key rotated at the end of a cache, and its
 * attention to the keys in it, which are rotated already.
 */
import { load, positionIds } from "posenc/full";
import { time } from "./time.mjs";

/** Tokens in a cache, heads, heads of keys, channels of a head: as in Llama 3.1 8B. */
const CACHES = [512, 4096];
const [HEADS, KEY_HEADS, HEAD_DIM] = [32, 8, 128];

const pe = await load();

/** @type {[name: string, work: () => unknown][]} */
const prompts = [
  ["text, 2^20 tokens", () => positionIds({ length: 2 ** 20 })],
  [
    "Qwen2-VL, 16 images of 64 × 64",
    () =>
      positionIds({
        rule: "qwen-2-vl",
        segments: Array.from({ length: 16 }, () => [
          { text: 50 },
          { image: /** @type {const} */ ([1, 64, 64]) },
        ]).flat(),
      }),
  ],
];
for (const [name, work] of prompts) {
  const { best, median } = time(work);
  console.log(`${name.padEnd(34)}${best.toFixed(2)} (${median.toFixed(2)}) ms`);
}

const noise = (/** @type {number} */ length) => Float32Array.from({ length }, (_, i) => Math.sin(i * i));
const rope = /** @type {const} */ ({ headDim: HEAD_DIM, pairing: "halves", base: 500000 });
for (const tokens of CACHES) {
  const [q, k] = [noise(HEADS * HEAD_DIM), noise(KEY_HEADS * HEAD_DIM)];
  const cache = { k: noise(tokens * KEY_HEADS * HEAD_DIM), v: noise(tokens * KEY_HEADS * HEAD_DIM) };
  const rotate = time(() => {
    pe.rotate(q, { ...rope, heads: HEADS, start: tokens - 1 });
    pe.rotate(k, { ...rope, heads: KEY_HEADS, start: tokens - 1 });
  });
  const attend = time(() =>
    pe.attention({
      q,
      ...cache,
      heads: HEADS,
      kvHeads: KEY_HEADS,
      headDim: HEAD_DIM,
      causal: true,
      align: "end",
    }),
  );
  const [turn, read] = [rotate, attend].map(
    ({ best, median }) => `${(1000 * best).toFixed(0)} (${(1000 * median).toFixed(0)})`,
  );
  console.log(`${`one token, ${tokens} in the cache`.padEnd(34)}rotate ${turn} µs, attention ${read} µs`);
}

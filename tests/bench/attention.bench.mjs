/**
 * Milliseconds of attention through the published package, and the rate that follows from 4 · queries · tokens · width
 * operations, which counts what a causal mask hides as if it had been computed.
 */
import { load } from "posenc/full";
import { noise } from "./rivals/problems.mjs";
import { time } from "./time.mjs";

/** Queries, which are the last of the tokens, tokens, width of all heads, heads. */
const SHAPES = /** @type {const} */ ([
  [16, 16, 64, 4],
  [128, 128, 256, 8],
  [512, 512, 512, 8],
  [2048, 2048, 512, 8],
  [1, 4096, 64, 1],
  [2, 4096, 64, 1],
  [3, 4096, 64, 1],
  [4, 4096, 64, 1],
  [1, 4096, 512, 8],
]);

const pe = await load();
console.log(
  "queries of tokens × width, heads".padEnd(40) +
    ["best ms", "median ms", "GFLOP/s"].map((s) => s.padStart(12)).join(""),
);
for (const [queries, tokens, dModel, heads] of SHAPES) {
  const size = tokens * dModel;
  const [q, k, v] = [noise(queries * dModel, 1), noise(size, 2), noise(size, 3)];
  const out = new Float32Array(q.length);
  for (const causal of [false, true]) {
    const { best, median } = time(() =>
      pe.attention({ q, k, v, heads, headDim: dModel / heads, causal, offset: tokens - queries, out }),
    );
    const rate = (4 * queries * tokens * dModel) / best / 1e6;
    const name = `${queries} of ${tokens} × ${dModel}, ${heads}${causal ? ", causal" : ""}`;
    console.log(
      name.padEnd(40) +
        [best.toFixed(4), median.toFixed(4), rate.toFixed(1)].map((s) => s.padStart(12)).join(""),
    );
  }
}

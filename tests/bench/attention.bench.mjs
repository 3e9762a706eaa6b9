/**
 * Milliseconds of attention through the published package, and the rate that follows from 4·n²·d operations, which
 * counts what a causal mask hides as if it had been computed.
 */
import { load } from "posenc/full";
import { noise } from "./rivals/problems.mjs";
import { time } from "./time.mjs";

/** Tokens, width of all heads, heads. */
const SHAPES = /** @type {const} */ ([
  [16, 64, 4],
  [128, 256, 8],
  [512, 512, 8],
  [2048, 512, 8],
]);

const pe = await load();
console.log(
  "tokens × width, heads".padEnd(32) +
    ["best ms", "median ms", "GFLOP/s"].map((s) => s.padStart(12)).join(""),
);
for (const [tokens, dModel, heads] of SHAPES) {
  const size = tokens * dModel;
  const [q, k, v, out] = [noise(size, 1), noise(size, 2), noise(size, 3), new Float32Array(size)];
  for (const causal of [false, true]) {
    const { best, median } = time(() =>
      pe.attention({ q, k, v, heads, headDim: dModel / heads, causal, out }),
    );
    const rate = (4 * tokens * tokens * dModel) / best / 1e6;
    const name = `${tokens} × ${dModel}, ${heads}${causal ? ", causal" : ""}`;
    console.log(
      name.padEnd(32) +
        [best.toFixed(4), median.toFixed(4), rate.toFixed(1)].map((s) => s.padStart(12)).join(""),
    );
  }
}

/**
 * Steps of training in headless Chromium: posenc, jax-js and tfjs in one run; the share of what the engine can multiply and
 * add; and the time of a step by layers, sequences and tokens.
 *
 *   npm run bench -- lab
 *
 * All have one thread: the page is not cross-origin isolated. jax-js and tfjs run on their WebAssembly backends, as ours does; their
 * batches are made beforehand, ours within the step. Each step returns its loss. Times are medians of rounds in turn.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { withRivals } from "./rivals/rivals-page.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));

const MODEL = { width: 32, heads: 4, hidden: 128, length: 16, batch: 32 };
const BATCHES = 64; // then they come again

/** Width, layers. */
const SHARES = /** @type {const} */ ([
  [32, 1],
  [64, 2],
  [128, 2],
  [256, 2],
]);

/** The largest width, by layers, sequences and tokens. */
const LARGE = { width: 256, heads: 4, hidden: 1024 };
const CURVES = [
  { by: "layers", sizes: [1, 2, 3, 4].map((layers) => ({ layers, batch: 8, length: 32 })) },
  { by: "batch", sizes: [4, 8, 16, 32].map((batch) => ({ layers: 4, batch, length: 32 })) },
  { by: "length", sizes: [16, 32, 64, 128].map((length) => ({ layers: 4, batch: 8, length })) },
];

/** The problem with its batches, which are those that the lab trains on. */
async function problemOf() {
  const { module: tasks } = await runnerImport(join(HERE, "../../src/api/lab/tasks.ts"));
  const { module: batches } = await runnerImport(join(HERE, "../../src/api/lab/batch.ts"));
  const { reverse } = tasks.tasks;
  const half = MODEL.length / 2;
  const settings = { lengths: [half, half], sequences: MODEL.batch, seed: { low: 0, high: 0 } };
  const list = Array.from({ length: BATCHES }, (_, n) => {
    const { tokens, targets } = batches.trainingBatch(reverse, settings, n + 1);
    return { tokens: [...tokens], targets: [...targets] };
  });
  return { ...MODEL, vocabulary: reverse.vocabulary, asked: MODEL.batch * half, batches: list };
}

await withRivals("trainers/page.mjs", async (call) => {
  const problem = await problemOf();
  console.log("\nsteps a second: width 32, one layer, 128 hidden, 16 tokens × 32");
  const results = await call("compareTrainers", problem);
  for (const { name, ms, error } of results) {
    const ratio = (ms / results[0].ms).toFixed(2);
    const columns = [
      Math.round(1000 / ms),
      `${ms.toFixed(2)} ms`,
      `${ratio}×`,
      `losses differ by ${error.toExponential(1)}`,
    ];
    console.log(`  ${name.padEnd(16)}${columns.map((text) => String(text).padStart(10)).join("")}`);
  }

  console.log(
    "\nmillions of multiply-adds a second, and the share of what vectors of four floats reach alone",
  );
  for (const [width, layers] of SHARES) {
    const sizes = { width, layers, heads: 4, hidden: 4 * width, length: 16, batch: 32 };
    const { ms, reached, possible } = await call("shareOfLimit", sizes, problem.vocabulary);
    const share = `${Math.round(reached * 1000)} of ${Math.round(possible * 1000)}: ${(reached / possible).toFixed(2)}`;
    console.log(
      `  ${`width ${width}, ${layers} layers`.padEnd(22)}${`${ms.toFixed(2)} ms`.padStart(12)}   ${share}`,
    );
  }

  console.log("\nms of a step of 4 layers × 256, and its cost a token and layer to that of the first row");
  for (const { by, sizes } of CURVES) {
    let first = 0;
    for (const { layers, batch, length } of sizes) {
      const ms = await call("timeOfStep", { ...LARGE, layers, batch, length });
      const each = ms / (layers * batch * length);
      first ||= each;
      const title = `${layers} layers, ${batch} × ${length} tokens`;
      console.log(
        `  ${by.padEnd(8)}${title.padEnd(28)}${ms.toFixed(1).padStart(8)}   ${(each / first).toFixed(2)}`,
      );
    }
  }
});

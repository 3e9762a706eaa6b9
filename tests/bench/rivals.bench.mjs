/**
 * Attention, the sinusoidal table, products of matrices, rotation, softmax and an encoder layer in headless Chromium: posenc, the frameworks, and plain JavaScript, in one run.
 *
 *   npm run bench -- rivals [-- --only=<word>]     only problems whose title has the word
 *
 * Each call goes from the caller's Float32Arrays to a Float32Array. Times are medians of interleaved rounds, in ms; a
 * ratio is to posenc, and below 1 where posenc loses. Errors are the largest against float64. Everyone has one thread:
 * the page is not cross-origin isolated, as the pages that embed a figure are not.
 */
import { withRivals } from "./rivals/rivals-page.mjs";

/** Tokens, width of all heads, heads. */
const WHOLE = [
  [16, 64, 4],
  [128, 256, 8],
  [512, 512, 8],
  [2048, 512, 8],
].flatMap(([tokens, width, heads]) =>
  [false, true].map((causal) => ({ queries: tokens, tokens, width, heads, causal })),
);

/** The last token over all that there are, as when a text is made word by word. */
const STEP = { queries: 1, tokens: 4096, width: 512, heads: 8, causal: false };

const ENCODERS = [
  { tokens: 32, width: 64, heads: 4, hidden: 256 },
  { tokens: 512, width: 512, heads: 8, hidden: 2048 },
];

const TABLES = [
  { rows: 50, width: 128 },
  { rows: 512, width: 512 },
  { rows: 5000, width: 512 },
  { rows: 45_000, width: 512 },
];

const SQUARES = [256, 512, 1024];

/** @param {string} title @param {{ name: string, ms: number, error: number }[]} results */
function print(title, results) {
  console.log(title);
  const [first] = results;
  for (const { name, ms, error } of results) {
    const ratio = (ms / first.ms).toFixed(2);
    const shown = Number.isNaN(error) ? "" : error.toExponential(1); // who makes no output
    const columns = [ms.toPrecision(3), ratio, shown].map((text) => text.padStart(10));
    console.log(`  ${name.padEnd(24)}${columns.join("")}`);
  }
}

const only = process.argv.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";

await withRivals("rivals/page.mjs", async (call) => {
  console.log(`${"".padEnd(26)}${["ms", "ratio", "error"].map((text) => text.padStart(10)).join("")}`);
  /** @param {string} title @param {string} name @param {object} problem */
  const measure = async (title, name, problem) => {
    if (title.includes(only)) print(title, await call(name, problem));
  };
  for (const problem of [...WHOLE, STEP]) {
    const { queries, tokens, width, heads, causal } = problem;
    const rows = queries === tokens ? tokens : `${queries} of ${tokens}`;
    const title = `attention ${rows} × ${width}, ${heads} heads${causal ? ", causal" : ""}`;
    await measure(title, "measureAttention", problem);
  }
  for (const problem of TABLES)
    await measure(`table ${problem.rows} × ${problem.width}`, "measureTable", problem);
  for (const size of SQUARES) await measure(`matmul ${size}³`, "measureMatmul", { size });
  for (const problem of ENCODERS) {
    const { tokens, width, heads, hidden } = problem;
    const title = `encoder layer ${tokens} × ${width}, ${heads} heads, ${hidden} hidden, rotary`;
    await measure(title, "measureEncoder", problem);
  }
  await measure("rotate 2048 × 512, 8 heads", "measureRotate", { tokens: 2048, width: 512, heads: 8 });
  await measure("softmax 2048 × 2048", "measureSoftmax", { size: 2048 });
});

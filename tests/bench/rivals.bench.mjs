/**
 * Attention, the sinusoidal table, products of matrices, softmax and an encoder layer in headless Chromium: posenc, the frameworks, and plain JavaScript, in one run.
 *
 *   npm run bench -- rivals
 *
 * Each call goes from the caller's Float32Arrays to a Float32Array. Times are medians of interleaved rounds, in ms; a
 * ratio is to posenc, and below 1 where posenc loses. Errors are the largest against float64. Everyone has one thread:
 * the page is not cross-origin isolated, as the pages that embed a figure are not.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { harness } from "./harness.mjs";
import { provideRivals } from "./rivals/packages.mjs";

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

const ENCODER = { tokens: 32, width: 64, heads: 4, hidden: 256 };

const TABLES = [
  { rows: 50, width: 128 },
  { rows: 512, width: 512 },
  { rows: 5000, width: 512 },
  { rows: 45_000, width: 512 },
];

const HERE = dirname(fileURLToPath(import.meta.url));

/** @param {string} title @param {{ name: string, ms: number, error: number }[]} results */
function print(title, results) {
  console.log(title);
  const [first] = results;
  for (const { name, ms, error } of results) {
    const ratio = (ms / first.ms).toFixed(2);
    const columns = [ms.toPrecision(3), ratio, error.toExponential(1)].map((text) => text.padStart(10));
    console.log(`  ${name.padEnd(20)}${columns.join("")}`);
  }
}

/** @param {import("playwright-core").Page} page @param {string} measure @param {object} problem */
function measured(page, measure, problem) {
  return page.evaluate(
    async ([measure, problem]) => (await import("/bench/page.mjs"))[measure](problem),
    [measure, problem],
  );
}

const rivals = await provideRivals();
const { serveSite, launchChromium, DIST } = await harness();
const site = await serveSite({
  folders: { "/dist/": DIST, "/bench/": join(HERE, "rivals"), "/rivals/": rivals },
  pages: { "/": "<!doctype html><title>Bench</title>" },
});
const browser = await launchChromium();
try {
  console.log(`Chromium ${browser.version()}`);
  const page = await browser.newPage();
  await page.goto(site.origin);
  console.log(`${"".padEnd(22)}${["ms", "ratio", "error"].map((text) => text.padStart(10)).join("")}`);
  for (const problem of [...WHOLE, STEP]) {
    const { queries, tokens, width, heads, causal } = problem;
    const rows = queries === tokens ? tokens : `${queries} of ${tokens}`;
    const title = `attention ${rows} × ${width}, ${heads} heads${causal ? ", causal" : ""}`;
    print(title, await measured(page, "measureAttention", problem));
  }
  for (const problem of TABLES) {
    print(`table ${problem.rows} × ${problem.width}`, await measured(page, "measureTable", problem));
  }
  print("matmul 512 × 512 × 512", await measured(page, "measureMatmul", { size: 512 }));
  const { tokens, width, heads, hidden } = ENCODER;
  const encoder = `encoder layer ${tokens} × ${width}, ${heads} heads, ${hidden} hidden, rotary`;
  print(encoder, await measured(page, "measureEncoder", ENCODER));
  print("softmax 2048 × 2048", await measured(page, "measureSoftmax", { size: 2048 }));
} finally {
  await browser.close();
  await site.close();
}

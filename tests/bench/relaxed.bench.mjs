/**
 * What relaxed SIMD gains: matrix products and attention by `load()` and by `load({ relaxed: true })`, in Chromium and in
 * Firefox. Times are medians of rounds in turn, in ms.
 *
 *   npm run bench -- relaxed
 */
import { harness } from "./harness.mjs";

const { serveSite, launchChromium, launchFirefox } = await harness();
const site = await serveSite({ pages: { "/": `<!doctype html><link rel="icon" href="data:,">` } });

/** Runs in the page. */
const measure = `(async () => {
  const { load } = await import("/dist/full.js");
  const modules = [await load(), await load({ relaxed: true })];
  const numbers = (length) => Float32Array.from({ length }, (_, i) => Math.sin(1.7 * i));
  const medians = (works) => {
    const times = works.map(() => []);
    for (let round = 0; round < 16; round++)
      works.forEach((work, i) => {
        const begin = performance.now();
        let calls = 0;
        do work(); while (++calls < 1000 && performance.now() - begin < 60);
        if (round > 0) times[i].push((performance.now() - begin) / calls);
      });
    return times.map((all) => all.sort((a, b) => a - b)[all.length >> 1]);
  };
  const rows = [];
  for (const n of [256, 512, 1024]) {
    const a = numbers(n * n), b = numbers(n * n), out = new Float32Array(n * n);
    rows.push(["matmul " + n + " × " + n, medians(modules.map((pe) => () => pe.matmul(a, b, { inner: n, out })))]);
  }
  for (const [tokens, causal] of [[128, false], [512, false], [512, true], [2048, true]]) {
    const q = numbers(tokens * 8 * 64), k = numbers(tokens * 8 * 64), v = numbers(tokens * 8 * 64);
    rows.push([
      "attention, 8 heads of 64, " + tokens + " tokens" + (causal ? ", causal" : ""),
      medians(modules.map((pe) => () => pe.attention({ q, k, v, heads: 8, headDim: 64, causal }))),
    ]);
  }
  return rows;
})()`;

for (const [name, launch] of /** @type {const} */ ([
  ["Chromium", () => launchChromium()],
  ["Firefox", () => launchFirefox({})],
])) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(site.origin);
    const rows = /** @type {[string, [number, number]][]} */ (await page.evaluate(measure));
    console.log(`${`${name} ${browser.version()}`.padEnd(52)}   as it is   relaxed   gain`);
    for (const [work, [plain, relaxed]] of rows)
      console.log(
        work.padEnd(52) +
          plain.toFixed(2).padStart(11) +
          relaxed.toFixed(2).padStart(10) +
          `${(plain / relaxed).toFixed(2)}×`.padStart(7),
      );
  } finally {
    await browser.close();
  }
}
await site.close();

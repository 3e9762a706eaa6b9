/**
 * From the navigation to the first value of a table of 512 × 512, in a Chromium that has seen nothing before: a page that
 * imports posenc beside one that calls Math.sin.
 *
 *   npm run bench -- cold
 *
 * The page names the package's two files in its head, as the README advises, so that neither waits for the other. Times
 * are in ms, from a server on this machine; each page opens in a browser of its own, in turn.
 */
import { harness } from "./harness.mjs";

const ROUNDS = 5;

/** The project's promise. */
const LIMIT = 1.5;

const page = (/** @type {string} */ script, head = "") =>
  `<!doctype html><link rel="icon" href="data:,">${head}<output></output><script type="module">${script}
document.querySelector("output").textContent = table[512 + 2];
requestAnimationFrame(() => setTimeout(() => { window.shown = performance.now(); }));
</script>`;

const HEAD = `<link rel="modulepreload" href="/dist/index.js">
<link rel="preload" href="/dist/posenc.wasm" as="fetch" crossorigin>`;

const PAGES = {
  "/posenc": page(
    `import { load } from "/dist/index.js";
const table = (await load()).sinusoidal({ length: 512, dModel: 512 });`,
    HEAD,
  ),
  "/sine": page(`const table = new Float32Array(512 * 512);
for (let t = 0; t < 512; t++) {
  for (let i = 0; i < 512; i += 2) {
    const angle = t / 10000 ** (i / 512);
    table[t * 512 + i] = Math.sin(angle);
    table[t * 512 + i + 1] = Math.cos(angle);
  }
}`),
};

const { serveSite, launchChromium } = await harness();

/** @param {string} address */
async function timeToValue(address) {
  const browser = await launchChromium();
  try {
    const opened = await browser.newPage();
    await opened.goto(address);
    const handle = await opened.waitForFunction("window.shown");
    return Number(await handle.jsonValue());
  } finally {
    await browser.close();
  }
}

const median = (/** @type {number[]} */ times) =>
  times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

const site = await serveSite({ pages: PAGES });
/** @type {Record<string, number[]>} */
const times = { "/posenc": [], "/sine": [] };
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [path, list] of Object.entries(times)) list.push(await timeToValue(site.origin + path));
  }
} finally {
  await site.close();
}
const [posenc, sine] = [median(times["/posenc"] ?? []), median(times["/sine"] ?? [])];
console.log(
  `posenc ${posenc.toFixed(0)} ms, Math.sin ${sine.toFixed(0)} ms, ratio ${(posenc / sine).toFixed(2)}`,
);
if (posenc > LIMIT * sine) {
  console.log(`more than ${LIMIT} times as long`);
  process.exitCode = 1;
}

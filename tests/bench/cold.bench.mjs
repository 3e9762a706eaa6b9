/**
 * From the navigation to the first value of a table of 512 × 512, in a Chromium that has seen nothing before: a page that
 * imports posenc beside one that calls Math.sin.
 *
 *   npm run bench -- cold
 *
 * The page names the package's two files in its head, as the README advises, so that neither waits for the other. Times
 * are in ms, from a server on this machine; each page opens in a browser of its own, in turn, and tells its time itself:
 * the driver's own script, run in the page, would be measured with it. A browser at rest draws the empty page before the
 * module is there, so the value comes a frame later, which is 16.7 ms. The parts of each time are medians, too.
 */
import { setTimeout } from "node:timers/promises";
import { harness } from "./harness.mjs";

/** Medians of five in two runs differ by a third. */
const ROUNDS = Number(process.env.R ?? 15);

/** The project's promise for a browser that has just started. */
const LIMIT = 1.5;

/** How long a browser has been open before it gets the page, in ms. */
const AGES = { "just started": 0, "at rest": 1000 };

const page = (/** @type {string} */ script, head = "") =>
  `<!doctype html><link rel="icon" href="data:,">${head}<output></output><script type="module">${script}
document.querySelector("output").textContent = table[512 + 2];
requestAnimationFrame(() => setTimeout(() => fetch("/shown?" + [performance.now(), ...marks])));
</script>`;

const HEAD = `<link rel="modulepreload" href="/dist/index.js">
<link rel="preload" href="/dist/posenc.wasm" as="fetch" crossorigin>`;

const PAGES = {
  "/posenc": page(
    `import { load } from "/dist/index.js";
const marks = [performance.now()];
const pe = await load();
marks.push(performance.now());
const table = pe.sinusoidal({ length: 512, dModel: 512 });
marks.push(performance.now());`,
    HEAD,
  ),
  "/sine": page(`const marks = [performance.now()];
const table = new Float32Array(512 * 512);
for (let t = 0; t < 512; t++) {
  for (let i = 0; i < 512; i += 2) {
    const angle = t / 10000 ** (i / 512);
    table[t * 512 + i] = Math.sin(angle);
    table[t * 512 + i + 1] = Math.cos(angle);
  }
}
marks.push(performance.now());`),
};

const { serveSite, launchChromium } = await harness();
const site = await serveSite({ pages: PAGES });

/**
 * @param {string} path
 * @param {number} age
 */
async function timeToValue(path, age) {
  const browser = await launchChromium();
  try {
    const opened = await browser.newPage();
    await setTimeout(age);
    await opened.goto(site.origin + path, { waitUntil: "commit" });
    return await reported();
  } finally {
    await browser.close();
  }
}

async function reported() {
  for (;;) {
    const index = site.requested.findIndex((address) => address.startsWith("/shown?"));
    const [address] = index < 0 ? [] : site.requested.splice(index, 1);
    if (address !== undefined) return (address.split("?")[1] ?? "").split(",").map(Number);
    await setTimeout(20);
  }
}

const median = (/** @type {number[]} */ times) =>
  times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** @param {number} age */
async function ratioAt(age) {
  /** @type {Record<keyof typeof PAGES, number[][]>} times of each round: of the value on the page, then of the marks */
  const times = { "/posenc": [], "/sine": [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [path, list] of Object.entries(times)) list.push(await timeToValue(path, age));
  }
  const medians = (/** @type {number[][]} */ rounds) =>
    (rounds[0] ?? []).map((_, part) => median(rounds.map((marks) => marks[part] ?? Number.NaN)));
  const [ours, theirs] = [medians(times["/posenc"]), medians(times["/sine"])];
  const [posenc = 0, imported = 0, loaded = 0, made = 0] = ours;
  const [sine = 0, started = 0, filled = 0] = theirs;
  const ratio = posenc / sine;
  return {
    text: `posenc ${posenc.toFixed(0)} ms, Math.sin ${sine.toFixed(0)} ms, ratio ${ratio.toFixed(2)}
  posenc: script runs at ${imported.toFixed(1)}, load() takes ${(loaded - imported).toFixed(1)}, the table ${(made - loaded).toFixed(1)}
  Math.sin: script runs at ${started.toFixed(1)}, the table takes ${(filled - started).toFixed(1)}`,
    ratio,
  };
}

try {
  for (const [name, age] of Object.entries(AGES)) {
    const { text, ratio } = await ratioAt(age);
    console.log(`a browser ${name}: ${text}`);
    if (age > 0 || ratio <= LIMIT) continue;
    console.log(`more than ${LIMIT} times as long`);
    process.exitCode = 1;
  }
} finally {
  await site.close();
}

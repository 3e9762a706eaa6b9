/**
 * The cache of a model of 131 072 positions and 128 channels, cosines and sines with each number twice, judged by `posenc/diagnose`
 * in a worker of Chromium: seconds with what it is expected to be, without, and with something else.
 * The memory that it takes beside the numbers is measured in a worker of Node, which has the same engine and tells its size.
 *
 *   npm run bench -- diagnose
 */
import { setTimeout } from "node:timers/promises";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const CACHE = { rows: 131_072, preset: "llama-3.1" };

/** The project's promise, whether the cache is what it should be or not. */
const MOST_SECONDS = 2;
const MOST_MEGABYTES = 64;

const QUESTIONS = {
  "as expected": { expected: CACHE.preset },
  "nothing expected": {},
  "another base expected": { expected: "llama-2" },
};

/** The numbers of the cache; also runs in the page's worker. @param {any} pe @param {typeof CACHE} cache */
function made(pe, { rows, preset }) {
  const { cos, sin } = pe.rotaryTable({ preset }, { length: rows });
  const twice = (/** @type {Float32Array} */ half) => {
    const whole = new Float32Array(2 * half.length);
    for (let row = 0; row < rows; row++)
      for (const to of [0, 64]) whole.set(half.subarray(64 * row, 64 * row + 64), 128 * row + to);
    return whole;
  };
  return { cos: twice(cos), sin: twice(sin), shape: [rows, 128] };
}

const WORKER = (/** @type {string} */ origin) => `
import { load } from "${origin}/dist/full.js";
import { diagnose } from "${origin}/dist/diagnose.js";
const given = (${made})(await load(), ${JSON.stringify(CACHE)});
const told = Object.entries(${JSON.stringify(QUESTIONS)}).map(([name, options]) => {
  const start = performance.now();
  const { verdict } = diagnose(given, options);
  return { name, seconds: (performance.now() - start) / 1000, verdict };
});
postMessage(told);`;

const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="module">
globalThis.judge = (text) => new Promise((resolve, reject) => {
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});
</script>`;

async function inChromium() {
  const { harness } = await import("./harness.mjs");
  const { serveSite, launchChromium } = await harness();
  const site = await serveSite({ pages: { "/judge": PAGE } });
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    await tab.goto(`${site.origin}/judge`);
    const told = await tab.evaluate(
      (text) => /** @type {any} */ (globalThis).judge(text),
      WORKER(site.origin),
    );
    for (const { name, seconds, verdict } of told)
      console.log(`${name.padEnd(22)} ${seconds.toFixed(2)} s  ${verdict.slice(0, 80)}`);
    const slow = told.filter((/** @type {{ seconds: number }} */ { seconds }) => seconds > MOST_SECONDS);
    for (const { name } of slow) tooMuch(`${name}: more than ${MOST_SECONDS} s`);
  } finally {
    await browser.close();
    await site.close();
  }
}

async function inNode() {
  const worker = new Worker(new URL(import.meta.url));
  const size = () => process.memoryUsage.rss() / 2 ** 20;
  let [before, most] = [0, 0];
  const watch = setInterval(() => {
    most = Math.max(most, size());
  }, 5);
  await new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", (word) => {
      if (word === "made") [before, most] = [size(), 0];
      else resolve(undefined);
    });
  });
  clearInterval(watch);
  await worker.terminate();
  console.log(`at most ${(most - before).toFixed(0)} MiB beside the numbers`);
  if (most - before > MOST_MEGABYTES) tooMuch(`more than ${MOST_MEGABYTES} MiB`);
}

/** @param {string} text */
function tooMuch(text) {
  console.log(text);
  process.exitCode = 1;
}

/** What the worker of Node does. @param {import("node:worker_threads").MessagePort} port */
async function judgeInNode(port) {
  const [{ load }, { diagnose }] = await Promise.all([import("posenc/full"), import("posenc/diagnose")]);
  const given = made(await load(), CACHE);
  await setTimeout(500); // so that the first message finds a process at rest
  port.postMessage("made");
  await setTimeout(100);
  for (const options of Object.values(QUESTIONS)) diagnose(given, options);
  port.postMessage("judged");
}

if (isMainThread) {
  await inChromium();
  await inNode();
} else if (parentPort !== null) await judgeInNode(parentPort);

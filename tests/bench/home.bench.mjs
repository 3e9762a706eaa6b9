/**
 * The pages around the article in headless Chromium: how soon the attention of the home page is drawn after a cold start,
 * what a first visit transfers, and how long the reference's search takes for each phrase of its list.
 *
 *   npm run bench -- home
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "./harness.mjs";

const COLD_STARTS = 5;
const FIGURES = ["pe-attention"];

const sorted = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b);
const median = (/** @type {number[]} */ values) => sorted(values)[values.length >> 1] ?? Number.NaN;
const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;

/** Notes when each figure is drawn; runs before the page's scripts. @param {string[]} tags */
function noteDrawings(tags) {
  /** @type {Record<string, number>} */
  const drawn = {};
  Object.assign(globalThis, { drawn });
  const look = () => {
    for (const tag of tags)
      if (document.querySelector(tag)?.shadowRoot?.querySelector(".frame[data-state=drawn]"))
        drawn[tag] ??= performance.now();
    if (tags.some((tag) => drawn[tag] === undefined)) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A first visit to the home page by a browser that has seen nothing. @param {{ origin: string }} site */
async function visit(site) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    /** @type {Promise<number>[]} */
    const bytes = [];
    page.on("requestfinished", (/** @type {any} */ request) =>
      bytes.push(request.sizes().then((/** @type {any} */ { responseBodySize }) => responseBodySize)),
    );
    await page.addInitScript(noteDrawings, FIGURES);
    await page.goto(`${site.origin}/`);
    // Functions: the page's policy forbids to evaluate a string.
    await page.waitForFunction(
      (count) => Object.keys(Reflect.get(globalThis, "drawn")).length === count,
      FIGURES.length,
    );
    await page.waitForLoadState("networkidle");
    const sum = (await Promise.all(bytes)).reduce((total, size) => total + size, 0);
    return { ...(await page.evaluate(() => Reflect.get(globalThis, "drawn"))), kB: sum / 1000 };
  } finally {
    await browser.close();
  }
}

/** Milliseconds from a letter to the frame that shows the answers; runs in the page. @param {string[]} phrases */
async function searchEach(phrases) {
  const [field, list] = ["#search", "#answers"].map((name) => document.querySelector(name));
  const times = [];
  for (const phrase of phrases) {
    const shown = new Promise((done) => new MutationObserver(done).observe(list, { childList: true }));
    const start = performance.now();
    field.value = phrase;
    field.dispatchEvent(new InputEvent("input"));
    await shown;
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - start);
  }
  return times;
}

const { serveSite, launchChromium, SITE } = await harness();
const [plain, compressed] = [await serveSite(), await serveSite({ brotli: true })];
const visits = [];
for (let start = 0; start < COLD_STARTS; start++) visits.push(await visit(plain));
for (const tag of FIGURES)
  console.log(`${tag} after a cold start: ${ms(median(visits.map((each) => each[tag])))}`);
// Another visit: this server compresses anew for each, which takes longer than all else.
console.log(`a first visit transfers ${(await visit(compressed)).kB.toFixed(1)} kB of brotli`);

const list = join(import.meta.dirname, "../browser/site/search-phrases.json");
const phrases = JSON.parse(readFileSync(list, "utf8")).phrases.map(
  (/** @type {string[]} */ [phrase]) => phrase,
);
const browser = await launchChromium();
const page = await browser.newPage();
await page.goto(`${plain.origin}/reference/`);
const index = page.waitForResponse((/** @type {any} */ response) => response.url().endsWith("search.json"));
await page.locator("#search").focus();
await (await index).finished();
const times = await page.evaluate(searchEach, phrases);
const bytes = readFileSync(join(SITE, "reference/search.json")).length;
console.log(
  `search over ${(bytes / 1000).toFixed(0)} kB, ${phrases.length} phrases: median ${ms(median(times))}, most ${ms(Math.max(...times))}`,
);
await browser.close();
await Promise.all([plain.close(), compressed.close()]);

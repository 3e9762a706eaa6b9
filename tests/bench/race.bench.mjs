/**
 * The race of the lab's page, with the encodings that it begins with, in Chromium: seconds until each model is right in 99 % of
 * the words, by test length, and until all steps are taken. Models train in workers, as many at once as the machine has cores.
 *
 *   npm run bench -- race
 */
import { harness } from "./harness.mjs";

const GOAL = 0.99;
const PATIENCE = 600_000; // ms

/** Trains, and notes when each encoding reaches the goal at each length; runs in the page. @param {number} goal */
async function race(goal) {
  const figure = /** @type {any} */ (document.querySelector("pe-race"));
  const started = performance.now();
  /** @type {Map<string, number>} */
  const reached = new Map();
  figure.train();
  do {
    await new Promise((done) => setTimeout(done, 50));
    const { rows, columns, values } = figure.array();
    for (const [row, name] of rows.entries()) {
      if (name.endsWith("loss")) continue;
      const own = values.subarray(row * columns.length, (row + 1) * columns.length);
      if (!reached.has(name) && own.some((/** @type {number} */ x) => x >= goal))
        reached.set(name, (performance.now() - started) / 1000);
    }
  } while (!figure.isFinished);
  return { reached: [...reached], all: (performance.now() - started) / 1000 };
}

const { serveSite, launchChromium } = await harness();
const site = await serveSite();
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${site.origin}/lab/`);
  const figure = page.locator("pe-race");
  await figure.scrollIntoViewIfNeeded();
  await figure.locator(".frame[data-state=drawn]").waitFor();
  const { reached, all } = await page.evaluate(race, GOAL);
  for (const [name, seconds] of reached) console.log(`${name}: ${seconds.toFixed(1)} s`);
  console.log(`all steps: ${all.toFixed(1)} s`);
} finally {
  await browser.close();
  await site.close();
}

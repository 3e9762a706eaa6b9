/**
 * The race of the lab's page, with the encodings that it begins with, in Chromium: seconds until each model is right in 99 % of
 * the words, by test length, and until all steps are taken; and frames of the page while it is scrolled to and fro, before and
 * during the training. Models train in workers, as many at once as the machine has cores.
 *
 *   npm run bench -- race
 */
import { harness } from "./harness.mjs";

const GOAL = 0.99;
const PATIENCE = 600_000; // ms
const FRAMES = 300;
const FRAME = 1000 / 60; // ms

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

/**
 * Scrolls the page to and fro, 8 pixels a frame, with the race in view; runs in the page.
 * @param {number} count @returns {Promise<number[]>} milliseconds of each frame
 */
async function scrollFrames(count) {
  const nextFrame = () => new Promise(requestAnimationFrame);
  const top = scrollY;
  const frames = [];
  let last = /** @type {number} */ (await nextFrame());
  for (let n = 0; n < count; n++) {
    scrollTo(0, top + 8 * (n % 40 < 20 ? n % 20 : 20 - (n % 20)));
    const now = /** @type {number} */ (await nextFrame());
    frames.push(now - last);
    last = now;
  }
  return frames;
}

/** Seconds that the page's thread has computed, which other programs of the machine do not add to. */
async function busySeconds() {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

/** @param {string} when */
async function tellFrames(when) {
  const before = await busySeconds();
  const frames = await page.evaluate(scrollFrames, FRAMES);
  const share = (await busySeconds()) - before;
  const total = frames.reduce((sum, frame) => sum + frame, 0) / 1000;
  const sorted = frames.toSorted((a, b) => a - b);
  const late = frames.filter((frame) => frame > 1.5 * FRAME).length;
  console.log(
    `${when}: ${late} of ${frames.length} frames late, the longest ${sorted.at(-1)?.toFixed(0)} ms; ` +
      `the page's thread is busy for ${((100 * share) / total).toFixed(0)} % of the time`,
  );
}

const { serveSite, launchChromium } = await harness();
const site = await serveSite();
const browser = await launchChromium();
const page = await browser.newPage();
const session = await page.context().newCDPSession(page);
try {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${site.origin}/lab/`);
  const figure = page.locator("pe-race");
  await figure.scrollIntoViewIfNeeded();
  await figure.locator(".frame[data-state=drawn]").waitFor();
  await tellFrames("scrolled before training");
  const training = page.evaluate(race, GOAL);
  await page.waitForFunction('document.querySelector("pe-race").isRunning');
  await tellFrames("scrolled while three models train");
  const { reached, all } = await training;
  for (const [name, seconds] of reached) console.log(`${name}: ${seconds.toFixed(1)} s`);
  console.log(`all steps: ${all.toFixed(1)} s`);
} finally {
  await browser.close();
  await site.close();
}

/**
 * Figures in headless Chromium: how soon the article's first one is drawn, what a frame of each costs, and whether a page
 * of twenty scrolls without a long task.
 *
 *   npm run bench -- figures
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "./harness.mjs";

const COLD_STARTS = 5;
const FIGURES = 20; // on one page
const LONG = 50; // ms: what the browser calls a long task
const DRAG_FRAMES = 60;
const WORDS = 64; // the most that the order lab takes

const median = (/** @type {number[]} */ values) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;

/** Goes to the first figure and notes when it is drawn; runs before the page's scripts. */
function noteFirstDrawing() {
  const look = () => {
    const first = [...document.querySelectorAll("*")].find(({ localName }) => localName.startsWith("pe-"));
    first?.scrollIntoView(); // figures wait until they are seen
    if (first?.shadowRoot?.querySelector(".frame[data-state=drawn]"))
      Object.assign(globalThis, { firstDrawn: performance.now() });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds from navigation to the article's first drawn figure, in a browser that has never seen it. */
async function firstFigure() {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.addInitScript(noteFirstDrawing);
    await page.goto(site.origin + site.start);
    // Functions: the page's policy forbids to evaluate a string.
    await page.waitForFunction(() => "firstDrawn" in globalThis);
    return await page.evaluate(() => Number(Reflect.get(globalThis, "firstDrawn")));
  } finally {
    await browser.close();
  }
}

/**
 * Scrolls a page of figures from top to bottom, 25 pixels a frame; runs in the page.
 * @param {number} long
 */
async function scrollThrough(long) {
  const nextFrame = () => new Promise(requestAnimationFrame);
  /** @type {number[]} */
  const tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask" });
  /** @type {number[]} */
  const frames = [];
  let last = /** @type {number} */ (await nextFrame());
  for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 25) {
    scrollTo(0, y);
    const now = /** @type {number} */ (await nextFrame());
    frames.push(now - last);
    last = now;
  }
  await new Promise((done) => setTimeout(done, 200)); // the observer's last report
  return { frames, tasks: tasks.filter((duration) => duration > long) };
}

/**
 * Milliseconds of each of some updates of one figure, drawing included; runs in the page.
 * @param {[tag: string, values: [property: string, value: unknown][]]} figure
 */
async function updates([tag, values]) {
  const element = /** @type {any} */ (document.querySelector(tag));
  await element.updateComplete;
  /** @type {number[]} */
  const times = [];
  for (const [property, value] of values) {
    await new Promise(requestAnimationFrame);
    element[property] = value;
    const start = performance.now();
    element.performUpdate();
    times.push(performance.now() - start);
    await element.updateComplete;
  }
  return times;
}

const DRAG_STEPS = 120;
/** The project's promises: the first figure in this many ms, and this share of a drag's frames without a stutter. */
const SOON = 1000;
const SMOOTH = 20; // ms
const MOST = 0.95;

/** @param {boolean} isKept @param {string} fault */
function hold(isKept, fault) {
  if (isKept) return;
  console.log(fault);
  process.exitCode = 1;
}

/** Notes how long each frame takes until it is told to stop; runs in the page. */
function noteFrames() {
  /** @type {number[]} */
  const frames = [];
  let last = performance.now();
  const next = (/** @type {number} */ now) => {
    frames.push(now - last);
    last = now;
    if (!("framesEnd" in globalThis)) requestAnimationFrame(next);
  };
  Object.assign(globalThis, { frames });
  requestAnimationFrame(next);
}

/**
 * The frames while a mouse drags a part of a figure to and fro, milliseconds.
 * @param {import("playwright-core").Page} page @param {string} part a selector of what is dragged
 */
async function dragged(page, part) {
  const box = await page.locator(part).first().boundingBox();
  if (!box) throw new Error(`${part} is not drawn`);
  const [x, y] = [box.x + 0.6 * box.width, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(noteFrames);
  for (let step = 1; step <= DRAG_STEPS; step++)
    await page.mouse.move(x + 200 * Math.sin(step / 12), y + 30 * Math.sin(step / 7));
  await page.mouse.up();
  return page.evaluate(() => {
    Object.assign(globalThis, { framesEnd: true });
    return /** @type {{ frames: number[] }} */ (/** @type {unknown} */ (globalThis)).frames.slice(1);
  });
}

const { serveSite, launchChromium, DIST } = await harness();
const text = Array.from({ length: WORDS }, (_, word) => `w${word}`).join(" ");
const script = '<script type="module" src="/dist/define.js"></script>';
const page = (/** @type {string} */ body) =>
  `<!doctype html><title>Figures</title><link rel="icon" href="data:,">${script}<main style="max-width: 60rem">${body}</main>`;
/** @type {{ modules: { declarations: { tagName?: string }[] }[] }} */
const manifest = JSON.parse(readFileSync(join(DIST, "custom-elements.json"), "utf8"));
const TAGS = manifest.modules.flatMap(({ declarations }) =>
  declarations.flatMap(({ tagName }) => tagName ?? []),
);
const twenty = Array.from({ length: FIGURES }, (_, index) => TAGS[index % TAGS.length]);
const site = await serveSite({
  pages: {
    "/twenty": page(twenty.map((tag) => `<${tag}></${tag}>`).join("\n")),
    "/drag": page(
      `<pe-heatmap style="width: 1720px; max-width: none" positions="0 45000" d-model="50"></pe-heatmap>`,
    ),
    "/pe-shuffle": page("<pe-shuffle></pe-shuffle>"),
    "/pe-dials": page("<pe-dials></pe-dials>"),
    "/lab": page(`<pe-attention first="${text}" second="${text}"></pe-attention>`),
  },
});

/** @param {string} path @param {string} tag @param {{ width: number, height: number }} viewport @param {(page: import("playwright-core").Page) => Promise<void>} use */
async function withFigure(path, tag, viewport, use) {
  const browser = await launchChromium();
  try {
    const opened = await browser.newPage({ viewport });
    await opened.goto(site.origin + path);
    await opened.locator(`${tag} .frame[data-state=drawn]`).first().waitFor();
    await use(opened);
  } finally {
    await browser.close();
  }
}

try {
  const cold = [];
  for (let start = 0; start < COLD_STARTS; start++) cold.push(await firstFigure());
  console.log(`first figure of the article, cold: ${ms(median(cold))} (median of ${COLD_STARTS})`);
  hold(median(cold) <= SOON, `more than ${SOON} ms`);

  await withFigure("/twenty", twenty[0] ?? "", { width: 1280, height: 800 }, async (opened) => {
    const { frames, tasks } = await opened.evaluate(scrollThrough, LONG);
    const late = frames.filter((frame) => frame > 1.5 * median(frames)).length;
    console.log(
      `${FIGURES} figures, scrolled in ${frames.length} frames: ${ms(median(frames))} a frame, ${late} late; ` +
        `tasks over ${LONG} ms: ${tasks.map(Math.round).join(", ") || "none"}`,
    );
  });

  for (const [tag, part] of /** @type {const} */ ([
    ["pe-shuffle", "[data-word='0'] .tile"],
    ["pe-dials", "[data-pair='0'] circle"],
  ])) {
    await withFigure(`/${tag}`, tag, { width: 1280, height: 800 }, async (opened) => {
      const frames = (await dragged(opened, part)).sort((a, b) => a - b);
      const smooth = frames.filter((frame) => frame <= SMOOTH).length / frames.length;
      console.log(
        `<${tag}> while it is dragged: ${frames.length} frames, median ${ms(median(frames))}, ` +
          `95 % within ${ms(frames[Math.floor(0.95 * frames.length)] ?? Number.NaN)}, ${(100 * smooth).toFixed(1)} % within ${SMOOTH} ms`,
      );
      hold(smooth >= MOST, `fewer than ${100 * MOST} %`);
    });
  }

  for (const positions of [45_000, 1e7, 1e8]) {
    await withFigure("/drag", "pe-heatmap", { width: 1760, height: 1700 }, async (opened) => {
      const views = Array.from({ length: DRAG_FRAMES }, (_, frame) => [
        "positions",
        [frame, frame + positions - 100],
      ]);
      const times = await opened.evaluate(updates, ["pe-heatmap", views]);
      const size = await opened
        .locator("pe-heatmap canvas")
        .evaluate((node) => `${node.width} × ${node.height}`);
      console.log(`heat map of ${positions} positions at ${size}: ${ms(median(times))} a frame of a drag`);
    });
  }

  for (const dModel of [32, 128]) {
    await withFigure("/lab", "pe-attention", { width: 1280, height: 1000 }, async (opened) => {
      const seeds = Array.from({ length: 20 }, (_, seed) => ["seed", seed]);
      await opened.evaluate(updates, ["pe-attention", [["dModel", dModel]]]);
      const times = await opened.evaluate(updates, ["pe-attention", seeds]);
      console.log(`order lab, ${WORDS} words, width ${dModel}: ${ms(median(times))} a change`);
    });
  }
} finally {
  await site.close();
}

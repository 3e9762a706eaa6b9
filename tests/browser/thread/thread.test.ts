/** <pe-thread> on a page: the rows of posenc/lab before, during and after training, and what a reader does with them. */
import type { Locator, Page } from "playwright-core";
import { load, type StartOptions } from "posenc/lab";
import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { drawn, openMore, plain, settled, spokenBy } from "../harness/figure-page.ts";
import { keepFiles } from "../harness/keep-files.ts";
import { runNumpy } from "../harness/numpy.ts";
import { testOnce } from "../harness/once.ts";
import { type Pages, pagesForTests } from "../harness/pages.ts";
import { strictPolicy } from "../harness/policy.ts";
import { copied, csvValues, npyMatrix, saved } from "../harness/shared-numbers.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";

const [POSITIONS, WIDTH, STEPS] = [16, 16, 180];
const attributes = `positions="${POSITIONS}" d-model="${WIDTH}" steps="${STEPS}" seed="5"`;

const script = `import { ThreadElement } from "/dist/elements.js";
import "/dist/define.js";
globalThis.started = 0;
ThreadElement.startWorker = () => {
  started++;
  return new Worker("/dist/race-worker.js", { type: "module" });
};`;
const page = (from: string) =>
  `<!doctype html><html lang="en"><title>pe-thread</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="${from}"></script><main><pe-thread ${attributes}><p>In its place.</p></pe-thread></main>`;

const opened = pagesForTests({ pages: { "/": page("/dist/define.js") }, csp: strictPolicy() });
/** A page that may start workers, for which Trusted Types would need a policy. */
const workers = pagesForTests({
  pages: { "/": page("/start.js"), "/start.js": script },
  csp: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'",
});

interface Thread extends HTMLElement {
  readonly isRunning: boolean;
  yaw: number;
  pitch: number;
  pause(): void;
  array(): { values: Float32Array };
}

function withThread<T>(
  use: (figure: Locator, page: Page) => Promise<T>,
  given: WatchOptions = {},
  { browser, site }: Pages = opened,
): Promise<T> {
  return withPage(browser, site, { before: keepFiles, ...given }, async (page) => {
    await drawn(page.locator("pe-thread"));
    await openMore(page.locator("pe-thread"));
    return use(page.locator("pe-thread"), page);
  });
}

const valuesOf = (figure: Locator) => figure.evaluate((node) => [...(node as Thread).array().values]);
const press = (figure: Locator, name: string) => figure.getByRole("button", { name, exact: true }).click();
const wordsOf = async (figure: Locator) => plain((await figure.locator(".readout").textContent()) ?? "");

async function finish(figure: Locator): Promise<void> {
  await figure.getByRole("button", { name: "Trained" }).waitFor();
  await settled(figure);
}

const lab = await load();
const options: StartOptions = {
  encoding: { method: "learned", positions: POSITIONS, deviation: 0.02 },
  task: { name: "pointer", lengths: [POSITIONS, POSITIONS] },
  model: { layers: 1, width: WIDTH, heads: 4 },
  optimiser: { rate: 0.006, warmup: 45, steps: STEPS, end: 0.02 },
  batch: 16,
  seed: 5,
};

/** The table by posenc/lab in Node. */
function tableAfter(steps: number): number[] {
  const model = lab.start(options);
  if (steps > 0) model.step(steps);
  const table = [...model.positions()];
  model.free();
  return table;
}

const rowOf = (table: readonly number[], row: number) => table.slice(row * WIDTH, (row + 1) * WIDTH);
const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, j) => value - (b[j] as number)));

/** Positions whose nearest row is a neighbour's, by distances alone. */
function linedUp(table: readonly number[]): number {
  const rows = Array.from({ length: POSITIONS }, (_, row) => rowOf(table, row));
  return rows.filter((row, at) => {
    const away = rows.map((other, index) => (index === at ? Number.POSITIVE_INFINITY : distance(row, other)));
    return Math.abs(away.indexOf(Math.min(...away)) - at) === 1;
  }).length;
}

/** The share of the variance along the first direction, by powers of the products of all rows. */
function firstShare(table: readonly number[]): number {
  const mean = Array.from({ length: WIDTH }, (_, j) =>
    table.reduce((sum, value, n) => sum + (n % WIDTH === j ? value / POSITIONS : 0), 0),
  );
  const rows = Array.from({ length: POSITIONS }, (_, row) =>
    rowOf(table, row).map((value, j) => value - (mean[j] as number)),
  );
  let direction = Array.from({ length: WIDTH }, (_, j) => Math.sin(j + 1));
  let along = 0;
  for (let n = 0; n < 500; n++) {
    const scores = rows.map((row) =>
      row.reduce((sum, value, j) => sum + value * (direction[j] as number), 0),
    );
    const next = direction.map((_, j) =>
      rows.reduce((sum, row, at) => sum + (row[j] as number) * (scores[at] as number), 0),
    );
    along = Math.hypot(...next);
    direction = next.map((value) => value / along);
  }
  return along / rows.flat().reduce((sum, value) => sum + value ** 2, 0);
}

/** Trains on a page, where `count` workers start, and compares table and words with Node's. */
async function expectNumbers(pages: Pages, count: number): Promise<void> {
  const from = pages.site.requested.length;
  const asked = () =>
    pages.site.requested.slice(from).filter((file) => /lab\.js|race-worker|lab\.wasm/.test(file));
  await withThread(
    async (figure, page) => {
      const before = tableAfter(0);
      expect(await valuesOf(figure)).toEqual(before);
      expect(await wordsOf(figure)).toContain(`a neighbour for ${linedUp(before)} of ${POSITIONS} positions`);
      expect(asked()).toEqual([]);
      await press(figure, "Train");
      await finish(figure);
      const after = tableAfter(STEPS);
      expect(await valuesOf(figure)).toEqual(after);
      expect(linedUp(after)).toBeGreaterThan(linedUp(before));
      const words = await wordsOf(figure);
      expect(words).toContain(`a neighbour for ${linedUp(after)} of ${POSITIONS} positions`);
      expect(words).toContain(
        `One direction holds ${(100 * firstShare(after)).toFixed(0)} % of all differences`,
      );
      expect(asked()).toContain("/dist/posenc-lab.wasm");
      expect(await page.evaluate(() => (globalThis as { started?: number }).started ?? 0)).toBe(count);
    },
    {},
    pages,
  );
}

const TRAINS = "it shows the first rows without a request, and then the rows that posenc/lab trains";
testOnce(`on the page’s thread ${TRAINS}`, () => expectNumbers(opened, 0));
test(`in a worker ${TRAINS}`, () => expectNumbers(workers, 1));

test("it pauses, looks back with the slider, and resumes with the same bits", async () => {
  await withThread(async (figure) => {
    await press(figure, "Train");
    await figure.evaluate(async (node) => {
      const thread = node as Thread;
      const first = thread.array().values.join();
      while (thread.array().values.join() === first) await new Promise(requestAnimationFrame);
      thread.pause();
    });
    await figure.getByRole("button", { name: "Resume" }).waitFor();
    await press(figure, "Resume");
    await finish(figure);
    expect(await valuesOf(figure)).toEqual(tableAfter(STEPS));
    const slider = figure.getByRole("slider", { name: "step", exact: true });
    for (const [share, step] of [
      [0.5, STEPS / 2],
      [0, 0],
      [1, STEPS],
    ] as const) {
      await slider.fill(String(share));
      await settled(figure);
      expect(await slider.getAttribute("aria-valuetext")).toBe(String(step));
      expect(await valuesOf(figure)).toEqual(tableAfter(step));
    }
  });
});

testOnce("a module that does not arrive is said, and Retry trains", async () => {
  await withThread(
    async (figure, page) => {
      await page.route("**/posenc-lab.wasm", (route) => route.abort(), { times: 1 });
      await press(figure, "Train");
      await figure.getByRole("button", { name: "Retry" }).waitFor();
      expect(await wordsOf(figure)).toMatch(/^The training could not run: .+ Press Retry\.$/);
      expect(await valuesOf(figure)).toEqual(tableAfter(0));
      await press(figure, "Retry");
      await finish(figure);
      expect(await valuesOf(figure)).toEqual(tableAfter(STEPS));
    },
    { expected: /^console\.error: .*(Failed to load resource|NetworkError)/ },
  );
});

const turnOf = (figure: Locator) =>
  figure.evaluate((node) => [(node as Thread).yaw, (node as Thread).pitch] as const);

test("arrows and a drag turn it, other keys go along the thread, and a link keeps the view", async () => {
  await withThread(async (figure, page) => {
    const plot = figure.locator(".plot");
    const placesOf = () =>
      figure
        .locator("circle[data-position]")
        .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("cx")));
    const before = await placesOf();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowUp"]) await plot.press(key);
    await settled(figure);
    expect(await turnOf(figure)).toEqual([10, 5]);
    expect(await placesOf()).not.toEqual(before);
    for (const key of ["End", "PageUp"]) await plot.press(key);
    expect(await spokenBy(figure)).toMatch(
      /^Position 14: the nearest row is position \d+\. Cosine .* with 13, .* with 15\.$/,
    );
    const box = await plot.boundingBox();
    if (!box) throw new Error("the plot has no box");
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 80, { steps: 4 });
    await page.mouse.up();
    expect(await turnOf(figure)).toEqual([30, 15]);
    await press(figure, "Share");
    const link = new URL(await copied(figure, "Link"));
    expect(Object.fromEntries(new URLSearchParams(link.hash.split("?")[1]))).toMatchObject({
      yaw: "30",
      pitch: "15",
    });
  });
});

testOnce("its numbers are given away as files and as programs", async () => {
  await withThread(async (figure, page) => {
    await press(figure, "Train");
    await finish(figure);
    const values = await valuesOf(figure);
    await press(figure, "Share");
    const npy = npyMatrix(await saved(figure, ".npy"));
    expect(npy.shape).toEqual([POSITIONS, WIDTH]);
    expect([...npy.values]).toEqual(values);
    expect(csvValues(await saved(figure, "CSV")).map(Math.fround)).toEqual(values);
    expect((await runNumpy(await copied(figure, "NumPy"), "values")).values).toEqual(values);
    const code = (await copied(figure, "JavaScript")).replace('import { load } from "posenc/lab";', "");
    const run = new Function("load", `return (async () => { ${code}; return [...values]; })()`);
    expect(await run(load)).toEqual(values);
    const svg = (await saved(figure, "SVG")).toString();
    expect(svg).toContain("after step 180 of 180");
    expect(svg).not.toContain("NaN");
    await press(figure, "Values");
    expect(await axeViolations(page, "main")).toEqual([]);
  });
});

test("with reduced motion the picture changes ten times at most", async () => {
  await withThread(
    async (figure) => {
      await figure.evaluate((node) => {
        const steps = new Set<string>();
        Object.assign(globalThis, { steps });
        new MutationObserver(() => {
          for (const group of node.shadowRoot?.querySelectorAll("g[data-step]") ?? [])
            steps.add(group.getAttribute("data-step") ?? "");
        }).observe(node.shadowRoot as ShadowRoot, { subtree: true, childList: true });
      });
      await press(figure, "Train");
      await finish(figure);
      const steps = await figure.evaluate(() => [...(globalThis as unknown as { steps: Set<string> }).steps]);
      expect(steps).toContain(String(STEPS));
      expect(steps.length).toBeLessThanOrEqual(10);
    },
    { reducedMotion: "reduce" },
  );
});

testOnce("a width that four heads cannot share is refused, and the last picture stays", async () => {
  await withThread(
    async (figure) => {
      await figure.evaluate((node) => node.setAttribute("d-model", "12"));
      await settled(figure);
      expect(await figure.locator(".note").textContent()).toBe(
        "d-model must be a multiple of 8 from 8 to 64; got 12.",
      );
      await figure.evaluate((node, width) => node.setAttribute("d-model", String(width)), WIDTH);
    },
    { expected: /^console\.warning: <pe-thread>: / },
  );
});

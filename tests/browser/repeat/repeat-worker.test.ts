import type { Locator, Page } from "playwright-core";
import { load } from "posenc/full";
import { expect, test } from "vitest";
import { plain, settled } from "../harness/figure-page.ts";
import { testOnce } from "../harness/once.ts";
import { type Pages, pagesForTests } from "../harness/pages.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";

/** <pe-repeat> on a page that lets it search in a worker. */

const pe = await load();

/** 256 pairs at so many offsets are just long enough for a worker. */
const LONG = { dModel: 512, to: 1_100_000 };

/** Tells the figure how to make a worker, and counts how often it does and what the worker is asked. */
const script = (file: string) => `
import "/dist/define.js";
import { RepeatElement } from "/dist/elements.js";

Object.assign(globalThis, { started: 0, asked: 0 });
RepeatElement.startWorker = () => {
  started++;
  const worker = new Worker("${file}", { type: "module" });
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (...message) => { asked++; post(...message); };
  return worker;
};
`;

function pagesWithWorker(workers: "'self'" | "'none'", file = "/dist/repeat-worker.js"): Pages {
  return pagesForTests({
    csp: `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'; worker-src ${workers}`,
    pages: {
      "/start.js": script(file),
      "/": `<!doctype html><html lang="en"><title>pe-repeat</title><link rel="icon" href="data:,">
<script type="module" src="/start.js"></script><main><pe-repeat></pe-repeat></main>`,
    },
  });
}

const opened = pagesWithWorker("'self'");
const article = pagesForTests();

function withSearch<T>(
  { dModel, to }: { readonly dModel: number; readonly to: number },
  use: (figure: Locator, page: Page) => Promise<T>,
  { browser, site }: Pages = opened,
  options: WatchOptions = {},
): Promise<T> {
  const path = `/#pe-repeat?dModel=${dModel}&to=${to}`;
  return withPage(browser, site, { ...options, path }, async (page) => {
    const figure = page.locator("pe-repeat");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    return use(figure, page);
  });
}

const share = (figure: Locator) => figure.evaluate((node) => (node as unknown as { share: number }).share);
const count = (page: Page, name: "started" | "asked") =>
  page.evaluate((name) => (globalThis as unknown as Record<string, number>)[name] as number, name);

/** Waits for the end of the search, and compares what it has found with the module's own search. */
async function expectResult(figure: Locator, { dModel, to }: typeof LONG): Promise<void> {
  await figure.getByRole("button", { name: "Done" }).waitFor();
  await settled(figure);
  const { offset } = pe.nearestRepeatSync({ method: "sinusoidal", dModel }, { to });
  const text = plain((await figure.locator(".readout").textContent()) ?? "");
  expect(text).toContain(`Of the offsets 1 to ${to}, ${offset} comes nearest to a repeat`);
}

test("a long search runs in a worker, and finds what the module finds", async () => {
  await withSearch(LONG, async (figure, page) => {
    await expectResult(figure, LONG);
    expect(await count(page, "started")).toBe(1);
    expect(await count(page, "asked")).toBeGreaterThan(1);
    expect(await figure.getByRole("progressbar").getAttribute("value")).toBe("1");
  });
});

testOnce("in the worker it can be stopped and continued, and starts again for another encoding", async () => {
  await withSearch({ dModel: 512, to: 10 ** 12 }, async (figure, page) => {
    await expect.poll(() => share(figure)).toBeGreaterThan(0);
    await figure.getByRole("button", { name: "Stop" }).click();
    await settled(figure);
    const [rest, questions] = [await share(figure), await count(page, "asked")];
    await page.waitForTimeout(500);
    expect(await share(figure)).toBe(rest);
    expect(await count(page, "asked")).toBe(questions);
    await figure.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => share(figure)).toBeGreaterThan(rest);
    await figure.evaluate((node, state) => Object.assign(node, state), LONG);
    await expectResult(figure, LONG);
    expect(await count(page, "started")).toBe(1);
  });
});

testOnce("a short search starts no worker", async () => {
  const short = { dModel: 8, to: 100_000 };
  await withSearch(short, async (figure, page) => {
    await expectResult(figure, short);
    expect(await count(page, "started")).toBe(0);
  });
});

testOnce("the article lets long searches run in a worker", async () => {
  const { browser, site } = article;
  const path = `/#repeated?dModel=${LONG.dModel}&to=${LONG.to}`;
  await withPage(browser, site, { path }, async (page) => {
    await expectResult(page.locator("pe-repeat"), LONG);
    expect(site.requested.filter((file) => file.includes("repeat-worker"))).toHaveLength(1);
  });
});

for (const [why, pages, expected] of [
  ["the page's policy forbids workers", pagesWithWorker("'none'"), /Content.Security.Policy|worker-src/],
  ["the worker's file is missing", pagesWithWorker("'self'", "/nowhere.js"), /404|nowhere\.js/],
] as const) {
  test(`the page's own thread searches where ${why}`, async () => {
    const search = async (figure: Locator, page: Page) => {
      await expectResult(figure, LONG);
      expect(await count(page, "asked")).toBe(0);
    };
    await withSearch(LONG, search, pages, { expected });
  });
}

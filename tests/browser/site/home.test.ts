import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { EMPTY } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

/** The first page: two figures that work at once, and the ways on. */

const opened = pagesForTests();

async function drawnFigures(page: Page): Promise<void> {
  for (const tag of ["pe-heatmap", "pe-attention"]) {
    await page.locator(tag).scrollIntoViewIfNeeded();
    await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
  }
}

/** How far down the content of a figure reaches, CSS pixels of the page. */
const bottomOf = (page: Page, tag: string) =>
  page
    .locator(`${tag} .plot`)
    .evaluate((node) => Math.max(...[node.getBoundingClientRect().bottom + scrollY]));

test.each([
  [1280, 800],
  [390, 2 * 844],
])("at %i px both figures are within %i px", async (width, height) => {
  await withPage(opened.browser, opened.site, { path: "/", width }, async (page) => {
    await drawnFigures(page);
    for (const tag of ["pe-heatmap", "pe-attention"])
      expect(await bottomOf(page, tag), tag).toBeLessThanOrEqual(height);
  });
});

test("the figures answer: a link of the heat map moves it, another encoding changes the attention", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    await drawnFigures(page);
    const attention = page.locator("pe-attention");
    const largest = () => attention.locator(".number").last().textContent();
    const before = await largest();
    await attention.getByRole("combobox").last().selectOption({ label: "No positions" });
    await expect.poll(largest).not.toBe(before);
    const heatmap = page.locator("pe-heatmap");
    await heatmap.locator(".plot").focus();
    await page.keyboard.press("-");
    await expect.poll(() => heatmap.getAttribute("positions")).not.toBe("0 64");
  });
});

test.each(["#clocks", "#heatmap?dModel=8", "#figure-waves"])(
  "the old link %s leads to the article",
  async (hash) => {
    await withPage(opened.browser, opened.site, { path: `/${hash}` }, async (page) => {
      await page.waitForURL(`**/article/${hash}`);
    });
  },
);

test("a link to a figure of the page, or to a heading, stays", async () => {
  for (const hash of ["#ways", "#pe-heatmap?dModel=8"])
    await withPage(opened.browser, opened.site, { path: `/${hash}` }, async (page) => {
      await drawnFigures(page);
      expect(new URL(page.url()).pathname).toBe("/");
    });
});

test("a button copies each way to use it", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (page) => {
    const places = page.locator(".copied");
    expect(await places.count()).toBe(5);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text: string) => Object.assign(globalThis, { copied: text }) },
      });
    });
    await places.last().getByRole("button").click();
    expect(await places.last().getByRole("button").textContent()).toBe("Copied");
    expect(await page.evaluate(() => Reflect.get(globalThis, "copied"))).toBe(
      "npx posenc diagnose table.npy",
    );
  });
});

describe("compressed", () => {
  const compressed = pagesForTests({ brotli: true });

  test("a first visit with both figures transfers at most 116 kB", async () => {
    await withPage(compressed.browser, compressed.site, { path: EMPTY }, async (page) => {
      const answers: Promise<{ responseBodySize: number }>[] = [];
      page.on("requestfinished", (request) => answers.push(request.sizes()));
      await page.goto(`${compressed.site.origin}/`);
      await drawnFigures(page);
      await page.waitForLoadState("networkidle");
      const bytes = (await Promise.all(answers)).reduce(
        (sum, { responseBodySize }) => sum + responseBodySize,
        0,
      );
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(116_000);
    });
  });
});

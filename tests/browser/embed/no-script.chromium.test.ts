/** Pages for readers without scripts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { articleFigures, visibleFigures } from "../harness/article-figures.ts";
import { pagesForTests } from "../harness/pages.ts";
import { DIST, SITE } from "../harness/site.ts";
import { readmeTag } from "./readme-tag.ts";

const opened = pagesForTests({
  folders: { "/": SITE, "/posenc/": DIST },
  pages: { "/readme": `<!doctype html><html lang="en"><title>t</title>${readmeTag}` },
});

async function withoutScripts(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const options = { javaScriptEnabled: false, viewport: { width: 360, height: 600 } };
  const context = await opened.browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.goto(opened.site.origin + path);
    await look(page);
  } finally {
    await context.close();
  }
}

test("the README's tag shows its whole picture undistorted, and keeps no room for a figure", async () => {
  await withoutScripts("/readme", async (page) => {
    const box = await page.locator("pe-heatmap img").boundingBox();
    const { width = 0, height = 0 } = box ?? {};
    expect(width).toBeGreaterThan(300);
    expect(width).toBeLessThanOrEqual(360);
    expect(height / width).toBeCloseTo(320 / 400, 2);
    expect((await page.locator("pe-heatmap").boundingBox())?.height).toBeLessThan(height + 20); // a line's descent
  });
});

test("the page of one figure shows a picture of the encoding", async () => {
  await withoutScripts("/embed.html#pe-rope?preset=llama-2", async (page) => {
    const box = await page.getByRole("img", { name: "Three heat maps" }).boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    expect(box?.height).toBeGreaterThan(100);
  });
});

test("the article has a picture in place of each figure, as wide as the text allows", async () => {
  await withoutScripts("/article/", async (page) => {
    const shown = visibleFigures();
    expect(shown.length).toBeGreaterThan(12);
    for (const selector of shown) {
      const image = page.locator(`${selector} img`);
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((node) => (node as HTMLImageElement).complete)).toBe(true);
      const { natural, width, height } = await image.evaluate((node) => {
        const { naturalWidth: natural, clientWidth: width, clientHeight: height } = node as HTMLImageElement;
        return { natural, width, height };
      });
      expect(natural, selector).toBeGreaterThan(900);
      expect(width, selector).toBeGreaterThan(280);
      expect(height, selector).toBeGreaterThan(80);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test("each of these pictures is drawn", () => {
  const folder = join(SITE, "article/figures");
  for (const selector of articleFigures()) {
    const picture = readFileSync(join(folder, `${selector.split("#")[1]}.svg`), "utf8");
    const marks = picture.match(/<(path|rect|circle|image|text|line)\b/g) ?? [];
    expect(marks.length, selector).toBeGreaterThan(9);
    expect(picture, selector).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test.each([
  ["causal-leak", "10.2"], // positions off, read behind three layers
  ["repeated", "k = 4 272 943"], // the nearest of ten million offsets
  ["probe", "exact position"],
])("the picture of %s shows what the figure computes while it is seen", (id, text) => {
  const picture = readFileSync(join(SITE, `article/figures/${id}.svg`), "utf8");
  expect(picture.replaceAll(/\s/g, " ")).toContain(text);
});

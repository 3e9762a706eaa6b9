/** Pages for readers without scripts. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
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

/** The tag, as the README, the article and each Share menu give it, in a page beside the package's folder. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { copied } from "../harness/shared-numbers.ts";
import { ARTICLE, DIST, SITE } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";
import { readmeTag } from "./readme-tag.ts";

const SCRIPT = '<script type="module" src="posenc/embed.js"></script>';

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">${body}<p id="after">After it.</p>`;

const pasted: Record<string, string> = {};
const opened = pagesForTests({
  folders: { "/": SITE, "/posenc/": DIST, "/dist/": DIST },
  pages: {
    "/readme": page(readmeTag.replace(SCRIPT, "")), // which comes once the page is painted
    "/figures": page(
      '<script type="module" src="/dist/embed.js"></script><pe-heatmap></pe-heatmap><pe-rope></pe-rope>',
    ),
    get "/pasted"() {
      return page(Object.values(pasted).join("\n"));
    },
  },
});

/** The picture's own width, once it has come: 0 for one that is not there. */
const widthOf = (page: Page, tag: string) =>
  page.locator(`${tag} img`).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth;
  });
const top = (page: Page) => page.locator("#after").evaluate((node) => node.getBoundingClientRect().top);

test("in the README shows its picture until the figure is drawn, and nothing moves", async () => {
  for (const width of [360, 1280]) {
    await withPage(opened.browser, opened.site, { path: "/readme", width }, async (page) => {
      expect(await page.locator("pe-heatmap img").isVisible()).toBe(true);
      expect(await widthOf(page, "pe-heatmap")).toBe(400);
      const before = await top(page);
      await page.addScriptTag({ type: "module", url: "posenc/embed.js" });
      await page.locator(".frame[data-state=drawn]").waitFor();
      expect(await page.locator("pe-heatmap img").isVisible()).toBe(false);
      expect(await top(page)).toBeCloseTo(before, 0);
    });
  }
});

test("in the article and the README is the same script", () => {
  expect(readmeTag).toContain(SCRIPT);
  const article = readFileSync(join(SITE, ARTICLE, "index.html"), "utf8")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  expect(article).toContain(SCRIPT);
});

test("from a Share menu works in another page, with the picture of its preset", async () => {
  await withPage(opened.browser, opened.site, { path: "/figures" }, async (page) => {
    for (const tag of ["pe-heatmap", "pe-rope"]) {
      const figure = page.locator(tag);
      await figure.scrollIntoViewIfNeeded();
      for (const name of ["More", "Share"]) await figure.getByRole("button", { name }).click();
      pasted[tag] = await copied(figure, "Tag");
      expect(pasted[tag]).toContain(SCRIPT);
    }
  });
  await withPage(opened.browser, opened.site, { path: "/pasted" }, async (page) => {
    for (const tag of ["pe-heatmap", "pe-rope"]) {
      expect(await widthOf(page, tag)).toBe(400);
      await page.locator(tag).scrollIntoViewIfNeeded();
      await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
    }
  });
});

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations, COLOUR_RULES } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { noteShifts, shiftsOn } from "../harness/shifts.ts";
import { ARTICLE } from "../harness/site.ts";
import { sitePages } from "../harness/site-pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** What holds for every page of the site. Every visit also fails on any console message, error or foreign request. */

const opened = pagesForTests();
/** Each answer with code comes late, so that what a page does before and after it are two steps. */
const slow = pagesForTests({ delay: (path) => (/\.(js|wasm)$/.test(path) ? 200 : 0) });
const PAGES = sitePages();

/** Waits for the figures that a page has, as far as they come by themselves. */
async function drawn(page: Page): Promise<void> {
  for (const figure of await page.locator("main :is(pe-heatmap, pe-attention, pe-atlas)").all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
  }
}

test("there are pages of all parts", () => {
  expect(PAGES).toEqual(expect.arrayContaining(["/", ARTICLE, "/playground/", "/workbench/", "/404.html"]));
});

// The article's own tests look at it with all its figures drawn.
test.each(PAGES.filter((path) => path !== ARTICLE))(
  "axe finds no violation in %s, light and dark",
  async (path) => {
    await withPage(opened.browser, opened.site, { path, width: 390, colorScheme: "light" }, async (page) => {
      if (path === "/") await drawn(page);
      expect(await axeViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await axeViolations(page, ":root", COLOUR_RULES)).toEqual([]);
    });
  },
);

describe.each(PAGES)("%s", (path) => {
  test("nothing is wider than the page, from 280 px", async () => {
    await withPage(opened.browser, opened.site, { path }, async (page) => {
      if (path === "/") await drawn(page);
      for (const width of [1280, 768, 390, 320, 280]) {
        await page.setViewportSize({ width, height: 800 });
        const content = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(content, { message: `at ${width} px` }).toBeLessThanOrEqual(width);
      }
    });
  });

  test.each([390, 1280])("nothing moves while it comes, at %i px", async (width) => {
    await withPage(slow.browser, slow.site, { path, width, before: noteShifts }, async (page) => {
      await page.waitForLoadState("networkidle");
      if (path === "/") await drawn(page);
      expect(await shiftsOn(page)).toEqual([]);
    });
  });

  test("has the header with its own part marked, a way past it, and the footer", async () => {
    await withPage(opened.browser, opened.site, { path }, async (page) => {
      const header = page.getByRole("navigation", { name: "Site" });
      const names = await header.getByRole("link").allTextContents();
      expect(names.filter((name) => name !== "Lab")).toEqual([
        "posenc",
        "Article",
        "Workbench",
        "Atlas",
        "Playground",
        "Reference",
      ]);
      const current = await header
        .locator("[aria-current]")
        .evaluateAll((links) =>
          links.map((link) => [link.getAttribute("aria-current"), (link as HTMLAnchorElement).pathname]),
        );
      if (path === "/404.html") expect(current).toEqual([]);
      else expect(current).toHaveLength(1);
      for (const [kind, link] of current) expect(kind === "page").toBe(link === path);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
      expect(await page.locator("main#main").count()).toBe(1);
      expect(await page.getByRole("contentinfo").innerText()).toMatch(/^posenc \d+\.\d+\.\d+ · MIT licence/);
    });
  });
});

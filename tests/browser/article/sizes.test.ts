import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { articleFigures, visibleFigures } from "../harness/article-figures.ts";
import { drawAll } from "../harness/draw-all.ts";
import { pagesForTests } from "../harness/pages.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";
import { openAsides, withUsedArticle } from "./chapters.ts";

/** Figures as a reader meets them: few controls, labels that can be read, and no picture smaller than on a phone. */

const opened = pagesForTests();
const withArticle = <T>(use: (page: Page) => Promise<T>, options: WatchOptions = {}) =>
  withPage(opened.browser, opened.site, options, use);

test("each figure shows at most two controls at first; the rest is behind ⋯", () =>
  withUsedArticle(opened, async (page) => {
    const [first, ...others] = visibleFigures();
    expect(others.length).toBeGreaterThan(12);
    for (const selector of [first as string, ...others]) {
      const figure = page.locator(selector);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".frame[data-state=drawn]").waitFor();
      // Radio buttons of one choice are one control, and so are buttons in one row.
      const controls = figure.locator(
        ":is(input:not([type=radio]), select, fieldset, button:not(.dots, button + button)):visible",
      );
      expect(await controls.count(), selector).toBeLessThanOrEqual(2);
      const more = figure.getByRole("button", { name: "More" });
      await more.click();
      expect(await more.getAttribute("aria-expanded")).toBe("true");
      expect(await figure.getByRole("button", { name: "Share" }).isVisible()).toBe(true);
      await more.click();
    }
  }));

/** Labels in pictures and texts of figures below 13 px, as they are on screen; powers are smaller than their bases. */
const smallTexts = (page: Page, figures: readonly string[]) =>
  page.evaluate((selectors) => {
    const small: string[] = [];
    for (const selector of selectors) {
      const root = document.querySelector(selector)?.shadowRoot;
      for (const element of root?.querySelectorAll(
        "svg text, p, button, label, span, td, th, small, legend, samp",
      ) ?? []) {
        const isShown = element.checkVisibility() && !element.closest(".unseen, sup");
        if (!isShown || element.textContent?.trim() === "") continue;
        const { c = 0, d = 1 } = (element instanceof SVGTextElement && element.getScreenCTM()) || {};
        const scale = Math.hypot(c, d); // of a turned label, too
        const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
        if (size < 12.99)
          small.push(`${selector} ${size.toFixed(1)} px: ${element.textContent?.trim().slice(0, 30)}`);
      }
    }
    return small;
  }, figures);

test.each([1280, 390])("no label of a figure is smaller than 13 px at %i px", (width) =>
  withArticle(
    async (page) => {
      await openAsides(page);
      const figures = articleFigures();
      expect(await drawAll(page, figures.join())).toBe(figures.length);
      expect(await smallTexts(page, figures)).toEqual([]);
    },
    { width },
  ),
);

test("no figure is smaller on a tablet than on a phone", () =>
  withArticle(async (page) => {
    const figures = visibleFigures();
    const heights = async (width: number) => {
      await page.setViewportSize({ width, height: 844 });
      expect(await drawAll(page, figures.join())).toBe(figures.length);
      return page.evaluate(
        (selectors) =>
          selectors.map((selector) => {
            const plot = document.querySelector(selector)?.shadowRoot?.querySelector(".plot");
            const { width = 0, height = 0 } = plot?.getBoundingClientRect() ?? {};
            return width * height;
          }),
        figures,
      );
    };
    const [phone, tablet] = [await heights(390), await heights(768)];
    for (const [n, area] of tablet.entries()) expect(area, figures[n]).toBeGreaterThan(phone[n] as number);
  }));

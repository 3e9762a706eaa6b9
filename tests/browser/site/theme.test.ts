import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** Light or dark by the reader's choice, on all pages of the site. */

const opened = pagesForTests();

const scheme = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
const choose = (page: Page, label: string) => page.getByLabel("Colours").selectOption({ label });

test("a choice holds on every page until it is taken back", async () => {
  await withPage(opened.browser, opened.site, { path: "/", colorScheme: "light" }, async (page) => {
    expect(await scheme(page)).toBe("light dark");
    await choose(page, "Dark");
    expect(await scheme(page)).toBe("dark");
    for (const path of ["/article/", "/workbench/", "/reference/api.html"]) {
      await page.goto(opened.site.origin + path);
      expect(await scheme(page), path).toBe("dark");
      expect(await page.getByLabel("Colours").inputValue()).toBe("dark");
    }
    await choose(page, "System");
    await page.goto(`${opened.site.origin}/`);
    expect(await scheme(page)).toBe("light dark");
  });
});

test("the first paint has the chosen colours", async () => {
  await withPage(opened.browser, opened.site, { path: "/workbench/", colorScheme: "light" }, async (page) => {
    await choose(page, "Dark");
    // The choice is shown before the body is there, so before anything is painted.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const isEarly = document.body === null && document.documentElement?.dataset.theme === "dark";
        if (isEarly) Object.assign(globalThis, { isEarly });
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await page.reload();
    expect(await page.evaluate(() => Reflect.get(globalThis, "isEarly"))).toBe(true);
  });
});

test("where storage is refused, the choice holds for the page", async () => {
  const before = () => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("refused", "SecurityError");
      },
    });
  };
  await withPage(opened.browser, opened.site, { path: "/", before }, async (page) => {
    await choose(page, "Dark");
    expect(await scheme(page)).toBe("dark");
  });
});

test("figures are painted anew", async () => {
  await withPage(opened.browser, opened.site, { path: "/", colorScheme: "light" }, async (page) => {
    const figure = page.locator("pe-attention");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
    const pixels = () =>
      figure.evaluate((node) => {
        const canvas = node.shadowRoot?.querySelector("canvas");
        return canvas?.toDataURL() ?? "";
      });
    const before = await pixels();
    await choose(page, "Dark");
    await expect.poll(pixels).not.toBe(before);
    await choose(page, "Light");
    await expect.poll(pixels).toBe(before);
  });
});

import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { withUsedArticle } from "./chapters.ts";

/** Finding one's way: the table of contents, and a lasting link for each section. */

const opened = pagesForTests();

test("the table of contents has every chapter in order, and links to it", async () => {
  await withUsedArticle(opened, async (page) => {
    const links = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
    const entries = await links.evaluateAll((nodes) =>
      nodes.map((link) => `${link.getAttribute("href")} ${link.textContent}`),
    );
    const headings = await page
      .locator("h2")
      .evaluateAll((nodes) =>
        nodes.map((heading) => `#${heading.id} ${heading.firstChild?.textContent?.trim()}`),
      );
    expect(entries.length).toBeGreaterThan(10);
    expect(entries).toEqual(headings);
    await links.last().click();
    await expect
      .poll(() => page.locator("#sources").evaluate((node) => node.getBoundingClientRect().top < innerHeight))
      .toBe(true);
  });
});

test("the chapter that the reader is in is marked in the contents", async () => {
  await withUsedArticle(opened, async (page) => {
    const marked = page.locator(".contents [aria-current]");
    for (const id of ["formula", "rope"]) {
      await page.locator(`#${id}`).evaluate((heading) => heading.scrollIntoView({ block: "start" }));
      await expect
        .poll(() => marked.evaluateAll((links) => links.map((link) => link.getAttribute("href"))))
        .toEqual([`#${id}`]);
    }
  });
});

test("every id is unique, and every link within the page has a target", async () => {
  await withUsedArticle(opened, async (page) => {
    // Those of the page alone: locators look into figures, which have ids of their own.
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll("[id]"), ({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const targets = await page
      .locator("a[href^='#']")
      .evaluateAll((nodes) => nodes.map((link) => link.getAttribute("href")?.slice(1).split("?")[0]));
    expect(targets.filter((target) => !ids.includes(target ?? ""))).toEqual([]);
  });
});

test("a heading shows its link to the pointer and to the keyboard", async () => {
  await withUsedArticle(opened, async (page) => {
    const anchor = page.getByRole("link", { name: "Link to “Clock hands”" });
    const opacity = () => anchor.evaluate((node) => Number(getComputedStyle(node).opacity));
    expect(await opacity()).toBeLessThan(1);
    await page.locator("#formula").hover();
    expect(await opacity()).toBe(1);
    await page.mouse.move(0, 0);
    await anchor.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    expect(await opacity()).toBe(1);
    expect(await anchor.getAttribute("href")).toBe("#formula");
  });
});

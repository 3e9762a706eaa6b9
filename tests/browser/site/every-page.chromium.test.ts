import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeLightAndDark } from "../harness/axe.ts";
import { drawAll } from "../harness/draw-all.ts";
import { figureTags } from "../harness/figure-tags.ts";
import { pagesForTests } from "../harness/pages.ts";
import { noteShifts, shiftsOn } from "../harness/shifts.ts";
import { ARTICLE, SITE } from "../harness/site.ts";
import { sitePages } from "../harness/site-pages.ts";
import { withPage } from "../harness/watched-page.ts";

/**
 * What holds for every page of the site, which lies in a folder here, as on many hosts, and has nothing outside it. Every
 * visit also fails on any console message, error, missing file or foreign request.
 */

const FOLDER = "/people/posenc";
const folders = { [`${FOLDER}/`]: SITE };
const opened = pagesForTests({ folders });
/** Each answer with code comes late, so that what a page does before and after it are two steps. */
const slow = pagesForTests({ folders, delay: (path) => (/\.(js|wasm)$/.test(path) ? 200 : 0) });
const PAGES = sitePages();
const FIGURES = figureTags()
  .map((tag) => `main ${tag}`)
  .join();

test("there are pages of all parts", () => {
  expect(PAGES).toEqual(expect.arrayContaining(["/", ARTICLE, "/playground/", "/workbench/", "/404.html"]));
});

// So a page's widths and its coming need one scheme.
test("light and dark differ in colours alone", () => {
  const sources = fileURLToPath(new URL("../../../web/site", import.meta.url));
  const sheets = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".css"),
  );
  const styles = sheets.map((path) => readFileSync(join(sources, path), "utf8")).join("\n");
  expect(styles).toContain("light-dark("); // which gives colours and nothing else
  expect(styles).not.toContain("prefers-color-scheme");
  const themed = Array.from(styles.matchAll(/data-theme[^{]*\{([^}]*)\}/g), ([, rules = ""]) => rules.trim());
  expect(themed).toEqual(["color-scheme: light;", "color-scheme: dark;"]);
});

test("what is loaded when it is asked for comes from the folder, too: search, sandbox, workers, a figure alone", async () => {
  await withPage(opened.browser, opened.site, { path: `${FOLDER}/reference/` }, async (page) => {
    await page.locator("#search").fill("llama");
    await page.locator("#search").press("Enter");
    await page.waitForURL(/llama/);
    await page.goto(`${opened.site.origin}${FOLDER}/playground/`);
    await page.locator("#run").click();
    await page.locator("#status", { hasText: "Done." }).waitFor();
    await page.goto(`${opened.site.origin}${FOLDER}/workbench/`);
    await page.locator("#samples button").first().click();
    await page.locator("#result h2").waitFor();
    await page.goto(
      `${opened.site.origin}${FOLDER}/lab/#pe-race?task=back&encodings=none&steps=5&d-model=16`,
    );
    await page.locator("pe-race").getByRole("button", { name: "Train", exact: true }).click();
    await page.locator("pe-race").getByRole("button", { name: "Trained" }).waitFor();
    await page.goto(`${opened.site.origin}${FOLDER}/embed.html#pe-waves`);
    await page.locator("pe-waves .frame[data-state=drawn]").waitFor();
  });
});

/** The header with the page's own part marked, a way past it, links that stay in the folder, and the footer. */
async function expectHeaderAndFooter(page: Page, path: string): Promise<void> {
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
  for (const [kind, link] of current) expect(kind === "page").toBe(link === FOLDER + path);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
  expect(await page.locator("main#main").count()).toBe(1);
  const links = await page
    .locator("a[href]")
    .evaluateAll((nodes) => (nodes as HTMLAnchorElement[]).map(({ href }) => href));
  const own = links.filter((link) => new URL(link).origin === opened.site.origin);
  expect(own.filter((link) => !new URL(link).pathname.startsWith(`${FOLDER}/`))).toEqual([]);
  expect(await page.getByRole("contentinfo").innerText()).toMatch(/^posenc \d+\.\d+\.\d+ · MIT licence/);
}

/** Empty elements that are seen by their background alone, which browsers leave out on paper unless they are told to keep it. */
async function lostOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  const lost = await page.evaluate(() =>
    [...document.querySelectorAll("body *:empty:not(input, textarea, canvas, [class*=cm-])")].flatMap(
      (part) => {
        const { backgroundColor, printColorAdjust, visibility } = getComputedStyle(part);
        const { width, height } = part.getBoundingClientRect();
        const isSeen = visibility === "visible" && width > 2 && height > 2;
        const isBare = backgroundColor === "rgba(0, 0, 0, 0)" || printColorAdjust === "exact";
        return isSeen && !isBare ? [`${part.localName}.${part.className}`] : [];
      },
    ),
  );
  await page.emulateMedia({ media: null });
  return lost;
}

describe.each(PAGES)("%s", (path) => {
  test("draws its figures, keeps its colours on paper, fits its window from 280 px, and has the header with its own part marked, a way past it, and the footer", async () => {
    await withPage(opened.browser, opened.site, { path: FOLDER + path, width: 390 }, async (page) => {
      // The article's own tests look at it with all its figures drawn.
      if (path !== ARTICLE) {
        await page.evaluate(() => {
          for (const folded of document.querySelectorAll("details")) folded.open = true;
        });
        await drawAll(page, FIGURES);
        expect(await axeLightAndDark(page)).toEqual([]);
      }
      expect(await lostOnPaper(page)).toEqual([]);
      for (const width of [280, 320, 768, 1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const content = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(content, { message: `at ${width} px` }).toBeLessThanOrEqual(width);
      }
      await expectHeaderAndFooter(page, path);
    });
  });

  // The article's own tests see it come with all its figures.
  if (path === ARTICLE) return;

  test.each([390, 1280])("nothing moves while it comes, at %i px", async (width) => {
    const visit = { path: FOLDER + path, width, before: noteShifts };
    await withPage(slow.browser, slow.site, visit, async (page) => {
      await page.waitForLoadState("networkidle");
      if (path === "/") await drawAll(page, FIGURES);
      expect(await shiftsOn(page)).toEqual([]);
    });
  });
});

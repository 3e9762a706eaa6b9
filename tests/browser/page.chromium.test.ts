import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAsides } from "./article/chapters.ts";
import { articleFigures, visibleFigures } from "./harness/article-figures.ts";
import { axeLightAndDark } from "./harness/axe.ts";
import { drawAll } from "./harness/draw-all.ts";
import { type Pages, pagesForTests } from "./harness/pages.ts";
import { noteShifts, shiftsOn } from "./harness/shifts.ts";
import { ARTICLE, EMPTY, SITE } from "./harness/site.ts";
import { asItWasLeft, type WatchOptions, withPage } from "./harness/watched-page.ts";

/**
 * The article as a whole, in a folder, as on many hosts. Every visit also fails on any console message, uncaught error,
 * missing file or foreign request.
 */

const FIGURES = articleFigures();
const VISIBLE = visibleFigures();

const FOLDER = "/people/posenc";
const folders = { [`${FOLDER}/`]: SITE };
const PAGE = FOLDER + ARTICLE;
const opened = pagesForTests({ folders });

/** Opens the page, or the page with all its asides open, and scrolls through it until every figure is drawn. */
function withDrawnPage<T>(
  { asides = true, ...options }: WatchOptions & { readonly asides?: boolean },
  use: (page: Page) => Promise<T>,
  { browser, site }: Pages = opened,
): Promise<T> {
  return withPage(browser, site, { path: PAGE, ...options }, async (page) => {
    if (asides) await openAsides(page);
    const figures = asides ? FIGURES : VISIBLE;
    expect(await drawAll(page, figures.join())).toBe(figures.length);
    return use(page);
  });
}

// Each figure's own tests look at it with its panels open.
test.each([360, 1280])("axe finds no violation at %i px, light and dark", async (width) => {
  await withDrawnPage({ renewal: asItWasLeft, width }, async (page) => {
    expect(await axeLightAndDark(page)).toEqual([]);
  });
});

test("nothing is wider than the page, from 280 px", async () => {
  await withDrawnPage({ renewal: asItWasLeft }, async (page) => {
    for (const width of [1280, 768, 360, 320, 280]) {
      await page.setViewportSize({ width, height: 800 });
      const content = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(content, { message: `at ${width} px` }).toBeLessThanOrEqual(width);
    }
  });
});

/** Presses Tab some times. Gives what has the focus after each, through shadow trees: "" if it is outside the page's content. */
async function stopsOfTab(page: Page, presses: number): Promise<string[]> {
  await page.evaluate(() => {
    const focused = () => {
      let element = document.activeElement;
      const path: string[] = [];
      while (element && element !== document.body) {
        const { localName, textContent } = element;
        const name =
          element.getAttribute("aria-label") ??
          (element as HTMLInputElement).labels?.[0]?.textContent ??
          (element.shadowRoot ? "" : textContent);
        path.push(`${localName} ${name?.trim() ?? ""}`.trim());
        element = element.shadowRoot?.activeElement ?? null;
      }
      return path.join(" > ");
    };
    const stops: string[] = [];
    Object.assign(globalThis, { stops });
    addEventListener("keyup", () => stops.push(focused()), { capture: true });
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (let press = 0; press < presses; press++) await page.keyboard.press("Tab");
  return page.evaluate(() => (globalThis as unknown as { stops: string[] }).stops);
}

test("the Tab key reaches every control once, each with a name, and leaves the page again", async () => {
  await withDrawnPage({ renewal: asItWasLeft }, async (page) => {
    const expected = await page.evaluate(() => {
      const roots = [
        document,
        ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []),
      ];
      const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']";
      const controls = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)]);
      const shown = controls.filter(
        (control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(":disabled"),
      );
      // A group of radio buttons is one stop.
      return shown.filter(
        (control) => !(control instanceof HTMLInputElement && control.type === "radio" && !control.checked),
      ).length;
    });
    const stops = await stopsOfTab(page, expected + 1);
    expect(stops.pop()).toBe("");
    expect(stops.length).toBe(expected);
    for (const stop of stops) expect(stop).toMatch(/ \S/);
    for (const figure of FIGURES) {
      const [tag = ""] = figure.split("#");
      expect(stops.some((stop) => stop.startsWith(tag))).toBe(true);
    }
  });
});

test("plots react to keys, and speak their values", async () => {
  await withDrawnPage({ renewal: asItWasLeft }, async (page) => {
    for (const tag of ["#heatmap", "#attention"]) {
      const figure = page.locator(tag);
      await figure.locator(".plot").focus();
      for (const key of ["ArrowDown", "ArrowRight", "End", "Home", "PageDown", "PageUp"]) {
        await page.keyboard.press(key);
      }
      await expect.poll(() => figure.locator("[aria-live=polite]").textContent()).toMatch(/\d/);
    }
  });
});

/** Each plot's size as it was drawn, and how far it reaches beyond its figure, CSS pixels. */
const plotsOf = (page: Page) =>
  page.evaluate(
    (names) =>
      names.map((name) => {
        const figure = document.querySelector(name) as HTMLElement;
        const plot = figure.shadowRoot?.querySelector(".plot") as HTMLElement;
        const beyond = plot.getBoundingClientRect().right - figure.getBoundingClientRect().right;
        return { name, drawn: [plot.clientWidth, plot.clientHeight], isWithin: beyond < 1 };
      }),
    FIGURES,
  );

test("on paper, which is narrower than the screen, a drawing is scaled down", async () => {
  await withDrawnPage({ renewal: asItWasLeft }, async (page) => {
    const onScreen = await plotsOf(page);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 700, height: 1000 });
    expect(await plotsOf(page)).toEqual(onScreen.map((plot) => ({ ...plot, isWithin: true })));
    await page.emulateMedia({ media: null }); // the page serves other tests, too
  });
});

test("forced colours and print leave no figure empty", async () => {
  await withDrawnPage({ renewal: asItWasLeft }, async (page) => {
    await page.emulateMedia({ forcedColors: "active", media: "print" });
    for (const figure of FIGURES) {
      const box = await page.locator(`${figure} .figure`).boundingBox();
      expect(box?.width).toBeGreaterThan(200);
      expect((await page.locator(`${figure} .figure`).innerText()).length).toBeGreaterThan(10);
    }
    await page.emulateMedia({ forcedColors: null, media: null });
  });
});

const widths = [360, 768, 1280];

/** From the top, and with the end of the page on screen from the first moment. */
const visits = widths.flatMap((width) => [PAGE, `${PAGE}#sources`].map((path) => ({ width, path })));

/** The page is painted, then its figures are defined, then drawn: each step on its own. */
const SLOW = { folders, delay: (path: string) => (/\.(js|wasm)$/.test(path) ? 300 : 0) };

describe("on a slow network nothing moves while the figures appear", () => {
  const slow = pagesForTests(SLOW);

  test.each(visits)("at $width px, from $path", async (visit) => {
    const options = { ...visit, before: noteShifts, asides: false };
    const shifts = await withDrawnPage(options, shiftsOn, slow);
    expect(shifts).toEqual([]);
  });
});

test("on paper, figures in asides that nobody opened are their pictures and words, and no reader loads these before", async () => {
  await withDrawnPage({ asides: false }, async (page) => {
    const closed = FIGURES.filter((figure) => !VISIBLE.includes(figure));
    expect(closed.length).toBeGreaterThan(5);
    const pictures = () =>
      page.evaluate(
        (names) =>
          names.map((name) => {
            const { naturalWidth } = document.querySelector(`${name} > .still`) as HTMLImageElement;
            return naturalWidth;
          }),
        closed,
      );
    expect(await pictures()).toEqual(closed.map(() => 0));
    await page.pdf();
    expect(await pictures()).toEqual(closed.map(() => 960));
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 640, height: 900 }); // A4 within the margins of print.css
    const heights = await page.evaluate((names) => {
      for (const aside of document.querySelectorAll<HTMLDetailsElement>("details.aside")) aside.open = true;
      return names.map((name) => {
        const figure = document.querySelector(name) as HTMLElement;
        const heightOf = (child: string) =>
          figure.querySelector(`:scope > ${child}`)?.getBoundingClientRect().height ?? 0;
        const [picture, words] = [heightOf(".still"), heightOf("p")];
        return { name, picture, words, figure: figure.getBoundingClientRect().height };
      });
    }, closed);
    for (const { name, picture, words, figure } of heights) {
      expect(picture, name).toBeGreaterThan(150);
      expect(words, name).toBeGreaterThan(10);
      expect(figure, name).toBeLessThan(picture + words + 60); // margins of a paragraph, and a line's descent
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
    // Items of a grid lie on each other where one of them moves to the next page.
    const displays = await page
      .locator("main, main > section")
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).display));
    expect([...new Set(displays)]).toEqual(["block"]);
    await page.emulateMedia({ media: null });
  });
});

test("on paper each figure is drawn, though nobody has scrolled to it", async () => {
  await withPage(opened.browser, opened.site, { path: PAGE }, async (page) => {
    await page.waitForLoadState("networkidle"); // the code of all figures is there
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const states = () =>
      page.evaluate(
        (names) =>
          names.filter(
            (name) => !document.querySelector(name)?.shadowRoot?.querySelector("[data-state=drawn]"),
          ),
        VISIBLE,
      );
    await expect.poll(states).toEqual([]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

describe("compressed", () => {
  const compressed = pagesForTests({ folders, brotli: true });

  test("a first visit, with no aside opened, with all its figures drawn, is at most 300 kB compressed, fonts included, and 900 kB decoded", async () => {
    await withPage(compressed.browser, compressed.site, { path: EMPTY }, async (page) => {
      const answers: Promise<Buffer | undefined>[] = [];
      page.on("response", (response) => answers.push(response.body().catch(() => undefined)));
      await page.goto(compressed.site.origin + PAGE);
      await page.waitForLoadState("networkidle"); // a reader stays for a moment at the beginning
      expect(await drawAll(page, VISIBLE.join())).toBe(VISIBLE.length);
      await page.waitForLoadState("networkidle");
      const bodies = (await Promise.all(answers)).filter((body) => body !== undefined);
      const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }; // as hosts compress files when they are asked for
      const small = sum(
        bodies.map((body) => Math.min(body.length, brotliCompressSync(body, { params }).length)),
      );
      expect(small).toBeGreaterThan(10_000);
      expect(small).toBeLessThanOrEqual(300_000);
      expect(sum(bodies.map(({ length }) => length))).toBeLessThanOrEqual(900_000);
    });
  });
});

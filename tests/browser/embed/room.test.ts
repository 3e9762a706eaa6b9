/** The room that figures.css keeps for each figure until its script has run is the one that the drawn figure takes. */
import { expect, test } from "vitest";
import { drawAll } from "../harness/draw-all.ts";
import { figureTags } from "../harness/figure-tags.ts";
import { testOnce } from "../harness/once.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

const TAGS = figureTags();
const children = '<img src="data:," alt="" width="640" height="400"> What the figure would show.';

const opened = pagesForTests({
  pages: {
    "/": `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/dist/figures.css">
${TAGS.map((tag) => `<${tag}>${children}</${tag}>`).join("\n")}<pe-heatmap hidden></pe-heatmap>`,
  },
});

/** Lets the script of the figures arrive, and compares the room that was kept with what they take. */
async function expectRoom(width: number): Promise<void> {
  await withPage(opened.browser, opened.site, { width }, async (page) => {
    const heights = () =>
      page.evaluate((tags) => {
        const shown = tags.map((tag) => document.querySelector(tag) as Element);
        return shown.map((figure) => figure.getBoundingClientRect().height);
      }, TAGS);
    const kept = await heights();
    expect(Math.min(...kept)).toBeGreaterThan(200);
    expect(await page.locator("[hidden]").isVisible()).toBe(false);
    await page.addScriptTag({ type: "module", url: "/dist/embed.js" });
    expect(await drawAll(page, TAGS.join())).toBe(TAGS.length);
    const drawn = await heights();
    TAGS.forEach((tag, n) => {
      const moved = Math.abs((drawn[n] as number) - (kept[n] as number));
      expect(moved, tag).toBeLessThan(1); // CSS pixel: browsers round heights of text in their own ways
    });
  });
}

test.each([320, 1200])("in a page of %i px", expectRoom);
testOnce.each([500, 720])("in a page of %i px", expectRoom);

/** Boxes that are as wide as what they hold. */
const FITTED = [
  "display: flex",
  "display: grid; justify-items: center",
  "display: inline-block",
  "display: table",
  "float: left",
  "position: absolute",
];
const fitted = pagesForTests({
  pages: {
    "/": `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/dist/figures.css">
${FITTED.map((style) => `<div style="${style}"><pe-waves>${children}</pe-waves></div>`).join("\n")}`,
  },
});

test("in boxes that fit their content, as wide as the page allows, up to the widest form", async () => {
  for (const [width, wanted] of [
    [320, 288], // 90vw
    [1200, 704], // 44rem
  ] as const) {
    await withPage(fitted.browser, fitted.site, { width }, async (page) => {
      const widths = () =>
        page.locator("pe-waves").evaluateAll((figures) => figures.map((figure) => figure.clientWidth));
      expect(await widths()).toEqual(FITTED.map(() => wanted));
      await page.addScriptTag({ type: "module", url: "/dist/define.js" });
      expect(await widths()).toEqual(FITTED.map(() => wanted));
    });
  }
});

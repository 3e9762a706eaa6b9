import { museum } from "posenc/diagnose";
import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The museum: each piece is drawn, named from its numbers, and linked to its thread. */

const opened = pagesForTests();

test("each of its pieces has a picture, its name by diagnose, and its thread", async () => {
  expect(museum.length).toBeGreaterThanOrEqual(20);
  await withPage(opened.browser, opened.site, { path: "/workbench/museum.html" }, async (page) => {
    for (const [index, piece] of museum.entries()) {
      const shown = page.locator(`#piece-${index}`);
      await shown.scrollIntoViewIfNeeded();
      await shown.locator("canvas[width]:not([width='300'])").waitFor();
      await shown.locator(".named[data-finding]").waitFor();
      expect((await shown.locator(".named").getAttribute("data-finding"))?.split(" ")).toContain(
        piece.finding,
      );
      expect(await shown.locator("h3").textContent()).toContain(piece.title);
      const [repository] = piece.thread.split("#");
      expect(await shown.locator("a").first().getAttribute("href")).toContain(
        `https://github.com/${repository}`,
      );
      const colours = await shown.locator("canvas").evaluate((node) => {
        const { width, height } = node as HTMLCanvasElement;
        const { data } = (node as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
        const opacities = data.filter((_, at) => at % 4 === 3);
        return {
          count: new Set(new Uint32Array(data.buffer)).size,
          faintest: Math.min(...new Set(opacities)),
        };
      });
      expect(colours.count, piece.title).toBeGreaterThan(1); // some of the numbers are wrong, and some are not
      expect(colours.faintest, piece.title).toBeLessThan(255); // the page shows where nothing differs
    }
    expect(await axeViolations(page)).toEqual([]);
  });
});

test("nothing is wider than a page of 280 px", async () => {
  await withPage(
    opened.browser,
    opened.site,
    { path: "/workbench/museum.html", width: 280 },
    async (page) => {
      await page.locator(".named").first().scrollIntoViewIfNeeded(); // a piece is named when it is near the screen
      await page.locator(".named[data-finding]").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(280);
    },
  );
});

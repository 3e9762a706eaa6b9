import { expect, test } from "vitest";
import { figureForTests, settled } from "./harness/figure-page.ts";
import { touchOf } from "./harness/touch.ts";

/** <pe-shuffle> by touch: a finger that moves sideways drags a word, one that moves down scrolls the page. */

const withShuffle = figureForTests("pe-shuffle");

test.each([
  ["sideways it drags a word", 125, 4, "1 2 0 3 4 5 6", 0],
  ["down it scrolls, and no word moves", 0, -160, null, 1],
])("a finger on a word: %s", async (_, dx, dy, order, least) => {
  await withShuffle(
    {},
    async (figure, page) => {
      await page.evaluate(() => {
        document.body.style.minBlockSize = "3000px";
      });
      const box = await figure.locator("[data-word='0'] .tile").boundingBox();
      if (!box) throw new Error("no tile");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const touch = await touchOf(page);
      await touch.down(x, y);
      for (let step = 1; step <= 6; step++) {
        await touch.move(x + (dx * step) / 6, y + (dy * step) / 6);
        await settled(figure);
      }
      await touch.up();
      await settled(figure);
      expect(await figure.getAttribute("order")).toBe(order);
      expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(least);
      expect(await figure.locator(".held").count()).toBe(0);
    },
    { hasTouch: true, width: 390, height: 844 },
  );
});

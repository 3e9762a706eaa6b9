import { expect, test } from "vitest";
import { figureForTests, settled } from "./harness/figure-page.ts";
import { touchOf } from "./harness/touch.ts";

/** <pe-dials> by touch: a finger on a hand turns it, and elsewhere the page scrolls. */

const withDials = figureForTests("pe-dials");

test("a finger turns the key's hand and leaves the page where it is; beside a hand it scrolls", async () => {
  await withDials(
    { query: 30, key: 20 },
    async (figure, page) => {
      await page.evaluate(() => {
        document.body.style.minBlockSize = "3000px";
      });
      const group = figure.locator("[data-pair='1']");
      const [face, tip] = await Promise.all([
        group.locator("circle").first().boundingBox(),
        group.locator("[data-hand='k'] circle").boundingBox(),
      ]);
      if (!face || !tip) throw new Error("no hand");
      const touch = await touchOf(page);
      const [x, y] = [face.x + face.width / 2, face.y + face.height / 2];
      const [dx, dy] = [tip.x + tip.width / 2 - x, tip.y + tip.height / 2 - y];
      await touch.down(x + dx, y + dy);
      for (let step = 1; step <= 8; step++) {
        const [cos, sin] = [Math.cos((step * Math.PI) / 8), Math.sin((step * Math.PI) / 8)];
        await touch.move(x + cos * dx + sin * dy, y - sin * dx + cos * dy); // counterclockwise
      }
      await touch.up();
      await settled(figure);
      expect(await figure.getAttribute("key")).toBe("30"); // half a turn at 0.316 radians a step
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await touch.down(x, y); // the middle of the dial, away from the ends of its hands
      for (let step = 1; step <= 6; step++) await touch.move(x, y - 20 * step);
      await touch.up();
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    },
    { hasTouch: true, width: 390, height: 844 },
  );
});

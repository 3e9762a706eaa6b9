import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { figureForTests, settled } from "./harness/figure-page.ts";

/** Drags that leave the window, in every plot that is dragged; the driver of Firefox stays inside. */

const PLOTS: [tag: string, grip: string][] = [
  ["pe-waves", ".plot"],
  ["pe-heatmap", ".plot"],
  ["pe-clock", "g[data-pair='1'] circle"],
  ["pe-periods", "path.length"],
  ["pe-shuffle", "[data-word='2'] .tile"],
  ["pe-dials", "[data-pair='1'] circle"],
];

describe.each(PLOTS)("%s", (tag, grip) => {
  const withFigure = figureForTests(tag);

  test("a drag that ends outside the window is over when the pointer comes back", async () => {
    await withFigure({}, async (figure, page) => {
      const stateOf = async (of: Locator) => {
        await settled(of);
        return of.evaluate((node) => node.outerHTML);
      };
      const before = await stateOf(figure);
      const box = await figure.locator(grip).first().boundingBox();
      if (!box) throw new Error("the grip is not drawn");
      const [x, y] = [box.x + 0.8 * box.width, box.y + 0.5 * box.height];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 60, { steps: 3 });
      await page.mouse.move(5000, -5000, { steps: 3 });
      await page.mouse.up();
      const after = await stateOf(figure);
      expect(after).not.toBe(before);
      expect(after).not.toMatch(/NaN|Infinity/);
      await page.mouse.move(x - 60, y - 60, { steps: 3 });
      expect(await stateOf(figure)).toBe(after);
    });
  });
});

import { expect, test } from "vitest";
import { settled, smallestText } from "../harness/figure-page.ts";
import { heatmapForTests, pixelsOf } from "./heatmap-page.ts";

/** The choice in the picture of <pe-heatmap>: one sample, the mean, or their difference. */

const withHeatmap = heatmapForTests();

test("the choice stands in the picture if a pixel covers several entries, and only then", async () => {
  await withHeatmap({ dModel: 50, positions: "0 45000" }, async (figure) => {
    const choice = figure.getByRole("group", { name: "pixels" });
    const [pill, canvas] = [await choice.boundingBox(), await figure.locator("canvas").boundingBox()];
    if (!pill || !canvas) throw new Error("no choice in view");
    expect(pill.y).toBeGreaterThanOrEqual(canvas.y);
    expect(pill.y + pill.height).toBeLessThan(canvas.y + canvas.height);
    expect(pill.x + pill.width).toBeLessThanOrEqual(canvas.x + canvas.width);
    await figure.evaluate((node) => node.setAttribute("positions", "0 50"));
    await settled(figure);
    expect(await choice.isVisible()).toBe(false);
    await figure.evaluate((node) => node.setAttribute("controls", "none"));
    await figure.evaluate((node) => node.setAttribute("positions", "0 45000"));
    await settled(figure);
    expect(await choice.isVisible()).toBe(false);
  });
});

test.each([296, 360, 1280])("it changes the picture, and fits into it at %i px", async (width) => {
  await withHeatmap(
    { dModel: 50, positions: "0 45000" },
    async (figure) => {
      const pictures = new Set<string>();
      for (const [name, mode] of [
        ["nearest", "nearest"],
        ["difference", "difference"],
        ["true mean", "exact"],
      ] as const) {
        await figure.getByRole("radio", { name }).check();
        await settled(figure);
        expect(await figure.evaluate((node) => (node as unknown as { mode: string }).mode)).toBe(mode);
        pictures.add((await pixelsOf(figure)).rgba.toString("base64"));
      }
      expect(pictures.size).toBe(3);
      const inside = await figure.evaluate((node) => {
        const find = (selector: string) =>
          node.shadowRoot?.querySelector(selector)?.getBoundingClientRect() as DOMRect;
        const [pills, canvas] = [find(".pills"), find("canvas")];
        return pills.left >= canvas.left && pills.right <= canvas.right && pills.bottom <= canvas.bottom;
      });
      expect(inside).toBe(true);
      await expect
        .poll(() => smallestText(figure, "svg.drawing text, .pills span"))
        .toBeGreaterThanOrEqual(13);
    },
    { width },
  );
});

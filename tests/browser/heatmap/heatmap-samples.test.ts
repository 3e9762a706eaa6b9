import { divergingPalette, load } from "posenc";
import { expect, test } from "vitest";
import { settled, WARNING } from "../harness/figure-page.ts";
import { heatmapForTests, middleOf, pixelsOf, readoutOf, valueIn } from "./heatmap-page.ts";

/** <pe-heatmap> with samples of blocks, as many texts print it. */

const withFigure = heatmapForTests();
const pe = await load();
const table = pe.sinusoidal({ length: 50, dModel: 128 });
const palette = divergingPalette();

const SAMPLED = { dModel: 128, positions: "0 50", orientation: "across", mode: "nearest", every: "2 4" };

const colourOf = (value: number) => {
  const entry = 4 * Math.min(255, Math.floor((value + 1) * 128));
  return [...palette.subarray(entry, entry + 4)];
};

test("every second position and every fourth dimension: each block has its first entry, always a sine", async () => {
  await withFigure(SAMPLED, async (figure) => {
    const { width, height, rgba } = await pixelsOf(figure);
    const pixelAt = (position: number, dimension: number) => {
      const x = Math.floor((position / 50) * width);
      const y = Math.floor((dimension / 128) * height);
      return [...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
    };
    for (let position = 0; position < 50; position++) {
      for (let dimension = 0; dimension < 128; dimension++) {
        const pair = Math.floor(dimension / 4) * 2;
        const sample = position - (position % 2);
        const sine = Math.fround(Math.sin(sample / 10_000 ** (pair / 64)));
        expect(table[sample * 128 + 2 * pair]).toBeCloseTo(sine, 6);
        expect(pixelAt(position + 0.5, dimension + 0.5)).toEqual(colourOf(table[sample * 128 + 2 * pair]!));
      }
    }
  });
});

test("the readout names the block, and one click shows the whole table", async () => {
  await withFigure(SAMPLED, async (figure, page) => {
    const { x, y } = await middleOf(figure);
    await page.mouse.move(x + 3, y + 3);
    const text = await readoutOf(figure);
    expect(text).toMatch(/^position 25, dimension 6\d: .*, one sample of 2 × 4 entries$/);
    expect(Math.fround(valueIn(text))).toBe(table[24 * 128 + 64]);
    await figure.getByRole("radio", { name: "true mean" }).check();
    await settled(figure);
    await figure.locator(".plot").scrollIntoViewIfNeeded(); // the click may have scrolled the page
    const again = await middleOf(figure);
    await page.mouse.move(again.x + 4, again.y + 3);
    const whole = await readoutOf(figure);
    const [, dimension] = /dimension (\d+)/.exec(whole) ?? [];
    expect(Math.fround(valueIn(whole))).toBe(table[25 * 128 + Number(dimension)]);
  });
});

test("steps that are not whole numbers leave the last good picture, and a note says so", async () => {
  await withFigure(
    SAMPLED,
    async (figure) => {
      const before = (await pixelsOf(figure)).rgba;
      await figure.evaluate((node) => node.setAttribute("every", "2 0.5"));
      await settled(figure);
      await settled(figure);
      expect(await figure.locator(".note").textContent()).toMatch(
        /^every must be two whole numbers .*; got "2 0\.5"\.$/,
      );
      expect((await pixelsOf(figure)).rgba.equals(before)).toBe(true);
    },
    { expected: WARNING },
  );
});

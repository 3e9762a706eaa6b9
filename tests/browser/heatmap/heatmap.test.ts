import type { Locator } from "playwright-core";
import { load } from "posenc";
import { describe, expect, test } from "vitest";
import { axeLightAndDark } from "../harness/axe.ts";
import { settled } from "../harness/figure-page.ts";
import { testOnce } from "../harness/once.ts";
import { heatmapForTests, middleOf, pixelsOf, positionsOf, readoutOf, valueIn } from "./heatmap-page.ts";

/** <pe-heatmap>, driven as a reader would, and compared with the module's own numbers. */

const withFigure = heatmapForTests();
const pe = await load();

const usual = { dModel: 50, positions: "0 20" };

type Mode = "exact" | "nearest" | "difference";

describe("the picture", () => {
  type State = { dModel: number; positions: string; mode?: Mode; orientation?: "across" };
  const cases: [item: string, state: State][] = [
    ["20 positions × 50 dimensions", usual],
    [
      "50 positions × 128 dimensions, positions across",
      { dModel: 128, positions: "0 50", orientation: "across" },
    ],
    ["45 000 positions × 50 dimensions", { dModel: 50, positions: "0 45000" }],
    ["the same by nearest sample", { dModel: 50, positions: "0 45000", mode: "nearest" }],
    ["the difference", { dModel: 50, positions: "0 45000", mode: "difference" }],
    ["ten million positions", { dModel: 512, positions: "0 10000000" }],
  ];

  testOnce.each(cases)("%s: every pixel is the module's", async (_, state) => {
    await withFigure(state, async (figure) => {
      const { width, height, rgba } = await pixelsOf(figure);
      const { dModel, positions, mode = "exact", orientation } = state;
      const [from = 0, to = 0] = positions.split(" ").map(Number);
      const expected = pe.heatmap(
        { method: "sinusoidal", dModel },
        {
          view: { positions: [from, to], dimensions: [0, dModel] },
          width,
          height,
          mode,
          positionAxis: orientation === "across" ? "x" : "y",
        },
      );
      expect(width * height).toBeGreaterThan(100_000);
      expect(Buffer.compare(rgba, Buffer.from(expected))).toBe(0);
    });
  });

  test("has as many pixels as the device", async () => {
    const width = async (figure: Locator) => (await pixelsOf(figure)).width;
    const once = await withFigure(usual, width);
    const twice = await withFigure(usual, width, { deviceScaleFactor: 2 });
    expect(Math.abs(twice - 2 * once)).toBeLessThanOrEqual(4); // margins are rounded to device pixels
  });
});

describe("by hand", () => {
  test("one gesture zooms from 20 positions to ten million, around the pointer", async () => {
    await withFigure({ dModel: 512, positions: "100 120" }, async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x, y);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, 50);
      const [from, to] = await positionsOf(figure);
      expect(to - from).toBeCloseTo(20 * Math.exp(0.3), 6);
      expect((from + to) / 2).toBeCloseTo(110, 0);
      for (let notch = 0; notch < 30; notch++) await page.mouse.wheel(0, 100);
      const [, end] = await positionsOf(figure);
      expect(end).toBeGreaterThanOrEqual(1e7);
      for (let notch = 0; notch < 40; notch++) await page.mouse.wheel(0, -100);
      await page.keyboard.up("Control");
      const [first, last] = await positionsOf(figure);
      expect(last - first).toBe(4);
    });
  });

  test("the wheel alone scrolls the page", async () => {
    await withFigure(usual, async (figure, page) => {
      await page.evaluate(() => document.body.style.setProperty("min-height", "3000px"));
      const { x, y } = await middleOf(figure);
      const before = await page.evaluate(() => scrollY);
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, 200);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
      expect(await positionsOf(figure)).toEqual([0, 20]);
    });
  });

  test("dragging moves the view, and stops at position 0", async () => {
    await withFigure({ dModel: 50, positions: "20 120" }, async (figure, page) => {
      const middle = await middleOf(figure);
      const [x, y] = [Math.round(middle.x), Math.round(middle.y)]; // Firefox has a mouse of whole pixels
      const height = (await figure.locator("canvas").boundingBox())?.height ?? 0;
      const quarter = Math.round(height / 4);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - quarter, { steps: 4 });
      expect((await positionsOf(figure))[0]).toBeCloseTo(20 + (100 * quarter) / height, 4);
      await page.mouse.move(x, y + quarter, { steps: 4 });
      await page.mouse.up();
      expect(await positionsOf(figure)).toEqual([0, 100]);
    });
  });

  test("sliders set positions, width and base", async () => {
    await withFigure(usual, async (figure) => {
      await figure.getByRole("slider", { name: "width d" }).fill("64");
      await figure.getByRole("slider", { name: "base" }).fill("2");
      await figure.getByRole("slider", { name: "positions" }).fill("10");
      expect(await positionsOf(figure)).toEqual([0, 1024]);
      expect(await figure.getAttribute("d-model")).toBe("64");
      expect(await figure.getAttribute("base")).toBe("100");
      await figure.getByLabel("nearest").check();
      await settled(figure);
      expect(await figure.getAttribute("mode")).toBe("nearest");
    });
  });
});

describe("reading", () => {
  test("the readout at the pointer is the float32 of the table", async () => {
    await withFigure(usual, async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x + 3, y + 3);
      const text = await readoutOf(figure);
      const [, position, dimension] = /position (\d+), dimension (\d+):/.exec(text) ?? [];
      const row = pe.sinusoidal({ start: Number(position), length: 1, dModel: 50 });
      expect([position, dimension]).toEqual(["10", "25"]);
      expect(Math.fround(valueIn(text))).toBe(row[25]);
    });
  });

  testOnce("the readout of a pixel over many entries gives their number and their mean", async () => {
    await withFigure({ dModel: 50, positions: "0 45000" }, async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x, y);
      const text = await readoutOf(figure);
      const { height } = await pixelsOf(figure);
      const perPixel = 45_000 / height;
      expect(text).toContain(`mean of ${Number(perPixel.toPrecision(3))} × 1 entries`);
      const position = Number(/position ([\d\u202f]+)/.exec(text)?.[1]?.replace("\u202f", ""));
      const from = Math.floor((position + 0.5) / perPixel) * perPixel;
      const view = { positions: [from, from + perPixel], dimensions: [25, 25.05] } as const;
      const [mean] = pe.heatmap(
        { method: "sinusoidal", dModel: 50 },
        { view, width: 1, height: 1, as: "values" },
      );
      expect(Math.fround(valueIn(text))).toBeCloseTo(mean as number, 6);
    });
  });

  test("keys move the cell cursor everywhere, and the live region reads the cell", async () => {
    await withFigure(usual, async (figure, page) => {
      await figure.locator(".plot").focus();
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
        await settled(figure);
        return (await figure.locator("[aria-live]").textContent()) ?? "";
      };
      expect(await press("ArrowDown")).toMatch(/^position 0, dimension 0: 0 = sin/);
      const spoken = await press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight");
      const row = pe.sinusoidal({ start: 2, length: 1, dModel: 50 });
      expect(spoken).toMatch(/^position 2, dimension 2: /);
      expect(Math.fround(valueIn(spoken))).toBe(row[2]);
      expect(await press("End")).toMatch(/^position 2, dimension 49: /);
      expect(await press("Home")).toMatch(/^position 2, dimension 0: /);
      expect(await press("PageDown")).toMatch(/^position 22, dimension 0: /);
      expect(await positionsOf(figure)).toEqual([20, 40]);
      expect(await press("ArrowUp", "ArrowUp", "ArrowUp")).toMatch(/^position 19, dimension 0: /);
      expect(await positionsOf(figure)).toEqual([19, 39]);
      await press("+");
      const [from, to] = await positionsOf(figure);
      expect(to - from).toBeCloseTo(20 / 1.5, 6);
      expect(await press("Control+Home")).toMatch(/^position 0, dimension 0: /);
    });
  });

  testOnce("the table shows the values around the cursor", async () => {
    await withFigure(usual, async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x + 3, y + 3);
      await figure.locator(".plot").focus();
      await page.mouse.move(0, 0); // a figure in focus keeps its cursor
      await figure.getByRole("button", { name: "Values" }).press("Enter");
      const cell = figure.locator("td[aria-current]");
      const row = pe.sinusoidal({ start: 10, length: 1, dModel: 50 });
      const shown = ((await cell.textContent()) ?? "").trim().replace("\u2212", "-");
      expect(Math.fround(Number(shown))).toBe(row[25]);
      expect(await figure.locator("tbody tr").count()).toBe(9);
    });
  });
});

/** The share of light that a pixel of value 0 gives: the sine of a slow column. */
const lightOfZero = async (figure: Locator) => {
  const { width, rgba } = await pixelsOf(figure);
  const at = 4 * Math.round(0.97 * width); // column 48 of 50, position 0
  return Math.max(...rgba.subarray(at, at + 3)) / 255;
};

test("zeros are light on a light page and dark on a dark one, whoever makes it dark, and when", () =>
  withFigure(usual, async (figure, page) => {
    expect(await lightOfZero(figure)).toBeGreaterThan(0.9);
    await page.evaluate(() => {
      document.documentElement.style.colorScheme = "dark";
    });
    await expect.poll(() => lightOfZero(figure)).toBeLessThan(0.25);
    await page.evaluate(() => {
      document.documentElement.style.colorScheme = "light";
    });
    await expect.poll(() => lightOfZero(figure)).toBeGreaterThan(0.9);
    await page.evaluate(() => {
      document.body.style.color = "#eee";
    });
    await expect.poll(() => lightOfZero(figure)).toBeLessThan(0.25);
  }));

testOnce("axe finds no violation, light and dark, with all panels open", async () => {
  await withFigure(usual, async (figure, page) => {
    for (const name of ["Values", "Share", "Tag"]) await figure.getByRole("button", { name }).click();
    expect(await axeLightAndDark(page, "pe-heatmap")).toEqual([]);
  });
});

import type { Locator } from "playwright-core";
import { load } from "posenc";
import { expect, test } from "vitest";
import { openAsides } from "./article/chapters.ts";
import { axeViolations } from "./harness/axe.ts";
import { figureForTests, rowsOf, settled, spokenBy, WARNING } from "./harness/figure-page.ts";
import { pagesForTests } from "./harness/pages.ts";
import { withPage } from "./harness/watched-page.ts";

/** <pe-waves>: values, marks and curves, compared with the module's own numbers. */

const opened = pagesForTests();
const pe = await load();
const withWaves = figureForTests("pe-waves");

/** The table's body: a row for each dimension, with its name, the values at the marks and the wavelength. */
async function tableOf(figure: Locator): Promise<string[][]> {
  await settled(figure);
  return rowsOf(figure);
}

test("shows dimensions 0 … 3 at positions 0 … 3 to three decimals, d = 50", async () => {
  const rows = await withWaves({}, tableOf);
  expect(rows.map(([name]) => name)).toEqual(["j = 0", "j = 1", "j = 2", "j = 3"]);
  expect(rows[0]?.slice(1, 5)).toEqual(["0.000", "0.841", "0.909", "0.141"]);
  expect(rows[2]?.slice(1, 5)).toEqual(["0.000", "0.638", "0.983", "0.875"]);
});

test("the figure of d = 20 differs in dimension 2 and its wavelength, and not in 0 and 1", async () => {
  await withPage(opened.browser, opened.site, {}, async (page) => {
    await openAsides(page);
    const rowsAt = async (id: string) => {
      const figure = page.locator(id);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".frame[data-state=drawn]").waitFor();
      return tableOf(figure);
    };
    const [wide, narrow] = [await rowsAt("#waves"), await rowsAt("#waves-of-20")];
    expect(narrow.slice(0, 2)).toEqual(wide.slice(0, 2));
    expect(narrow[2]?.slice(1, 5)).toEqual(["0.000", "0.388", "0.715", "0.930"]);
    expect([wide[2]?.[5], narrow[2]?.[5]]).toEqual(["9.082", "15.783"]);
  });
});

test.each([
  ["dimensions 4 to 7", { dModel: 50, dimensions: "4 5 6 7" }, [4, 5, 6, 7]],
  ["dimensions 46 to 49", { dModel: 50, dimensions: "46 47 48 49" }, [46, 47, 48, 49]],
])("%s hold the module's values", async (_, fragment, dimensions) => {
  const rows = await withWaves(fragment, tableOf);
  const table = pe.sinusoidal({ length: 4, dModel: 50 });
  const expected = dimensions.map((dimension) =>
    [0, 1, 2, 3].map((position) => table[position * 50 + dimension]?.toFixed(3)),
  );
  expect(rows.map((row) => row.slice(1, 5))).toEqual(expected);
});

test("waves that are too slow for the module have an infinite length", async () => {
  const rows = await withWaves({ dModel: 50, base: 1e300, dimensions: "0 49" }, tableOf);
  expect(rows.map((row) => row.at(-1))).toEqual(["6.2832", "∞"]);
});

test("a mark follows the pointer, and its slider the keys", async () => {
  await withWaves({}, async (figure, page) => {
    const plot = await figure.locator(".plot").boundingBox();
    const grip = await figure.locator(".plot circle").nth(3).boundingBox(); // drawn in order: names of A, B, C, D first
    if (!plot || !grip) throw new Error("the waves are not drawn");
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 60, { steps: 3 });
    await page.mouse.up();
    await settled(figure);
    const marks = ((await figure.getAttribute("marks")) ?? "").split(" ").map(Number);
    expect(marks.slice(0, 3)).toEqual([0, 1, 2]);
    expect(marks[3]).toBeGreaterThan(7);
    const slider = figure.getByRole("slider", { name: "position A" });
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const rows = await tableOf(figure);
    const row = pe.sinusoidal({ positions: [2, marks[3] as number], dModel: 50 });
    expect(rows[0]?.[1]).toBe(row[0]?.toFixed(3));
    expect(rows[2]?.[4]).toBe(row[50 + 2]?.toFixed(3));
    expect(await spokenBy(figure)).toBe(
      `position 2, dimension ${[0, 1, 2, 3].map((j) => `${j}: ${row[j]?.toFixed(3)}`).join(", ")}`,
    );
    await page.keyboard.press("End");
    await settled(figure);
    expect(await figure.getAttribute("marks")).toMatch(/^20 /);
  });
});

test("the curve passes through the module's values at whole and fractional positions, and near them between", async () => {
  await withWaves({ dModel: 50, dimensions: 0 }, async (figure) => {
    const drawn = await figure.locator(".plot path[data-paint]").first().getAttribute("d");
    const points = (drawn ?? "")
      .slice(1)
      .split("L")
      .map((point) => point.split(" ").map(Number));
    const axis = await figure
      .locator(".plot path[data-level]")
      .evaluateAll((lines) =>
        lines.map((line) => [
          Number(line.getAttribute("data-level")),
          Number(/ (\S+)H/.exec(line.getAttribute("d") ?? "")?.[1]),
        ]),
      );
    const heights = new Map(axis as [number, number][]);
    const [top, bottom] = [heights.get(1) ?? Number.NaN, heights.get(-1) ?? Number.NaN];
    const valueAt = (position: number) => pe.sinusoidal({ positions: [position], dModel: 50 })[0] as number;
    const step = 20 / (points.length - 1);
    let before = 0;
    for (const [index, [, y = Number.NaN]] of points.entries()) {
      const value = 1 - (2 * (y - top)) / (bottom - top);
      expect(Math.abs(value - valueAt(index * step))).toBeLessThan(1e-4); // y is written to 0.01 pixels
      const halfway = valueAt(Math.max(0, index - 0.5) * step);
      expect(Math.abs((before + value) / 2 - halfway)).toBeLessThan(1e-3); // a tenth of a pixel
      before = value;
    }
  });
});

test("curves differ in more than their colour", async () => {
  await withWaves({}, async (figure) => {
    const looks = await figure
      .locator(".plot path[data-paint]")
      .evaluateAll((lines) =>
        lines.map((line) => [getComputedStyle(line).stroke, line.getAttribute("stroke-dasharray")]),
      );
    expect(new Set(looks.map(([colour]) => colour)).size).toBe(4);
    expect(new Set(looks.map(([, dash]) => dash)).size).toBe(4);
    expect(await figure.locator(".plot text[data-paint]").allTextContents()).toEqual([
      "j = 0",
      "j = 1",
      "j = 2",
      "j = 3",
    ]);
  });
});

test("a width without the chosen dimensions leaves the last good picture, and a note says so", async () => {
  await withWaves(
    { dModel: 50, dimensions: "46 47 48 49" },
    async (figure) => {
      const before = await tableOf(figure);
      await figure.evaluate((node) => node.setAttribute("d-model", "20"));
      expect(await tableOf(figure)).toEqual(before);
      expect(await figure.locator(".note").textContent()).toContain("whole numbers from 0 to 19");
    },
    { expected: WARNING },
  );
});

test("axe finds no violation", async () => {
  await withWaves({}, async (figure, page) => {
    await figure.getByRole("button", { name: "Share" }).click();
    expect(await axeViolations(page, "pe-waves")).toEqual([]);
  });
});

import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, rowsOf, settled, spokenBy } from "./harness/figure-page.ts";
import { quantityAcross } from "./harness/log-axis.ts";

/** <pe-periods> alone on a page: its table, bars and counts, compared with the formula 2π · base^(2i/d). */

const withPeriods = figureForTests("pe-periods");

const period = (pair: number, dModel: number, base = 10_000) => 2 * Math.PI * base ** ((2 * pair) / dModel);

const abridged = (figure: Locator) => rowsOf(figure.locator("table.abridged"));
const readout = async (figure: Locator) => plain((await figure.locator(".readout").textContent()) ?? "");
const numbersIn = (d: string | null) => (d ?? "").match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];

/** The bars of one kind as [left, right] in positions, by the ticks of the axis at 1 and 100. */
async function barsOf(figure: Locator, kind: "finished" | "begun" | "rest"): Promise<[number, number][]> {
  const positions = await quantityAcross(figure);
  const d = await figure.locator(`path.${kind}`).getAttribute("d");
  return (d ?? "")
    .split("Z")
    .filter(Boolean)
    .map((bar) => {
      const [left = 0, , right = 0] = numbersIn(bar);
      return [positions(left), positions(right)];
    });
}

describe("the table", () => {
  test("shows i, j, P(t, j) and the period for j = 0 … 5, d−2, d−1 of d = 512", async () => {
    await withPeriods({ dModel: 512 }, async (figure) => {
      const rows = await abridged(figure);
      expect(rows.map((row) => row.slice(0, 4))).toEqual([
        ["0", "0", "sin(t / 10000^(0/512))", "6.283185"],
        ["0", "1", "cos(t / 10000^(0/512))", "6.283185"],
        ["1", "2", "sin(t / 10000^(2/512))", "6.513357"],
        ["1", "3", "cos(t / 10000^(2/512))", "6.513357"],
        ["2", "4", "sin(t / 10000^(4/512))", "6.751960"],
        ["2", "5", "cos(t / 10000^(4/512))", "6.751960"],
        ["…", "…", "…", "…"],
        ["255", "510", "sin(t / 10000^(510/512))", "60611.4772"],
        ["255", "511", "cos(t / 10000^(510/512))", "60611.4772"],
      ]);
      expect(await readout(figure)).toContain("from 6.283185 to 60611.4772; 2π · base is 62831.8531");
    });
  });

  test("in two halves, or as a whole if it is short", async () => {
    await withPeriods({ dModel: 6, layout: "halves", base: 100 }, async (figure) => {
      const rows = await abridged(figure);
      expect(rows.map(([pair, dimension]) => [pair, dimension])).toEqual([
        ["0", "0"],
        ["1", "1"],
        ["2", "2"],
        ["0", "3"],
        ["1", "4"],
        ["2", "5"],
      ]);
      expect(rows[4]?.[2]).toBe("cos(t / 100^(2/6))");
      expect(Number(rows[4]?.[3])).toBeCloseTo(period(1, 6, 100), 6);
    });
  });
});

describe("the bars", () => {
  test("each pair has one, as long as its period", async () => {
    await withPeriods({ dModel: 16, length: 5000 }, async (figure) => {
      const finished = await barsOf(figure, "finished");
      const begun = await barsOf(figure, "begun");
      const rest = await barsOf(figure, "rest");
      // Pixels are written to 0.01, and a decade has 50 or more of them.
      const close = (got: number | undefined, expected: number) =>
        expect((got ?? 0) / expected).toBeCloseTo(1, 2);
      expect(finished).toHaveLength(6);
      for (const [pair, [left, right]] of finished.entries()) {
        close(left, 1);
        close(right, period(pair, 16));
      }
      for (const [index, [left, right]] of rest.entries()) {
        close(left, 5000);
        close(begun[index]?.[1], 5000);
        close(right, period(6 + index, 16));
      }
      expect([begun.length, rest.length]).toEqual([2, 2]);
    });
  });

  test("all 256 pairs of d = 512 are there", async () => {
    await withPeriods({ dModel: 512 }, async (figure) => {
      expect(await barsOf(figure, "finished")).toHaveLength(123);
      expect(await barsOf(figure, "rest")).toHaveLength(133);
    });
  });
});

describe("the length", () => {
  test.each([
    [512, 133],
    [5000, 70],
    [6, 256],
    [62_832, 0],
  ])("in %i positions %i of 256 pairs do not finish a period", async (length, unfinished) => {
    await withPeriods({ dModel: 512, length }, async (figure) => {
      expect(await readout(figure)).toContain(
        `${unfinished} of 256 pairs do not complete one period in ${length} positions`,
      );
      const counts = (await figure.locator("svg.drawing text").allTextContents()).map(plain);
      expect(counts.includes(`↓ ${unfinished} do not`)).toBe(unfinished > 0);
      expect(counts.includes(`↑ ${256 - unfinished} finish`)).toBe(unfinished < 256);
    });
  });

  test("the base and the width have sliders, and the count follows", async () => {
    await withPeriods({ dModel: 512, length: 512 }, async (figure, page) => {
      for (const name of ["base", "width d"]) {
        await figure.getByRole("slider", { name }).focus();
        for (let step = 0; step < 3; step++) await page.keyboard.press("PageUp");
        await settled(figure);
        const { dModel, base } = await figure.evaluate((node) => {
          const { dModel, base } = node as unknown as { dModel: number; base: number };
          return { dModel, base };
        });
        expect([dModel, base]).not.toEqual([512, 10_000]);
        let unfinished = 0;
        for (let pair = 0; pair < dModel / 2; pair++) unfinished += period(pair, dModel, base) > 512 ? 1 : 0;
        expect(await readout(figure)).toContain(`${unfinished} of ${dModel / 2} pairs`);
      }
    });
  });

  test("the line can be dragged", async () => {
    await withPeriods({ dModel: 64, length: 100 }, async (figure, page) => {
      const line = await figure.locator("path.length").boundingBox();
      if (!line) throw new Error("no line");
      const [x, y] = [line.x + line.width / 2, line.y + line.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 80, y, { steps: 4 });
      await page.mouse.up();
      await settled(figure);
      const moved = await figure.locator("path.length").boundingBox();
      expect(Math.abs((moved?.x ?? 0) - line.x - 80)).toBeLessThan(1.5); // lengths have three digits
      expect(Number(await figure.getAttribute("length"))).toBeGreaterThan(200);
    });
  });

  test("every pair can be reached with the keyboard only, and the table of values follows", async () => {
    await withPeriods({ dModel: 512 }, async (figure, page) => {
      await figure.getByRole("button", { name: "Values" }).click();
      await figure.locator(".plot").focus();
      for (const key of ["Home", "PageDown", "ArrowDown"]) await page.keyboard.press(key);
      const spoken = await spokenBy(figure);
      const expected = period(11, 512);
      expect(spoken).toContain(`pair 11, dimensions 22 and 23: period ${expected.toFixed(6)} positions`);
      const cell = figure.locator('[part=panel] td[aria-current="true"]');
      expect(Number(await cell.textContent())).toBeCloseTo(expected, 7);
      await page.keyboard.press("End");
      expect(await spokenBy(figure)).toMatch(
        /^pair 255, .*60611\.4772 positions, 0\.00845 periods in 512: not finished$/,
      );
      expect(Number(plain((await cell.textContent()) ?? ""))).toBe(60_611.4772);
      expect(await figure.locator(".cursor > *").count()).toBe(1);
    });
  });
});

testContract(withPeriods, {
  states: [
    { dModel: 512, length: 5000 },
    { dModel: 10, base: 77 },
  ],
  bad: ["length", "2.5", /length must be a whole number from 0/],
  tolerance: 1e-9, // a power's last bits, on periods up to 60612
});

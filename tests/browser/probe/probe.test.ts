/** <pe-probe> alone on a page: its accuracies by two other programs, its bars, and how a reader moves in it. */
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { testContract } from "../harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy, type WithFigure } from "../harness/figure-page.ts";

const opened = figureForTests("pe-probe");
/** The figure once all widths are computed. */
const withProbe: WithFigure = (state, use, options) =>
  opened(
    state,
    async (figure, page) => {
      await finished(figure);
      return use(figure, page);
    },
    options,
  );

async function finished(figure: Locator): Promise<void> {
  await figure.locator(".plot[aria-busy=false]").waitFor();
  await settled(figure);
}

const SMALL = { words: 32, positions: 16 };
const arrayOf = (figure: Locator) =>
  figure.evaluate((node) => {
    const { rows, values } = (
      node as unknown as { array(): { rows: number[]; values: Float64Array } }
    ).array();
    return { rows, values: [...values] };
  });

describe("the accuracies", () => {
  test("of the article's sums: the word survives, and the exact place is blurred among its neighbours", async () => {
    await withProbe({}, async (figure) => {
      const { rows, values } = await arrayOf(figure);
      expect(rows).toEqual([8, 16, 32, 64, 128, 256, 512]);
      const at = (width: number) =>
        values.slice(3 * rows.indexOf(width), 3 * rows.indexOf(width) + 3) as number[];
      const [word, near, exact] = at(64) as [number, number, number];
      expect(word).toBeGreaterThan(0.95);
      expect(exact).toBeLessThan(0.6);
      expect(near).toBeGreaterThan(exact + 0.2);
      expect(at(512)[2]).toBeGreaterThan(exact);
      const shown = plain((await figure.locator(".readout").textContent()) ?? "");
      for (const share of [word, near, exact]) expect(shown).toContain(`${(100 * share).toFixed(1)} %`);
    });
  });

  test("the bars are the shares of all errors, and the middle one is the exact position", async () => {
    await withProbe({ ...SMALL, dModel: 32 }, async (figure) => {
      const bars = await figure
        .locator("[data-error]")
        .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute("height"))));
      const { rows, values } = await arrayOf(figure);
      const exact = values[3 * rows.indexOf(32) + 2] as number;
      const sum = bars.reduce((total, height) => total + height, 0);
      expect((bars[6] as number) / sum).toBeCloseTo(exact, 6);
    });
  });

  test("another seed draws other words", async () => {
    await withProbe(SMALL, async (figure) => {
      const before = await arrayOf(figure);
      await figure.evaluate((node) => Object.assign(node, { seed: 2 }));
      await settled(figure);
      await finished(figure);
      expect(await arrayOf(figure)).not.toEqual(before);
    });
  });
});

test("a choice, a click and keys go from width to width, and nothing is computed again; axe finds nothing", async () => {
  await withProbe(SMALL, async (figure, page) => {
    const before = await arrayOf(figure);
    await figure.getByRole("radio", { name: "16", exact: true }).check();
    await settled(figure);
    expect(await figure.locator(".misses").textContent()).toContain("width 16: how far off");
    expect(await arrayOf(figure)).toEqual(before);
    const curve = await figure.locator('[data-curve="0"]').boundingBox();
    if (!curve) throw new Error("there is no curve");
    await page.mouse.click(curve.x + curve.width, curve.y + 30);
    await settled(figure);
    expect(await figure.evaluate((node) => (node as unknown as { dModel: number }).dModel)).toBe(512);
    await page.mouse.move(0, 0);
    const plot = figure.locator(".plot");
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "End"]) await plot.press(key);
    const share = (100 * (before.values[18] as number)).toFixed(1);
    expect(plain(await spokenBy(figure))).toMatch(
      new RegExp(`^Width 512, .*: ${share.replace(".", "\\.")} % of`),
    );
    expect(await axeViolations(page, "main")).toEqual([]);
  });
});

test("a width of the author's own is computed beside the others", async () => {
  await withProbe({ ...SMALL, dModel: 48 }, async (figure) => {
    expect((await arrayOf(figure)).rows).toEqual([8, 16, 32, 48, 64, 128, 256, 512]);
  });
});

testContract(withProbe, {
  states: [
    { words: 16, positions: 8, dModel: 64 },
    { words: 16, positions: 12, scaling: "none", base: 100, seed: 3 },
  ],
  bad: ["words", "1", /words must be a whole number from 2 to 512; got 1/],
  tolerance: 1e-12, // shares of the same counts
});

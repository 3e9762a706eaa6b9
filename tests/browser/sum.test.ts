import type { Locator } from "playwright-core";
import { divergingPalette, load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";
import { pixelsOf } from "./heatmap/heatmap-page.ts";

/** <pe-sum> alone on a page: strips, lengths and entries, compared with the module and with closed forms. */

const withSum = figureForTests("pe-sum");
const pe = await load();

const TEXT = "a chicken wants to eat my sister";
const STATE = { dModel: 512, text: TEXT };

const normsOf = async (figure: Locator, block: number) =>
  (await figure.locator(`text[data-norm="${block}"]`).allTextContents()).map(Number);

const drawingOf = async (figure: Locator) => plain((await figure.locator("svg.drawing").textContent()) ?? "");

/** The numbers of an entry, as they are read out. */
function entryIn(spoken: string): { x: number; p: number; sum: number } {
  const [, x, p, sum] = /x (-?[\d.]+) \+ P (-?[\d.]+) = (-?[\d.]+);/.exec(spoken) ?? [];
  return { x: Number(x), p: Number(p), sum: Number(sum) };
}

describe("√d · X + P", () => {
  test("√512 is 22.63, and every position vector has the length 16", async () => {
    await withSum(STATE, async (figure) => {
      const drawing = await drawingOf(figure);
      expect(drawing).toContain("√512 = 22.63");
      expect(drawing).toContain("|P| = √(d/2) = 16");
      expect(await normsOf(figure, 1)).toEqual(Array(7).fill(16));
      for (const length of await normsOf(figure, 0)) expect(Math.abs(length / 22.63 - 1)).toBeLessThan(0.1); // random
    });
  });

  test("without the factor, words have a length of about 1", async () => {
    await withSum(STATE, async (figure) => {
      const scaled = await normsOf(figure, 0);
      await figure.getByRole("checkbox", { name: "words times √d" }).click();
      await settled(figure);
      expect(await figure.getAttribute("scaling")).toBe("none");
      for (const [row, length] of (await normsOf(figure, 0)).entries())
        expect(length / ((scaled[row] as number) / Math.sqrt(512))).toBeCloseTo(1, 1); // three digits are shown
    });
  });

  test("the entry of each word and dimension is the sum of both, P by its formula", async () => {
    await withSum(STATE, async (figure, page) => {
      await figure.locator(".plot").focus();
      for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"])
        await page.keyboard.press(key);
      const spoken = await spokenBy(figure);
      expect(spoken.replace(/[\u2066-\u2069]/g, "")).toContain("“wants” at position 2, dimension 2: ");
      const { x, p, sum } = entryIn(spoken);
      expect(p).toBeCloseTo(Math.sin(2 * 10_000 ** (-2 / 512)), 4);
      expect(Math.abs(x + p - sum)).toBeLessThan(1.5e-4); // three numbers of four decimals
    });
  });

  test("a word has one vector in all places; only P differs", async () => {
    await withSum({ ...STATE, text: "you see you" }, async (figure, page) => {
      await figure.locator(".plot").focus();
      await page.keyboard.press("ArrowRight");
      const first = entryIn(await spokenBy(figure));
      await page.keyboard.press("PageDown");
      const last = entryIn(await spokenBy(figure));
      expect(last.x).toBe(first.x);
      expect([first.p, last.p]).toEqual([0, Number(Math.sin(2).toFixed(4))]);
    });
  });
});

test("put side by side, vectors are twice as wide: the word's half, then the position's", async () => {
  await withSum(STATE, async (figure, page) => {
    await figure.getByRole("radio", { name: "concatenated" }).click();
    await settled(figure);
    expect(await drawingOf(figure)).toContain("√d·x beside P: width 1024");
    expect(plain((await figure.locator(".readout").textContent()) ?? "")).toContain("1024 wide");
    await figure.locator(".plot").focus();
    for (const key of ["ArrowRight", "ArrowDown", "End"]) await page.keyboard.press(key);
    const spoken = await spokenBy(figure);
    const exact = Math.cos(10_000 ** (-510 / 512));
    expect(spoken).toContain(`dimension 1023: ${exact.toFixed(4)}, from P`);
    const norms = await Promise.all([0, 1, 2].map((block) => normsOf(figure, block)));
    for (const [row, length] of (norms[2] ?? []).entries())
      expect(Math.hypot(norms[0]?.[row] ?? 0, norms[1]?.[row] ?? 0) / length).toBeCloseTo(1, 2);
  });
});

test("the strips of positions have the colours of the module's rows", async () => {
  const palette = divergingPalette();
  await withSum({ dModel: 16, text: TEXT }, async (figure) => {
    const rows = await figure
      .locator('text[data-norm="1"]')
      .evaluateAll((nodes) =>
        nodes.map((node) => ["x", "y", "font-size"].map((name) => Number(node.getAttribute(name)))),
      );
    const { width, rgba } = await pixelsOf(figure);
    const scale = width / (await figure.locator("canvas").evaluate((node) => node.clientWidth));
    const strips = rows.map(([x = 0, y = 0, fontSize = 0]) => {
      const [left, right] = [7 * fontSize, x - 6]; // where names end and lengths begin
      const line = Math.floor((y - 0.34 * fontSize) * scale);
      return Array.from({ length: 16 }, (_, j) => {
        const at = 4 * (line * width + Math.floor((left + ((j + 0.5) / 16) * (right - left)) * scale));
        return [...rgba.subarray(at, at + 3)];
      });
    });
    const table = pe.sinusoidal({ length: 7, dModel: 16 });
    expect(strips).toHaveLength(7);
    for (const [t, strip] of strips.entries()) {
      for (const [j, colour] of strip.entries()) {
        const entry = Math.min(Math.floor(((table[t * 16 + j] as number) + 1) * 128), 255);
        const near = [entry - 1, entry, entry + 1].map((k) => String(palette.slice(4 * k, 4 * k + 3)));
        expect(near).toContain(String(colour)); // a value may lie at the edge of two colours
      }
    }
  });
});

testContract(withSum, {
  states: [
    { dModel: 16, text: "I think so" },
    { dModel: 8, text: "naïve “quotes” 👍🏽", mode: "concatenate", scaling: "none", layout: "halves" },
  ],
  bad: ["d-model", "7", /d-?[mM]odel/],
  tolerance: 3e-7, // a step of a float32 between 2 and 4: NumPy's sum is of numbers rounded later
});

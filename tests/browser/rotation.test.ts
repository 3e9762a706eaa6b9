import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { divergingPalette, load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";

/** <pe-rotation> alone on a page: its matrices, columns and numbers, compared with cosines and sines of the formula. */

const withRotation = figureForTests("pe-rotation");
const pe = await load();
const palette = divergingPalette();
const { fits } = JSON.parse(readFileSync(new URL("../fixtures/properties.json", import.meta.url), "utf8"));

type PanelName = "formula" | "fitted";

/** Fills of a panel's squares: the matrix row by row, then P(t), the product and P(t + k). */
async function fillsOf(figure: Locator, panel: PanelName): Promise<string[]> {
  return figure
    .locator(`g[data-panel=${panel}] g rect[fill^=rgb]`)
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("fill") ?? ""));
}

/** The colours that a value may have: it may lie at the edge of two. */
function coloursOf(value: number): string[] {
  const entry = (shift: number) => Math.min(Math.max(Math.floor((value + shift + 1) * 128), 0), 255);
  return [-1e-6, 0, 1e-6].map(entry).map((k) => `rgb(${[...palette.slice(4 * k, 4 * k + 3)].join(" ")})`);
}

function expectColours(fills: readonly string[], values: readonly number[]): void {
  expect(fills).toHaveLength(values.length);
  for (const [index, value] of values.entries()) expect(coloursOf(value)).toContain(fills[index]);
}

const frequency = (pair: number, dModel: number) => 10_000 ** ((-2 * pair) / dModel);

/** Row t of the interleaved encoding by the formula. */
const row = (t: number, dModel: number) =>
  Array.from({ length: dModel }, (_, j) =>
    (j % 2 === 0 ? Math.sin : Math.cos)(t * frequency(j >> 1, dModel)),
  );

/** R(k) by the formula, row by row. */
const rotation = (k: number, dModel: number) =>
  Array.from({ length: dModel ** 2 }, (_, n) => {
    const [i, j] = [Math.floor(n / dModel), n % dModel];
    const angle = k * frequency(i >> 1, dModel);
    if (i >> 1 !== j >> 1) return 0;
    if (i === j) return Math.cos(angle);
    return i % 2 === 0 ? Math.sin(angle) : -Math.sin(angle);
  });

const readout = async (figure: Locator) => plain((await figure.locator(".readout").textContent()) ?? "");
const wordsOf = async (figure: Locator, panel: PanelName) =>
  (await figure.locator(`g[data-panel=${panel}] text`).allTextContents()).map(plain);

/** A number as figures write it: 0.586, or 8.8 × 10⁻¹⁶. */
function numberAfter(text: string, before: string): number {
  expect(text).toContain(before);
  const rest = text.slice(text.indexOf(before) + before.length).trim();
  const [, digits, sign, power] = /^(-?[\d.]+)(?: × 10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(rest) ?? [];
  const exponent = Number([...(power ?? "⁰")].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join(""));
  return Number(digits?.replace(/\.$/, "")) * 10 ** (sign ? -exponent : exponent);
}

describe("with sines and cosines", () => {
  test("R(k) and R(k) P(t) have the colours of their values", async () => {
    for (const [dModel, t, k] of [
      [8, 3, 5],
      [4, 70, 9],
    ] as const) {
      await withRotation({ dModel, position: t, offset: k }, async (figure) => {
        const [from, to] = [row(t, dModel), row(t + k, dModel)];
        expectColours(await fillsOf(figure, "formula"), [...rotation(k, dModel), ...from, ...to, ...to]);
        expect(await wordsOf(figure, "formula")).not.toContain("≠");
        expect(numberAfter((await wordsOf(figure, "formula")).join(), "P(t + k):")).toBeLessThan(2e-7);
      });
    }
  });

  test("the position changes the columns, and not the matrices", async () => {
    await withRotation({ dModel: 8, position: 3, offset: 5 }, async (figure, page) => {
      const before = [await fillsOf(figure, "formula"), await fillsOf(figure, "fitted")];
      await figure.getByRole("slider", { name: "position t" }).focus();
      for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
      await settled(figure);
      expect(await figure.getAttribute("position")).toBe("7");
      const after = [await fillsOf(figure, "formula"), await fillsOf(figure, "fitted")];
      for (const panel of [0, 1]) {
        expect(after[panel]?.slice(0, 64)).toEqual(before[panel]?.slice(0, 64));
        expectColours(after[panel]?.slice(64) ?? [], [...row(7, 8), ...row(12, 8), ...row(12, 8)]);
      }
    });
  });

  test("it is orthogonal, of determinant 1, and R(a) R(b) = R(a + b)", async () => {
    await withRotation({ dModel: 16, position: 13, offset: 29 }, async (figure) => {
      const text = await readout(figure);
      expect(text).toContain("R(29): det 1.000000,");
      expect(numberAfter(text, "RᵀR - I at most")).toBeLessThan(3e-7); // entries are float32
      expect(text).toContain("R(13) R(29) - R(42)");
      expect(numberAfter(text, "- R(42) at most")).toBeLessThan(3e-7);
    });
  });

  test("the matrix fitted to rows is R(k) up to rounding", async () => {
    await withRotation({ dModel: 8, offset: 5 }, async (figure) => {
      expectColours((await fillsOf(figure, "fitted")).slice(0, 64), rotation(5, 8));
      expect(numberAfter(await readout(figure), "relative residual of")).toBeLessThan(5e-15);
    });
  });
});

describe("with half of the dimensions", () => {
  type Fit = [dModel: number, length: number, k: number, sines: string, cosines: string];
  const known = (fits.widthLengthShiftSinesCosines as Fit[]).filter(
    ([dModel, length]) => dModel === 16 && length === 512,
  );
  test.each(known)("no matrix does it: d = %i, %i rows, k = %i", async (dModel, _, k, ...expected) => {
    for (const [index, keep] of ["sines", "cosines"].entries()) {
      await withRotation({ dModel, offset: k, keep }, async (figure) => {
        const residual = numberAfter(await readout(figure), "relative residual of");
        // Three digits are shown. Directions that doubles cannot tell apart get nothing, so a little more is missed.
        expect(residual).toBeGreaterThan(Number(expected[index]) - 6e-4);
        expect(residual).toBeLessThan(Number(expected[index]) + 0.01);
        expect(await wordsOf(figure, "fitted")).toContain("≠");
        expect((await wordsOf(figure, "fitted")).join()).toContain(`${keep} only`);
      });
    }
  });

  test("only the cosines of R(k) are left", async () => {
    await withRotation({ dModel: 8, offset: 5, position: 3, keep: "sines" }, async (figure) => {
      const cosines = [0, 1, 2, 3].map((pair) => Math.cos(5 * frequency(pair, 8)));
      const left = Array.from({ length: 16 }, (_, n) => (n % 5 === 0 ? (cosines[n / 5] as number) : 0));
      const sines = (t: number) => row(t, 8).filter((_, j) => j % 2 === 0);
      const product = sines(3).map((value, pair) => value * (cosines[pair] as number));
      expectColours(await fillsOf(figure, "formula"), [...left, ...sines(3), ...product, ...sines(8)]);
      const det = cosines.reduce((result, cosine) => result * cosine, 1);
      expect(await readout(figure)).toContain(`det ${det.toFixed(6)}`);
    });
  });

  test("the choice is made by radio buttons", async () => {
    await withRotation({ dModel: 8 }, async (figure) => {
      await figure.getByRole("radio", { name: "cosines", exact: true }).check();
      await settled(figure);
      expect(await figure.getAttribute("keep")).toBe("cosines");
      expect(numberAfter(await readout(figure), "relative residual of")).toBeGreaterThan(0.2);
    });
  });
});

test("every number of both panels can be reached with the keyboard only", async () => {
  await withRotation({ dModel: 4, position: 3, offset: 5, layout: "halves" }, async (figure, page) => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return spokenBy(figure);
    };
    const matrix = pe.shiftMatrix({ method: "sinusoidal", dModel: 4, layout: "halves" }, { k: 5 });
    const [to] = [pe.sinusoidal({ dModel: 4, layout: "halves", start: 8, length: 1 })];
    await figure.locator(".plot").focus();
    await press("Home", "ArrowRight", "ArrowRight");
    const spoken = await press("ArrowRight", "ArrowLeft");
    expect(spoken).toMatch(/^R\(5\), row 0, column 2: /);
    expect(Math.fround(Number(spoken.split(": ")[1]))).toBe(matrix[2]);
    const last = await press("End", "PageDown");
    expect(last).toMatch(/^P\(8\), position 8, dimension 3: /);
    expect(Math.fround(Number(last.split(": ")[1]))).toBe(to?.[3]);
    expect(await press("ArrowLeft")).toMatch(/^R̂\(5\) P\(3\), position 8, dimension 3: /);
    expect(await figure.locator(".cursor rect").count()).toBe(2);
  });
});

test("a pointer reads the cell under it", async () => {
  await withRotation({ dModel: 8 }, async (figure) => {
    const box = await figure.locator("g[data-panel=formula] g rect").nth(9).boundingBox();
    if (!box) throw new Error("no cell");
    await figure.page().mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await settled(figure);
    expect(await readout(figure)).toMatch(/^R\(5\), row 1, column 1: 0\.28366/);
  });
});

testContract(withRotation, {
  states: [
    { dModel: 8, position: 3, offset: 5 },
    { dModel: 6, base: 100, position: 4, offset: 2, keep: "sines", layout: "halves" },
    { dModel: 6, base: 100, position: 4, offset: 2, keep: "cosines" },
  ],
  bad: ["offset", "1.5", /offset must be a whole number/],
  tolerance: 1e-6, // R(k) and rows are float32
});

import type { Locator } from "playwright-core";
import { divergingPalette, load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, rowsOf, settled, spokenBy } from "./harness/figure-page.ts";
import { pixelsOf } from "./heatmap/heatmap-page.ts";

/** <pe-similarity> alone on a page: points, curve, pixels and words, compared with sums of products of rows. */

const withSimilarity = figureForTests("pe-similarity");
const pe = await load();

const STATE = { dModel: 128, positions: "0 100", marks: "30 70" };
const table = pe.sinusoidal({ length: 100, dModel: 128 });
const row = (t: number) => table.subarray(t * 128, (t + 1) * 128);
const product = (t: number, s: number) =>
  row(t).reduce((sum, value, j) => sum + value * (row(s)[j] as number), 0);
const apart = (t: number, s: number) =>
  Math.hypot(...row(t).map((value, j) => value - (row(s)[j] as number)));

/** From CSS pixels of the drawing to offset and value, by its own axes. */
async function scalesOf(
  figure: Locator,
): Promise<{ offset: (x: number) => number; value: (y: number) => number }> {
  const levels = await figure.locator("path[data-level]").evaluateAll((nodes) =>
    nodes.map((node) => {
      const [left = 0, y = 0, right = 0] =
        node
          .getAttribute("d")
          ?.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return { level: Number(node.getAttribute("data-level")), left, right, y };
    }),
  );
  const [first, last] = [levels[0], levels.at(-1)];
  if (!first || !last) throw new Error("the curve has no levels");
  return {
    offset: (x) => ((x - first.left) / (first.right - first.left)) * 198 - 99,
    value: (y) => first.level + ((y - first.y) / (last.y - first.y)) * (last.level - first.level),
  };
}

/** The points of a compared position, as offset and value. */
async function pointsOf(
  figure: Locator,
  index: number,
): Promise<(readonly [offset: number, value: number])[]> {
  const { offset, value } = await scalesOf(figure);
  const marks = (await figure.locator(`g[data-row="${index}"] path`).getAttribute("d")) ?? "";
  const places = Array.from(marks.matchAll(/M([\d.]+) ([\d.]+)/g), ([, x, y]) => [Number(x), Number(y)]);
  return places.map(([x = 0, y = 0]) => [offset(x), value(y)] as const);
}

describe("by offset", () => {
  test("the products of two positions' rows are drawn at their values", async () => {
    await withSimilarity(STATE, async (figure) => {
      for (const [index, t] of [30, 70].entries()) {
        const points = await pointsOf(figure, index);
        expect(points.length).toBeGreaterThan(40);
        for (const [offset, value] of points) {
          expect(Math.abs(offset - Math.round(offset))).toBeLessThan(0.01);
          expect(value).toBeCloseTo(product(t, t + Math.round(offset)), 1); // 0.01 of 460 pixels that stand for 64
        }
      }
    });
  });

  test("another position moves its points along the same curve", async () => {
    await withSimilarity(STATE, async (figure, page) => {
      const curve = () => figure.locator("path.curve").getAttribute("d");
      const before = [await curve(), await pointsOf(figure, 1)] as const;
      await figure.getByRole("slider", { name: "position t₂" }).focus();
      for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
      await settled(figure);
      expect(await figure.getAttribute("marks")).toBe("30 75");
      expect(await curve()).toBe(before[0]);
      const after = await pointsOf(figure, 1);
      expect(after).not.toEqual(before[1]);
      expect(Math.min(...after.map(([offset]) => offset))).toBeLessThan(-70);
      for (const [offset, value] of after) expect(value).toBeCloseTo(product(75, 75 + Math.round(offset)), 1);
    });
  });

  test("at offset 0 the product is |P|² = d/2", async () => {
    for (const dModel of [128, 512]) {
      await withSimilarity({ ...STATE, dModel }, async (figure) => {
        const drawing = plain((await figure.locator("svg.drawing").textContent()) ?? "");
        expect(drawing).toContain(`|P|² = d/2 = ${dModel / 2}`);
      });
    }
  });

  test("the figure states the difference between the rows' products and the formula", async () => {
    await withSimilarity(STATE, async (figure) => {
      const text = plain((await figure.locator(".readout").textContent()) ?? "");
      const [, digits, power] = /within ([\d.]+) × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹])/.exec(text) ?? [];
      const said = Number(digits) * 10 ** -"⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(power ?? "");
      let farthest = 0;
      for (const t of [30, 70]) {
        for (let s = 0; s < 100; s++) {
          let formula = 0;
          for (let i = 0; i < 64; i++) formula += Math.cos((s - t) * 10_000 ** (-i / 64));
          farthest = Math.max(farthest, Math.abs(product(t, s) - formula));
        }
      }
      expect(said / farthest).toBeCloseTo(1, 1); // two digits are shown
    });
  });
});

test("the distance by its formula, Σ 2(1 − cos ω k), is the distance of the rows", async () => {
  await withSimilarity({ ...STATE, measure: "distance" }, async (figure) => {
    for (const [offset, value] of await pointsOf(figure, 0))
      expect(value).toBeCloseTo(apart(30, 30 + Math.round(offset)), 1);
    await figure.locator(".plot").focus();
    for (const key of ["PageDown", "ArrowRight", "ArrowRight", "ArrowRight", "PageDown"])
      await figure.page().keyboard.press(key);
    const spoken = await spokenBy(figure);
    expect(spoken).toMatch(/^positions 10 and 3, offset -7: /);
    const [rows, formula] = Array.from(spoken.matchAll(/= (\d+\.\d{4})/g), ([, number]) => Number(number));
    let sum = 0;
    for (let i = 0; i < 64; i++) sum += 2 * (1 - Math.cos(7 * 10_000 ** (-i / 64)));
    expect(rows).toBeCloseTo(apart(10, 3), 4);
    expect(formula).toBeCloseTo(Math.sqrt(sum), 4);
  });
});

describe("the matrix", () => {
  const share = {
    dot: (t: number, s: number) => product(t, s) / 64,
    distance: (t: number, s: number) => apart(t, s) / 16,
  };
  test.each(["dot", "distance"] as const)("every cell has the colour of its %s", async (measure) => {
    const palette = divergingPalette();
    await withSimilarity({ ...STATE, measure, view: "matrix" }, async (figure) => {
      const { width, height, rgba } = await pixelsOf(figure);
      expect(width).toBe(height);
      for (const [t, s] of [
        [0, 0],
        [0, 99],
        [99, 0],
        [13, 57],
        [40, 41],
        [80, 20],
      ] as const) {
        const [x, y] = [s, t].map((cell) => Math.floor(((cell + 0.5) / 100) * width)) as [number, number];
        const entry = Math.min(255, Math.floor(128 * (share[measure](t, s) + 1)));
        const colours = [entry - 1, entry, entry + 1].map((k) => String(palette.slice(4 * k, 4 * k + 3)));
        const at = 4 * (y * width + x);
        expect(colours).toContain(String([...rgba.subarray(at, at + 3)])); // a share may lie at the edge of two colours
      }
    });
  });

  test("every cell can be reached with the keyboard only, and the table follows", async () => {
    await withSimilarity({ ...STATE, view: "matrix" }, async (figure, page) => {
      await figure.getByRole("button", { name: "Values" }).click();
      await figure.locator(".plot").focus();
      await page.keyboard.press("End");
      for (const key of ["End", "PageDown", "ArrowDown"]) await page.keyboard.press(key);
      expect(await spokenBy(figure)).toContain(
        `positions 11 and 99, offset 88: P(11) · P(99) = ${product(11, 99).toFixed(4)}`,
      );
      const current = await figure.locator('[part=panel] td[aria-current="true"]').textContent();
      expect(Number(current)).toBeCloseTo(product(11, 99), 5);
      expect((await rowsOf(figure.locator("[part=panel] table"))).map(([name]) => name)).toContain("11");
    });
  });

  test("a pointer reads the cell under it", async () => {
    await withSimilarity({ ...STATE, view: "matrix" }, async (figure) => {
      const box = await figure.locator("canvas").boundingBox();
      if (!box) throw new Error("the matrix is not drawn");
      await figure.page().mouse.move(box.x + (20.5 / 100) * box.width, box.y + (64.5 / 100) * box.height);
      await settled(figure);
      expect(await figure.locator(".readout").textContent()).toContain("positions 64 and 20");
    });
  });
});

testContract(withSimilarity, {
  states: [
    { ...STATE, positions: "3 20" },
    { dModel: 6, positions: "3 12", measure: "distance", view: "matrix" },
  ],
  bad: ["positions", "5", /positions must be two whole numbers/],
  tolerance: 1e-12, // doubles, summed in another order
});

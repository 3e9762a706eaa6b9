import type { Locator } from "playwright-core";
import { load } from "posenc";
import { describe, expect, test } from "vitest";
import { axeLightAndDark } from "./harness/axe.ts";
import { figureForTests, plain, rowsOf, settled, spokenBy, WARNING } from "./harness/figure-page.ts";
import { runNumpy } from "./harness/numpy.ts";
import { copied, csvValues, npyMatrix, runJavaScript, saved } from "./harness/shared-numbers.ts";

/** <pe-clock> alone on a page: its hands, arcs and words, compared with the formula. */

const withClock = figureForTests("pe-clock");
const pe = await load();

/** Angles of the drawing, in radians clockwise from upright, to within its 0.01 pixels on a radius of 60 or more. */
const CLOSE = 2e-4;

/** A path's numbers. */
const numbersIn = (d: string | null) => (d ?? "").match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];

/** The angle at which a hand of each dial points, and the angle that its arc spans. */
async function anglesOf(figure: Locator): Promise<{ pair: number; hand: number; turn: number }[]> {
  const dials = await figure.locator("g[data-pair]").evaluateAll((nodes) =>
    nodes.map((node) => ({
      pair: Number(node.getAttribute("data-pair")),
      hand: node.querySelector(".hand path")?.getAttribute("d") ?? null,
      rim: node.querySelector(".rim")?.getAttribute("d") ?? null,
    })),
  );
  return dials.map(({ pair, hand, rim }) => {
    const [, , x = 0, y = 0] = numbersIn(hand);
    const [fromX = 0, fromY = 0, , , , , sweep, toX = 0, toY = 0] = numbersIn(rim);
    const turn = Math.atan2(toX, -toY) - Math.atan2(fromX, -fromY);
    expect(sweep).toBe(Math.sin(turn) < 0 ? 0 : 1);
    return { pair, hand: Math.atan2(x, -y), turn: Math.atan2(Math.sin(turn), Math.cos(turn)) };
  });
}

const frequency = (pair: number, dModel: number, base = 10_000) => base ** ((-2 * pair) / dModel);
const expectAngle = (angle: number, expected: number) =>
  expect(Math.abs(Math.sin((angle - expected) / 2))).toBeLessThan(CLOSE / 2);

describe("the picture", () => {
  test("there is one hand for each pair, at its own angle", async () => {
    await withClock({ dModel: 16, position: 37 }, async (figure) => {
      const dials = await anglesOf(figure);
      expect(dials.map(({ pair }) => pair)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      for (const { pair, hand } of dials) expectAngle(hand, 37 * frequency(pair, 16));
    });
  });

  test("from one position to the next every hand rotates by its own angle, fast ones first", async () => {
    await withClock({ dModel: 16, position: 4 }, async (figure) => {
      await figure.getByRole("button", { name: "+1" }).click();
      await expect.poll(async () => (await anglesOf(figure))[0]?.hand).toBeCloseTo(5 - 2 * Math.PI, 3);
      const dials = await anglesOf(figure);
      for (const { pair, hand, turn } of dials) {
        expectAngle(hand, 5 * frequency(pair, 16));
        expectAngle(turn, frequency(pair, 16));
      }
      const texts = await figure.locator("g[data-pair] text.sector").allTextContents();
      expect(texts.map((text) => Number.parseFloat(text))).toEqual(
        dials.map(({ pair }) => Number(((frequency(pair, 16) * 180) / Math.PI).toPrecision(3))),
      );
    });
  });

  test("a step back rotates them back", async () => {
    await withClock({ dModel: 8, position: 5 }, async (figure) => {
      await figure.getByRole("button", { name: "−1" }).click();
      await expect.poll(async () => (await anglesOf(figure))[0]?.hand).toBeCloseTo(4 - 2 * Math.PI, 3);
      for (const { pair, turn } of await anglesOf(figure)) expectAngle(turn, -frequency(pair, 8));
      expect(await figure.getAttribute("position")).toBe("4");
    });
  });

  test("the projections of a hand on the axes are the table's sine and cosine", async () => {
    await withClock({ dModel: 6, layout: "halves", position: 11 }, async (figure) => {
      const row = pe.sinusoidal({ dModel: 6, layout: "halves", start: 11, length: 1 });
      const bars = await figure.locator("path[data-dimension]").evaluateAll((nodes) =>
        nodes.map((node) => ({
          dimension: Number(node.getAttribute("data-dimension")),
          d: node.getAttribute("d"),
          radius: Number(node.parentElement?.querySelector("circle")?.getAttribute("r")),
        })),
      );
      expect(bars.map(({ dimension }) => dimension)).toEqual([0, 3, 1, 4, 2, 5]);
      for (const { dimension, d, radius } of bars) {
        const [, , end = Number.NaN] = numbersIn(d);
        const value = dimension < 3 ? end / radius : -end / radius;
        expect(Math.abs(value - (row[dimension] as number))).toBeLessThan(CLOSE);
      }
      const names = (await figure.locator("g[data-pair] text").allTextContents()).map(plain);
      expect(names).toContain(`j = 3: cos ${row[3]?.toFixed(3)}`);
    });
  });

  test.each([2, 16, 50, 512])("|P|² = d/2 at every position, d = %i", async (dModel) => {
    for (const position of [0, 1, 12_345]) {
      await withClock({ dModel, position }, async (figure) => {
        const row = pe.sinusoidal({ dModel, start: position, length: 1 });
        const norm = row.reduce((sum, value) => sum + value * value, 0);
        expect(await figure.locator("text[data-norm]").textContent()).toBe(`|P|² = ${norm.toFixed(4)} = d/2`);
        expect(norm.toFixed(4)).toBe((dModel / 2).toFixed(4));
      });
    }
  });

  test("more than eight pairs are shown from the first to the last", async () => {
    await withClock({ dModel: 512, position: 3 }, async (figure) => {
      const dials = await anglesOf(figure);
      expect(dials.map(({ pair }) => pair)).toEqual([0, 36, 73, 109, 146, 182, 219, 255]);
      for (const { pair, hand } of dials) expectAngle(hand, 3 * frequency(pair, 512));
      expect(await figure.locator("svg.drawing text").first().textContent()).toContain("8 of 256 pairs");
    });
  });
});

describe("by hand", () => {
  test("dragging a hand changes the position", async () => {
    await withClock({ dModel: 8, position: 0 }, async (figure, page) => {
      const face = await figure.locator("g[data-pair='1'] circle").first().boundingBox();
      if (!face) throw new Error("no dial");
      const [x, y, r] = [face.x + face.width / 2, face.y + face.height / 2, 0.8 * (face.width / 2)];
      await page.mouse.move(x, y - r);
      await page.mouse.down();
      for (let angle = 0; angle <= 2 * Math.PI + 0.001; angle += Math.PI / 8) {
        await page.mouse.move(x + r * Math.sin(angle), y - r * Math.cos(angle));
      }
      await page.mouse.up();
      await settled(figure);
      expect(await figure.getAttribute("position")).toBe("63"); // a whole turn at 0.1 radians a position
    });
  });

  test("keys choose a dial and make steps, and the live region reports both", async () => {
    await withClock({ dModel: 16, position: 3 }, async (figure, page) => {
      await figure.locator(".plot").focus();
      const expectSpoken = async (keys: readonly string[], text: RegExp) => {
        for (const key of keys) await page.keyboard.press(key);
        await expect.poll(() => spokenBy(figure)).toMatch(text); // hands take a moment to come to rest
      };
      await expectSpoken(["ArrowRight", "ArrowRight"], /^position 3, dimensions 2 and 3: sin /);
      const row = pe.sinusoidal({ dModel: 16, start: 3, length: 1 });
      const values = `dimensions 14 and 15: sin ${row[14]?.toFixed(3)}, cos ${row[15]?.toFixed(3)}`;
      await expectSpoken(["End"], new RegExp(values));
      await expectSpoken(["PageUp", "ArrowDown"], /^position 12, dimensions 14 and 15: /);
      await expectSpoken(["Home"], /^position 12, dimensions 0 and 1: sin -0\.537/);
      expect(await figure.locator(".cursor > *").count()).toBe(1);
    });
  });

  test("Play makes step after step until it is paused", async () => {
    await withClock({ dModel: 4 }, async (figure, page) => {
      const position = async () => Number((await figure.getAttribute("position")) ?? 0);
      await page.waitForTimeout(300);
      expect(await position()).toBe(0);
      await figure.getByRole("button", { name: "Play" }).click();
      await expect.poll(position).toBeGreaterThan(1);
      await figure.getByRole("button", { name: "Pause" }).click();
      await settled(figure);
      const rest = await position();
      await page.waitForTimeout(1500);
      expect(await position()).toBe(rest);
    });
  });

  test("with reduced motion, steps are not animated", async () => {
    await withClock(
      { dModel: 8, position: 7 },
      async (figure) => {
        await figure.getByRole("button", { name: "+1" }).click();
        await settled(figure);
        for (const { pair, hand } of await anglesOf(figure)) expectAngle(hand, 8 * frequency(pair, 8));
      },
      { reducedMotion: "reduce" },
    );
  });

  test("a wrong position leaves the last good picture, and a note says what is allowed", async () => {
    await withClock(
      { dModel: 8, position: 7 },
      async (figure) => {
        for (const wrong of ["-1", "2.5", "x", "1e9"]) {
          await figure.evaluate((node, text) => node.setAttribute("position", text), wrong);
          await settled(figure);
          expect(await figure.locator(".note").textContent()).toContain("whole number from 0");
          for (const { pair, hand } of await anglesOf(figure)) expectAngle(hand, 7 * frequency(pair, 8));
        }
      },
      { expected: WARNING },
    );
  });
});

test("Share and Values give the numbers of the picture", async () => {
  await withClock({ dModel: 10, base: 500, position: 21 }, async (figure) => {
    const row = [...pe.sinusoidal({ dModel: 10, base: 500, start: 21, length: 1 })];
    await figure.getByRole("button", { name: "Values" }).click();
    const cells = await rowsOf(figure.locator("table"));
    expect(cells.flatMap((cell) => [Math.fround(Number(cell[3])), Math.fround(Number(cell[5]))])).toEqual(
      row,
    );
    await figure.getByRole("button", { name: "Share" }).click();
    expect(npyMatrix(await saved(figure, ".npy"))).toEqual({ shape: [1, 10], values: row });
    expect(csvValues(await saved(figure, "CSV")).map(Math.fround)).toEqual(row);
    expect(await runNumpy(await copied(figure, "NumPy"), "values")).toEqual({ shape: [1, 10], values: row });
    expect(await runJavaScript(await copied(figure, "JavaScript"), "values")).toEqual(row);
    expect(await copied(figure, "Tag")).toMatch(
      /<pe-clock d-model="10" base="500".* position="21"><\/pe-clock>$/,
    );
    expect(await copied(figure, "Link")).toMatch(/#pe-clock\?.*dModel=10&base=500&.*position=21$/);
    expect((await saved(figure, "SVG")).toString()).toContain("position 21");
  });
});

test("axe finds no violation, light and dark, with all panels open", async () => {
  await withClock({ dModel: 16, position: 3 }, async (figure, page) => {
    for (const name of ["Values", "Share"]) await figure.getByRole("button", { name }).click();
    expect(await axeLightAndDark(page, "pe-clock")).toEqual([]);
  });
});

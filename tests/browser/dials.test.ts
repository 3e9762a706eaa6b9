import type { Locator, Page } from "playwright-core";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { axeLightAndDark } from "./harness/axe.ts";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, settled, smallestText, spokenBy } from "./harness/figure-page.ts";

/** <pe-dials> alone on a page: hands and score, compared with complex numbers, and moves of one word and of both. */

const withDials = figureForTests("pe-dials");
const pe = await load();

const scoreOf = async (figure: Locator) =>
  Number(await figure.locator("[data-score]").getAttribute("data-score"));

const positionsOf = (figure: Locator) =>
  figure.evaluate((node) => {
    const { query, key } = node as unknown as { query: number; key: number };
    return { query, key };
  });

const slideTo = async (figure: Locator, name: string, value: number) => {
  await figure.getByRole("slider", { name }).fill(String(value));
  await settled(figure);
};

/** The end of a hand and the middle of its dial, CSS pixels of the page. */
async function handOf(figure: Locator, dial: number, hand: "q" | "k") {
  const group = figure.locator(`[data-pair="${dial}"]`);
  const [face, tip] = await Promise.all([
    group.locator("circle").first().boundingBox(),
    group.locator(`[data-hand="${hand}"] circle`).boundingBox(),
  ]);
  if (!face || !tip) throw new Error("no hand");
  return {
    middle: { x: face.x + face.width / 2, y: face.y + face.height / 2 },
    tip: { x: tip.x + tip.width / 2, y: tip.y + tip.height / 2 },
    radius: face.width / 2,
  };
}

/** Turns the pointer around the middle of a dial, counterclockwise. */
async function turn(
  page: Page,
  { x, y }: { x: number; y: number },
  from: { x: number; y: number },
  radians: number,
): Promise<void> {
  const [radius, start] = [Math.hypot(from.x - x, from.y - y), Math.atan2(y - from.y, from.x - x)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++) {
    const angle = start + (radians * step) / 12;
    await page.mouse.move(x + radius * Math.cos(angle), y - radius * Math.sin(angle));
  }
  await page.mouse.up();
}

/** A rotation in float32 is within 1.75 · 2^-24 of the pair's length, and a score sums four products of two such pairs. */
const ROUNDING = 8 * 2 ** -24 * 4;

describe("the score", () => {
  test("stands still if both words move, and changes if one does", async () => {
    await withDials({}, async (figure) => {
      const before = await scoreOf(figure);
      const drawn = await figure.locator("text.score").textContent();
      for (const position of [13, 40, 99]) {
        await slideTo(figure, "move both words", position);
        expect(await positionsOf(figure)).toEqual({ query: position, key: position - 5 });
        expect(Math.abs((await scoreOf(figure)) - before)).toBeLessThan(ROUNDING);
        expect(await figure.locator("text.score").textContent()).toBe(drawn);
      }
      await slideTo(figure, "move the key only", 60);
      expect(await positionsOf(figure)).toEqual({ query: 99, key: 60 });
      expect(Math.abs((await scoreOf(figure)) - before)).toBeGreaterThan(0.01);
    });
  });

  test("both stay at positions from 0 on", async () => {
    await withDials({ query: 9, key: 20 }, async (figure) => {
      await slideTo(figure, "move both words", 0);
      expect(await positionsOf(figure)).toEqual({ query: 0, key: 11 });
    });
    await withDials({ query: 20, key: 9 }, async (figure) => {
      await slideTo(figure, "move both words", 0);
      expect(await positionsOf(figure)).toEqual({ query: 11, key: 0 });
    });
  });

  test("is the sum of the products of four pairs that turn by position times frequency", async () => {
    const matrixAt = (state: Record<string, number>) =>
      withDials(state, (figure) =>
        figure.evaluate((node) => [...(node as unknown as { array(): { values: number[] } }).array().values]),
      );
    const plain = await matrixAt({ query: 0, key: 0 });
    const turned = await matrixAt({ query: 37, key: 21 });
    let sum = 0;
    for (let pair = 0; pair < 4; pair++) {
      const frequency = 100 ** (-pair / 4);
      const [qx = 0, qy = 0, kx = 0, ky = 0] = plain.slice(5 * pair);
      const rotated = (x: number, y: number, angle: number) => [
        x * Math.cos(angle) - y * Math.sin(angle),
        x * Math.sin(angle) + y * Math.cos(angle),
      ];
      const expected = [...rotated(qx, qy, 37 * frequency), ...rotated(kx, ky, 21 * frequency)];
      for (const [column, value] of expected.entries())
        expect(Math.abs((turned[5 * pair + column] as number) - value)).toBeLessThan(
          2.5 * 2 ** -24 + 2 ** -24,
        );
      sum += turned[5 * pair + 4] as number;
    }
    await withDials({ query: 37, key: 21 }, async (figure) =>
      expect(Math.abs((await scoreOf(figure)) - sum)).toBeLessThan(ROUNDING),
    );
    expect([
      ...pe.frequencies({ method: "rope", headDim: 8, base: 100, pairing: "interleaved" }),
    ]).toHaveLength(4);
  });
});

describe("by hand", () => {
  test("the key's hand moves the key, the face of a dial both", async () => {
    await withDials({ query: 30, key: 20 }, async (figure, page) => {
      const key = await handOf(figure, 1, "k");
      await turn(page, key.middle, key.tip, Math.PI / 2);
      await settled(figure);
      // A quarter turn at 0.316 radians a step is 4.97 steps.
      expect(await positionsOf(figure)).toEqual({ query: 30, key: 25 });
      const { middle, tip, radius } = await handOf(figure, 2, "q");
      const away = Math.atan2(middle.y - tip.y, tip.x - middle.x);
      const opposite = {
        x: middle.x - 0.3 * radius * Math.cos(away),
        y: middle.y + 0.3 * radius * Math.sin(away),
      };
      await turn(page, middle, opposite, 1);
      await settled(figure);
      expect(await positionsOf(figure)).toEqual({ query: 40, key: 35 }); // 1 radian at 0.1 a step
    });
  });

  test("keys choose a dial, move both, and with Shift the key alone", async () => {
    await withDials({}, async (figure, page) => {
      await figure.locator(".plot").focus();
      await page.keyboard.press("ArrowRight");
      expect(await spokenBy(figure)).toMatch(/^Pair 0, 1 radians a step, query at 12, key at 7: /);
      await page.keyboard.press("ArrowUp");
      expect(await positionsOf(figure)).toEqual({ query: 13, key: 8 });
      await page.keyboard.press("PageUp");
      expect(await positionsOf(figure)).toEqual({ query: 23, key: 18 });
      await page.keyboard.press("Shift+ArrowDown");
      expect(await positionsOf(figure)).toEqual({ query: 23, key: 17 });
      await page.keyboard.press("End");
      expect(await spokenBy(figure)).toMatch(/^Pair 3, 0\.0316 radians a step, query at 23, key at 17/);
    });
  });
});

test.each([296, 1280])("no text is smaller than 13 px at %i px", async (width) => {
  await withDials(
    {},
    async (figure) => {
      await expect.poll(() => smallestText(figure)).toBeGreaterThanOrEqual(13);
    },
    { width },
  );
});

test("axe finds nothing, light and dark", async () => {
  await withDials({}, async (_, page) => expect(await axeLightAndDark(page, "main")).toEqual([]));
});

testContract(withDials, {
  states: [
    { query: 40, key: 3 },
    { query: 3, key: 100_000, base: 10_000, seed: 5 },
  ],
  bad: ["query", "-1", /query must be a whole number from 0 to 16777215/],
  tolerance: 4e-7, // float32 rotations, and products of two of them
});

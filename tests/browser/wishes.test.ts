/** <pe-wishes> alone on a page: numbers of a word, lamps by plain loops, and wheels that turn into waves. */
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations } from "./harness/axe.ts";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";

const withWishes = figureForTests("pe-wishes");
const WORDS = 64;

const lampsOf = (figure: Locator, way: number) =>
  figure
    .locator(`[data-lamp="${way}"]`)
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("data-holds")));
const cellsOf = async (figure: Locator, way: number) => {
  const texts = await figure
    .locator(`g[data-way="${way}"] rect + text`)
    .evaluateAll((nodes) => nodes.map((node) => node.textContent ?? ""));
  return texts.map((text) => Number(plain(text)));
};
const clauseOf = async (figure: Locator, way: number) =>
  plain((await figure.locator(`[data-clause="${way}"]`).textContent()) ?? "");

const bits = (word: number) => Array.from({ length: 8 }, (_, wheel) => Math.floor(word / 2 ** wheel) % 2);
const wave = (wheel: number, word: number) =>
  0.5 - 0.5 * Math.sin((2 * Math.PI * (word + 0.5)) / 2 ** (wheel + 1));
const distance = (a: readonly number[], b: readonly number[]) =>
  Math.sqrt(a.reduce((sum, value, j) => sum + (value - (b[j] as number)) ** 2, 0));

/** The shortest and the longest step of the wheels over the text. */
function stepsOf(row: (word: number) => readonly number[]): [number, number] {
  const steps = Array.from({ length: WORDS - 1 }, (_, word) => distance(row(word), row(word + 1)));
  return [Math.min(...steps), Math.max(...steps)];
}
const rough = (value: number) => String(Number(value.toPrecision(3)));

test.each([0, 5, 13, 63])("each way has its own numbers of word %i", async (word) => {
  await withWishes({ word }, async (figure) => {
    expect(await cellsOf(figure, 0)).toEqual([word]);
    expect(await cellsOf(figure, 1)).toEqual([Number(((2 * word) / 63 - 1).toFixed(2))]);
    expect(await cellsOf(figure, 2)).toEqual(Array.from({ length: 8 }, (_, at) => Number(at === word)));
    expect(await cellsOf(figure, 3)).toEqual(bits(word));
    const waves = [1, 0.1, 0.01, 0.001].flatMap((omega) => [Math.sin(word * omega), Math.cos(word * omega)]);
    for (const [at, value] of (await cellsOf(figure, 4)).entries())
      expect(Math.abs(value - (waves[at] as number))).toBeLessThanOrEqual(0.0051); // two decimals
  });
});

describe("the lamps", () => {
  test("one wish fails for each naive way, with the number that decides", async () => {
    await withWishes({}, async (figure) => {
      const expected: [string[], string][] = [
        [["true", "true", "false", "true"], "word 63 is 63 times as large as word 1"],
        [
          ["true", "false", "true", "true"],
          `a step is ${rough(2 / 63)}, but ${rough(2 / 127)} in a text twice as long`,
        ],
        [["true", "true", "true", "false"], "8 numbers, 8 words"],
        [["true", "false", "true", "true"], `neighbours are from 1 to ${rough(stepsOf(bits)[1])} apart`],
        [["true", "true", "true", "true"], "keeps all four"],
      ];
      for (const [way, [lamps, clause]] of expected.entries()) {
        expect(await lampsOf(figure, way)).toEqual(lamps);
        expect(await clauseOf(figure, way)).toBe(clause);
      }
      expect(stepsOf(bits)[1]).toBe(Math.sqrt(6)); // from 31 to 32 all six digits change
    });
  });

  test("round wheels alone do not make equal steps", async () => {
    await withWishes({ corners: 1 }, async (figure) => {
      const [least, most] = stepsOf((word) => Array.from({ length: 8 }, (_, wheel) => wave(wheel, word)));
      expect(most).toBeGreaterThan(least);
      expect(await clauseOf(figure, 3)).toBe(`neighbours are from ${rough(least)} to ${rough(most)} apart`);
      expect(await lampsOf(figure, 3)).toEqual(["true", "false", "true", "true"]);
    });
  });

  test("the verdicts on the waves can be kept back", async () => {
    await withWishes({ "hide-waves": "" }, async (figure) => {
      expect(await lampsOf(figure, 4)).toEqual(["hidden", "hidden", "hidden", "hidden"]);
      expect(await clauseOf(figure, 4)).toBe("which wishes does it keep? Read on");
      await figure.locator(".plot").press("ArrowDown");
      for (let n = 0; n < 4; n++) await figure.locator(".plot").press("ArrowDown");
      const spoken = await spokenBy(figure);
      expect(spoken).toContain("Not told yet.");
      expect(spoken).not.toMatch(/Yes|No:/);
    });
  });
});

test("a wave is above one half exactly where the digit is 1, however round the corners are", async () => {
  await withWishes({}, async (figure) => {
    const wheels = (corners: number) =>
      figure.evaluate(async (node, corners) => {
        Object.assign(node, { corners });
        await (node as unknown as { updateComplete: Promise<boolean> }).updateComplete;
        return [...(node as unknown as { array(): { values: Float64Array } }).array().values];
      }, corners);
    const digits = await wheels(0);
    expect(digits).toEqual(Array.from({ length: WORDS }, (_, word) => bits(word)).flat());
    for (const corners of [0.2, 0.7, 1])
      expect((await wheels(corners)).map((value) => Number(value > 0.5))).toEqual(digits);
    const waves = Array.from({ length: 8 * WORDS }, (_, n) => wave(n % 8, Math.floor(n / 8)));
    for (const [n, value] of (await wheels(1)).entries()) expect(value).toBeCloseTo(waves[n] as number, 12);
  });
});

test("sliders, a drag among the wheels, and keys work; axe finds nothing", async () => {
  await withWishes({}, async (figure, page) => {
    await figure.getByRole("slider", { name: "word" }).fill("31");
    await settled(figure);
    expect(await cellsOf(figure, 3)).toEqual(bits(31));
    const wheels = await figure.locator(".wheels").boundingBox();
    const line = await figure.locator('[data-wheel="3"]').boundingBox();
    if (!wheels || !line) throw new Error("there are no wheels");
    await page.mouse.click(line.x + (40.5 / WORDS) * line.width, line.y + line.height / 2);
    await settled(figure);
    expect(await figure.evaluate((node) => (node as unknown as { word: number }).word)).toBe(40);
    await figure.locator(".plot").press("Home");
    expect(await spokenBy(figure)).toContain("count: 40. Does each word get numbers of its own? Yes:");
    expect(await axeViolations(page, "main")).toEqual([]);
  });
});

testContract(withWishes, {
  states: [{ word: 20 }, { corners: 0.4 }, { corners: 1, "hide-waves": "" }],
  bad: ["word", "64", /word must be a whole number from 0 to 63; got 64/],
  tolerance: 1e-12, // sines and tangents of two languages, some units of a double
});

import { describe, expect, test } from "vitest";
import { LAYER } from "./attention-oracle.ts";
import {
  attentionForTests,
  CLOSE,
  expectNumbers,
  numbersOf,
  type,
  verdictsOf,
  withAttention,
} from "./attention-page.ts";

/** Sentences of any kind in <pe-attention>, and what it says of them. */

const opened = attentionForTests();

describe("sentences", () => {
  const cases: [name: string, first: string, second: string, verdict: RegExp][] = [
    ["nothing", "", "  ", /^Type two sentences/],
    ["one word twice", "John", "John", /same sentence twice/],
    ["the same word again and again", "no no no", "no no no", /same sentence twice/],
    ["other words", "John likes Jane", "John likes tea", /differ in their words.*Jane.*against.*tea/],
    ["another length", "John likes Jane", "John sleeps", /^3 and 2 tokens/],
    ["another count of the same words", "no no yes", "no yes yes", /differ in their words/],
  ];
  test("of all kinds get a verdict, and a drawing without NaN", async () => {
    await withAttention(opened, {}, async (figure) => {
      for (const [name, first, second, verdict] of cases) {
        await type(figure, 0, first);
        await type(figure, 1, second);
        expect((await verdictsOf(figure))[0], name).toMatch(verdict);
        const drawing = await figure.locator("svg.drawing").evaluate((svg) => svg.outerHTML);
        expect(drawing, name).not.toMatch(/NaN|Infinity/);
      }
    });
  });

  test("a typed sentence changes the numbers, and its tokens are counted", async () => {
    await withAttention(opened, {}, async (figure, page) => {
      const before = await numbersOf(figure);
      await figure.getByRole("textbox").first().click();
      await page.keyboard.press("End");
      await page.keyboard.type(" now");
      await type(figure, 1, "now Jane likes John");
      await expectNumbers(figure, ["John likes Jane now", "now Jane likes John"], LAYER);
      expect(await numbersOf(figure)).not.toEqual(before);
      expect(await figure.locator(".sentence output").first().textContent()).toBe("4 tokens");
    });
  });

  test("composed and decomposed letters are one word", async () => {
    await withAttention(opened, { first: "caf\u00e9 ole", second: "ole cafe\u0301" }, async (figure) => {
      const [without] = await numbersOf(figure);
      expect(without).toBeLessThanOrEqual(CLOSE);
    });
  });
});

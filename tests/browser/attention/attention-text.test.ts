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

/** Sentences of any kind and size in <pe-attention>. */

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

  test("a typed sentence moves the numbers, and is counted in tokens", async () => {
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

  const HOSTILE = `<img src=x onerror="alert(1)"> {{7*7}} </script> שלום \u202Eevil\u202C 👨‍👩‍👧‍👦 🇫🇷 e\u0301 \ud800 \u200b Z${"\u0351".repeat(50)}`;

  test("hostile, right-to-left, combined and broken text is shown literally", async () => {
    await withAttention(opened, { first: HOSTILE }, async (figure, page) => {
      const words = await figure.locator("svg.drawing text").allTextContents();
      for (const word of ["img", "onerror", "שלום", "👨‍👩‍👧‍👦", "🇫🇷", "\ufffd", "U+200B"])
        expect(words).toContain(word);
      expect(words.join("")).not.toMatch(/[\u202a-\u202e]/);
      expect(Math.max(...words.map((word) => word.length))).toBeLessThan(40);
      expect(await page.locator("pe-attention img, pe-attention script").count()).toBe(0);
      expect(await figure.getByRole("textbox").first().inputValue()).toBe(
        HOSTILE.replace("\ud800", "\ufffd"),
      );
    });
  });

  test("composed and decomposed letters are one word", async () => {
    await withAttention(opened, { first: "caf\u00e9 ole", second: "ole cafe\u0301" }, async (figure) => {
      const [without] = await numbersOf(figure);
      expect(without).toBeLessThanOrEqual(CLOSE);
    });
  });

  test("from the 65th token on text is kept and not shown", async () => {
    const text = Array.from({ length: 100 }, (_, index) => `w${index}`).join(" ");
    await withAttention(opened, { first: text }, async (figure) => {
      const note = figure.locator(".sentence output").first();
      await expect.poll(() => note.textContent()).toBe("first 64 of 100 tokens");
      expect(await figure.getByRole("textbox").first().inputValue()).toBe(text);
      const words = await figure.locator("svg.drawing text").allTextContents();
      expect(words).toContain("w63");
      expect(words).not.toContain("w64");
    });
  });
});

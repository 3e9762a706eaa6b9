import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { figureForTests, plain, settled } from "../harness/figure-page.ts";
import { testOnce } from "../harness/once.ts";

/** Texts of any kind and size in every figure that has a field for one. */

interface Field {
  readonly tag: string;
  readonly attributes: readonly string[];
  /** Most tokens that the figure shows. */
  readonly most: number;
}

const FIELDS: readonly Field[] = [
  { tag: "pe-attention", attributes: ["first", "second"], most: 64 },
  { tag: "pe-recurrent", attributes: ["first", "second"], most: 64 },
  { tag: "pe-shift-head", attributes: ["text"], most: 64 },
  { tag: "pe-sum", attributes: ["text"], most: 12 },
];

/** Right to left, families, flags, combined letters, half a pair, nothing to see, markup, an override, a tower of accents. */
const HOSTILE = `שלום 👨‍👩‍👧‍👦 🇫🇷 e\u0301 \ud800 \u200b <img src=x onerror="alert(1)"> {{7*7}} </script> \u202Eevil\u202C Z${"\u0351".repeat(50)}`;
const SHOWN = ["שלום", "👨‍👩‍👧‍👦", "🇫🇷", "e\u0301", "\ufffd", "U+200B", "img"];

const wordsOf = (figure: Locator): Promise<string[]> => figure.locator("svg.drawing text").allTextContents();

/** Attributes of the drawing that are no numbers where they should be. */
const brokenShapes = (figure: Locator): Promise<string[]> =>
  figure
    .locator("svg.drawing *")
    .evaluateAll((shapes) =>
      shapes
        .flatMap(({ attributes }) => Array.from(attributes, ({ value }) => value))
        .filter((value) => /NaN|Infinity|undefined/.test(value)),
    );

async function write(figure: Locator, texts: Readonly<Record<string, string>>): Promise<void> {
  await figure.evaluate((node, given) => Object.assign(node, given), texts);
  await settled(figure);
}

/** Makes a figure so high that every word has a name. */
async function giveRoom(figure: Locator): Promise<void> {
  await figure.evaluate((node) => (node as HTMLElement).style.setProperty("--pe-aspect", "1 / 1"));
  await settled(figure);
}

const noteOf = (figure: Locator): Promise<string> =>
  figure
    .locator(".sentence output")
    .first()
    .textContent()
    .then((text) => plain(text ?? ""));

describe.each(FIELDS)("$tag", ({ tag, attributes, most }) => {
  const withFigure = figureForTests(tag);
  const [attribute = ""] = attributes;

  test("shows any text of a link literally, each word by itself, and keeps it in the field", async () => {
    await withFigure({ [attribute]: HOSTILE }, async (figure) => {
      await giveRoom(figure);
      const words = await wordsOf(figure);
      for (const word of SHOWN)
        expect(
          words.some((shown) => shown.includes(word)),
          word,
        ).toBe(true);
      expect(words.join("")).not.toMatch(/[\u202a-\u202e]/);
      expect(Math.max(...words.map((word) => word.length))).toBeLessThan(80);
      expect(await figure.locator("img, script").count()).toBe(0);
      expect(await figure.getByRole("textbox").first().inputValue()).toBe(
        HOSTILE.replace("\ud800", "\ufffd"),
      );
      expect(await brokenShapes(figure)).toEqual([]);
    });
  });

  testOnce(
    "accepts nothing, spaces, one word and a repeated word, and asks for words if there are none",
    async () => {
      const texts = ["", "  ", "no", "no no no", "<b> no"];
      await withFigure({}, async (figure) => {
        for (const [index, text] of texts.entries()) {
          const other = texts.at(index - 1) as string;
          await write(
            figure,
            Object.fromEntries(attributes.map((name, n) => [name, n === 0 ? text : other])),
          );
          expect(await brokenShapes(figure), `“${text}”`).toEqual([]);
          expect(await figure.getByRole("textbox").first().inputValue()).toBe(text);
          if (text.trim() !== "") continue;
          const said = await figure.locator(":is(.figure, .note)").allInnerTexts();
          expect(said.join()).toMatch(/\b(type|write)\b/i);
        }
      });
    },
  );

  testOnce(
    "shows the first of 100 000 tokens, says how many there are, and keeps all of the text",
    async () => {
      const text = Array.from({ length: 100_000 }, (_, n) => `w${n}`).join(" ");
      await withFigure({}, async (figure) => {
        await write(figure, { [attribute]: text });
        await expect.poll(() => noteOf(figure)).toContain(`first ${most} of 100000 tokens`);
        const words = (await wordsOf(figure)).join(" ");
        const last = Math.max(...Array.from(words.matchAll(/\bw(\d+)\b/g), ([, n]) => Number(n)));
        expect([most - 2, most - 1]).toContain(last); // where there is no room, every other word has no name
        expect(await figure.evaluate((node, name) => Reflect.get(node, name), attribute)).toBe(text);
      });
    },
  );

  testOnce("accepts a word of a megabyte", async () => {
    await withFigure({}, async (figure) => {
      await write(figure, { [attribute]: "b".repeat(1_000_000) });
      await expect.poll(() => noteOf(figure)).toContain("1 token");
      expect(Math.max(...(await wordsOf(figure)).map((word) => word.length))).toBeLessThan(80);
      expect(await brokenShapes(figure)).toEqual([]);
    });
  });
});

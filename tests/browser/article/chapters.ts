import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import type { Pages } from "../harness/pages.ts";
import { asItWasLeft, withPage } from "../harness/watched-page.ts";

/** The text of a chapter by the id of its heading, or of an aside by its own, without spaces, since browsers set them differently in formulas. */
export type ChapterText = (id: string) => string;

/** Reads the whole article once, with its asides open, for the tests of a file. */
export function chaptersForTests(opened: Pages): ChapterText {
  const texts = new Map<string, string>();
  beforeAll(() =>
    withUsedArticle(opened, async (page) => {
      await openAsides(page);
      const read = () =>
        [...document.querySelectorAll<HTMLElement>("section, details.aside, footer")].map((part) => {
          return [
            part.matches("details") ? part.id : (part.querySelector("h2")?.id ?? ""),
            part.innerText,
          ] as const;
        });
      for (const [id, text] of await page.evaluate(read)) texts.set(id, flat(text));
    }),
  );
  return (id) => texts.get(id) ?? `no chapter ${id}`;
}

/** The article as the last of these tests has left it, for those that leave alone what the others look at. */
export const withUsedArticle = <T>({ browser, site }: Pages, use: (page: Page) => Promise<T>) =>
  withPage(browser, site, { renewal: asItWasLeft }, use);

/** Opens all asides, whose figures are not drawn before. */
export const openAsides = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const aside of document.querySelectorAll<HTMLDetailsElement>("details.aside")) aside.open = true;
  });

/** A text that contains a sentence, to be compared with {@link ChapterText}. */
export const saying = (sentence: string) => expect.stringContaining(flat(sentence));

/** Letters of formulas are made plain; spaces and the invisible operators of formulas are dropped. */
const flat = (text: string): string =>
  text
    .replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize("NFKC"))
    .replaceAll(/[\s\u2061-\u2064]/g, "");

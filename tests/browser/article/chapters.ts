import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import type { Pages } from "../harness/pages.ts";
import { ARTICLE } from "../harness/site.ts";
import { asItWasLeft, withPage } from "../harness/watched-page.ts";

/** The text of a chapter by the id of its heading, or of an aside by its own, on one line. */
export type ChapterText = (id: string) => string;

/** Reads the whole article, or another page, once, with its asides open, for the tests of a file. */
export function chaptersForTests(opened: Pages, path = ARTICLE): ChapterText {
  const texts = new Map<string, string>();
  beforeAll(() =>
    withPage(
      opened.browser,
      opened.site,
      path === ARTICLE ? { path, renewal: asItWasLeft } : { path },
      async (page) => {
        await openAsides(page);
        const read = () =>
          [...document.querySelectorAll<HTMLElement>("section, details.aside, footer")].map((part) => {
            return [
              part.matches("details") ? part.id : (part.querySelector("h2")?.id ?? ""),
              part.innerText,
            ] as const;
          });
        for (const [id, text] of await page.evaluate(read)) texts.set(id, flat(text));
      },
    ),
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

/**
 * A text with all of these numbers, to be compared with {@link ChapterText}. Each stands alone: 3.1 is not in 13.14. Which
 * sentence has it is not looked at, so that the words can change.
 */
export const stating = (...numbers: (string | number | undefined)[]) =>
  expect.stringMatching(
    new RegExp(
      `^${numbers.map((number) => `(?=.*(?<![\\d.−])${escaped(flat(String(number)))}(?!\\.?\\d))`).join("")}`,
    ),
  );

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Letters of formulas are made plain; invisible operators, and the narrow spaces within numbers, are dropped. */
const flat = (text: string): string =>
  text
    .replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize("NFKC"))
    .replaceAll(/[\u2061-\u2064\u2009\u202f]/g, "")
    .replaceAll(/\s+/g, " ");

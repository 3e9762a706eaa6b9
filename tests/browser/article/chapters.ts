import { beforeAll } from "vitest";
import type { Pages } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/**
 * The text of a chapter as it is read, by the id of its heading: one line, numbers without the spaces inside, letters of
 * formulas plain.
 */
export type ChapterText = (id: string) => string;

/** Reads the whole article once, for the tests of a file. */
export function chaptersForTests(opened: Pages): ChapterText {
  const texts = new Map<string, string>();
  beforeAll(() =>
    withPage(opened.browser, opened.site, {}, async (page) => {
      const read = () =>
        [...document.querySelectorAll<HTMLElement>("section")].map((chapter) => {
          return [chapter.querySelector("h2")?.id ?? "", chapter.innerText] as const;
        });
      for (const [id, text] of await page.evaluate(read)) texts.set(id, flat(text));
    }),
  );
  return (id) => texts.get(id) ?? `no chapter ${id}`;
}

/** Invisible operators of formulas are dropped, and spaces that stand inside numbers. */
const flat = (text: string): string =>
  text
    .replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize("NFKC"))
    .replaceAll(/[\u2061-\u2064]/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(\d) (?=\d{3})/g, "$1")
    .replaceAll(/ (?=[.,;:])/g, "");

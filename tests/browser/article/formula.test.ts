import { load } from "posenc/full";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { chaptersForTests, openAsides, stating, withUsedArticle } from "./chapters.ts";

/** The formula, its letters, and what the chapters of the formula and the clocks say of them. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const pe = await load();
const paper = (dModel: number, base = 10_000) => ({ method: "sinusoidal", dModel, base }) as const;
const period = (dModel: number, pair: number) => pe.periods(paper(dModel))[pair] as number;

test("the formula is MathML, without inline styles, and made of t, i, d and the base", async () => {
  await withUsedArticle(opened, async (page) => {
    expect(await page.locator("math").count()).toBeGreaterThan(30);
    expect(await page.locator("math [style], math[style]").count()).toBe(0);
    const terms = await page
      .locator(".formula math [data-term]")
      .evaluateAll((nodes) => nodes.map((node) => `${node.getAttribute("data-term")} ${node.textContent}`));
    const formula = (await page.locator(".formula math").allTextContents())
      .join(" ")
      .replaceAll(/\s|[\u2061-\u2064]/g, "");
    for (const row of ["P(t,2i)=sin(t/100002i/d)", "P(t,2i+1)=cos(t/100002i/d)"])
      expect(formula.normalize("NFKC")).toContain(row);
    expect(new Set(terms)).toEqual(new Set(["position t", "pair i", "width d", "base 10000"]));
  });
});

test("a letter lights up in all its places, by pointer and by key", async () => {
  await withUsedArticle(opened, async (page) => {
    const chapter = page.locator("section", { has: page.locator("#formula") });
    const letter = chapter.locator(".formula [data-term=pair]").first();
    const ink = () => letter.evaluate((node) => getComputedStyle(node).color);
    const plain = await ink();
    await chapter.locator("dl [data-term=pair] dd").hover();
    expect(await ink()).not.toBe(plain);
    await page.mouse.move(0, 0);
    await expect.poll(ink).toBe(plain);
    await chapter.locator("dl [data-term=pair] button").focus();
    expect(await ink()).not.toBe(plain);
  });
});

test("a letter lights up its part of the figure; the base changes the frequencies", async () => {
  await withUsedArticle(opened, async (page) => {
    const figure = page.locator("#broadcast");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
    for (const [term, part] of [
      ["position", "position"],
      ["pair", "frequency"],
      ["base", "frequency"],
    ]) {
      const name = figure.locator(`[part=${part}]`).first();
      const ink = () => name.evaluate((node) => getComputedStyle(node).fill);
      const plain = await ink();
      await page.locator(`dl [data-term=${term}] button`).focus();
      expect(await ink()).not.toBe(plain);
      await page.locator(`dl [data-term=${term}] button`).blur();
      expect(await ink()).toBe(plain);
    }
    const last = page.locator(".value[data-value=last-frequency]");
    const of = (base: number) =>
      String(Number((pe.frequencies(paper(16, base))[7] as number).toPrecision(3)));
    await expect.poll(() => last.textContent()).toBe(of(10_000));
    await page.getByRole("slider", { name: "base of the frequencies" }).press("Home");
    await expect.poll(() => last.textContent()).toBe(of(2));
  });
});

test("the last pair is d/2 − 1, so the last entry is d − 1", () => {
  expect(pe.frequencies(paper(512))).toHaveLength(512 / 2);
});

test("a position always has the same row; the exponent of the first pair is zero for any width and base", () => {
  expect(pe.sinusoidal({ start: 77, length: 1, dModel: 64 })).toEqual(
    pe.sinusoidal({ length: 78, dModel: 64 }).slice(77 * 64),
  );
  for (const base of [2, 10_000, 1e9]) expect(pe.frequencies(paper(50, base))[0]).toBe(1);
});

test("wavelengths are as the article says", () => {
  const text = textOf("formula");
  expect(text).toEqual(stating(period(50, 1).toFixed(3), period(20, 1).toFixed(3)));
  expect(text).toEqual(stating(period(50, 3).toFixed(3)));
  expect(text).toEqual(stating((2 * 10 ** (12 / 25)).toFixed(2)));
  expect(text).toEqual(stating(period(50, 6).toFixed(1)));
});

test.each([
  ["dimensions 46 to 49", "46 to 49", { dimensions: "46 47 48 49" }],
  ["dimensions 4 to 7", "dimensions 4 to 7", { dimensions: "4 5 6 7" }],
])("%s: the link sets the curves", async (_, name, attributes) => {
  await withUsedArticle(opened, async (page) => {
    await openAsides(page);
    await page.getByRole("link", { name }).click();
    for (const [attribute, value] of Object.entries(attributes)) {
      await expect.poll(() => page.locator("#waves").getAttribute(attribute)).toBe(value);
    }
  });
});

test("widths 50 and 20 are beside each other, with the same positions and dimensions", async () => {
  await withUsedArticle(opened, async (page) => {
    await openAsides(page);
    const boxOf = async (id: string) => {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      return (await page.locator(`#${id}`).boundingBox())!;
    };
    const [wide, narrow] = [await boxOf("waves"), await boxOf("waves-of-20")];
    expect(narrow.y).toBe((await boxOf("waves")).y);
    expect([narrow.width, narrow.height]).toEqual([wide.width, wide.height]);
    expect(narrow.x).toBeGreaterThan(wide.x + wide.width);
    expect(await page.locator("#waves-of-20").getAttribute("d-model")).toBe("20");
  });
});

test("periods and unfinished pairs are as the article says", () => {
  const text = textOf("periods-of-the-hands");
  expect(text).toEqual(stating(period(512, 255).toFixed(4)));
  expect(text).toEqual(stating((2 * Math.PI * 10_000).toFixed(4)));
  const unfinished = (length: number, base = 10_000) =>
    pe.periods(paper(512, base)).filter((one) => one > length).length;
  expect(text).toEqual(stating(unfinished(512)));
  expect(text).toEqual(stating(unfinished(5000)));
  expect(text).toEqual(stating(unfinished(512, 100)));
  expect(text).toEqual(stating(unfinished(512, 1e6)));
});

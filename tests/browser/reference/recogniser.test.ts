import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The field that says which convention a pasted table follows. Tables here are made with `Math.sin`. */

const opened = pagesForTests();

const withField = <T>(use: (page: Page) => Promise<T>) =>
  withPage(opened.browser, opened.site, { path: "/reference/conventions.html" }, use);

/** What is said of a text, and what is listed. */
async function pasted(page: Page, text: string, expected: RegExp): Promise<string[]> {
  await page.getByLabel("Rows of your table").fill(text);
  await expect.poll(() => page.locator("#verdict").textContent()).toMatch(expected);
  return page.locator("#found li").allTextContents();
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Sines, then cosines, with exponents that end at 1: tensor2tensor's and fairseq's order. */
const halves = (position: number, pairs: number) => {
  const angles = range(pairs).map((pair) => position * 10_000 ** (-pair / (pairs - 1)));
  return [...angles.map(Math.sin), ...angles.map(Math.cos)];
};

/** The annotated Transformer's, each step rounded to float32. */
const recipe = (position: number, width: number) =>
  range(width).map((column) => {
    const step = Math.fround(Math.exp(Math.fround((column - (column % 2)) * -(Math.log(10_000) / width))));
    const angle = Math.fround(position * step);
    return Math.fround(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  });

/** As PyTorch prints a tensor. */
const print = (rows: readonly (readonly number[])[], decimals: number) =>
  `tensor([${rows.map((row) => `[${row.map((value) => value.toFixed(decimals)).join(", ")}]`).join(",\n        ")}])`;

test("finds the convention of rows with four decimals, and their first position", async () => {
  await withField(async (page) => {
    const found = await pasted(
      page,
      print(
        [2, 3, 4].map((t) => halves(t, 8)),
        4,
      ),
      /one convention/,
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(
      '{ method: "sinusoidal", dModel: 16, layout: "halves", shift: 1 }, { start: 2, length }',
    );
    expect(found[0]).toContain("(tensor2tensor, fairseq, ddpm)");
    expect(await axeViolations(page)).toEqual([]);
  });
});

test("reads numbers with six significant digits, of which small ones have more decimals", async () => {
  await withField(async (page) => {
    const rows = [1, 2, 3].map((t) => halves(t, 8).map((value) => Number(value.toPrecision(6))));
    const found = await pasted(page, JSON.stringify(rows), /one convention/);
    expect(found[0]).toContain("(tensor2tensor, fairseq, ddpm)");
    const wrong = rows.map((row) => row.map((value, column) => (column === 0 ? value + 2e-6 : value)));
    await pasted(page, JSON.stringify(wrong), /No convention/);
  });
});

test("recognises the rounding of the float32 recipe", async () => {
  await withField(async (page) => {
    const rows = range(16).map((position) => recipe(position, 64).join(","));
    const found = await pasted(page, rows.join("\n"), /16 rows fit one convention/);
    expect(found[0]).toContain("attention-is-all-you-need");
  });
});

test("knows the frequencies of rotary models, and their cached cosines", async () => {
  await withField(async (page) => {
    const frequencies = range(64).map((pair) => 10_000 ** (-pair / 64));
    const found = await pasted(page, JSON.stringify(frequencies), /fits/);
    expect(found[0]).toContain('pe.frequencies({ preset: "llama-2" })');
    const cosines = range(3).map((t) => [...frequencies, ...frequencies].map((f) => Math.cos(t * f)));
    const kept = await pasted(page, print(cosines, 6), /rows fit/);
    expect(kept[0]).toContain('pe.rotaryTable({ preset: "llama-2" }, { length }).cos, each row twice');
  });
});

test("says that a single row fits several conventions, and a wrong table none", async () => {
  await withField(async (page) => {
    expect((await pasted(page, "0 1 0 1 0 1", /^This row fits \d+ conventions/)).length).toBeGreaterThan(1);
    const rows = [1, 2].map((t) => halves(t, 8));
    rows[1]![3]! += 0.01;
    const [closest] = await pasted(page, print(rows, 6), /^No convention/);
    expect(closest).toContain("differs by 1.0e-2 at most, most in row 2, column 4");
  });
});

test.each([
  ["1, 2, <img src=x onerror=alert(1)>", /“<img” in row 1 is no number/],
  ["0 1 0 1\n0 1 0", /Row 2 has 3 numbers, and the first one 4/],
  ["[[0., 1., ..., 0., 1.]]", /left out/],
  ["5", /2 to 65536 numbers; the first one has 1/],
  ["nan, 0x10, 1", /“nan” in row 1/],
  ["1, x5", /“x5” in row 1/],
  ["", /^$/],
])("says what is wrong with %s, and keeps it", async (text, fault) => {
  await withField(async (page) => {
    expect(await pasted(page, text, fault)).toEqual([]);
    expect(await page.getByLabel("Rows of your table").inputValue()).toBe(text);
  });
});

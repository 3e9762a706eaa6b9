import { load } from "posenc/full";
import { expect, test } from "vitest";
import { runNumpy } from "../harness/numpy.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { chaptersForTests, openAsides, stating, withUsedArticle } from "./chapters.ts";

/** What the chapters of words, sums, rounding and today's models say, where no figure says it. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const pe = await load();
const paper = { method: "sinusoidal", dModel: 512 } as const;

test("positions enter below the first layer, in encoder and decoder", async () => {
  await withUsedArticle(opened, async (page) => {
    const picture = page.getByRole("img", {
      name: /encoder and in the decoder.*added below the first layer/,
    });
    expect(await picture.locator("text").allTextContents()).toEqual(
      expect.arrayContaining(["encoder", "decoder", "words", "words so far", "positions"]),
    );
  });
});

test("the two magnitudes are as the article says", () => {
  const row = pe.sinusoidal({ start: 1234, length: 1, dModel: 512 });
  const text = textOf("sum");
  expect(text).toEqual(stating(Math.round(Math.hypot(...row))));
  expect(text).toEqual(stating(Math.sqrt(512).toFixed(2)));
  const scaled = pe.addPositions(new Float32Array(512).fill(512 ** -0.5), { dModel: 512 });
  const word = scaled.map((entry, index) => entry - (index % 2)); // position 0 is 0, 1, 0, 1 …
  expect(Math.hypot(...word).toFixed(2)).toBe(Math.sqrt(512).toFixed(2));
});

test("log space gains no accuracy, by the numbers of the article", () => {
  const rows = { start: 4900, length: 100 };
  const exact = pe.encode(paper, rows);
  const rms = (precision: "float32" | "float32-logarithmic") => {
    const table = pe.encode({ ...paper, precision }, rows);
    const squares = table.reduce((sum, entry, index) => sum + (entry - (exact[index] as number)) ** 2, 0);
    return `${(Math.sqrt(squares / table.length) * 1e5).toFixed(1)} × 10⁻⁵`;
  };
  expect(textOf("exact")).toEqual(stating(rms("float32-logarithmic"), rms("float32")));
});

test("the widely copied module runs as printed, and is as far from exact as the article says", async () => {
  const code = await withUsedArticle(opened, (page) => page.locator("#annotated").textContent());
  const { shape, values } = await runNumpy(`${code}\nlast = module_table(512)[4900:]`, "last");
  expect(shape).toEqual([100, 512]);
  const exact = pe.encode(paper, { start: 4900, length: 100 });
  const module = pe.encode({ ...paper, precision: "float32-logarithmic" }, { start: 4900, length: 100 });
  const worst = (table: ArrayLike<number>) =>
    exact.reduce((most, entry, n) => Math.max(most, Math.abs(entry - (table[n] as number))), 0);
  expect(worst(module).toExponential(0)).toBe("4e-4");
  // NumPy's float32 functions may be off by some units in the last place, which can double the error.
  expect(worst(values)).toBeLessThan(1e-3);
  expect(worst(values)).toBeGreaterThan(1e-4);
  await withUsedArticle(opened, async (page) => {
    await expect.poll(() => page.locator(".value[data-value=module-error]").textContent()).toBe("4 × 10⁻⁴");
  });
});

test("the listing in float64 runs as printed, and rounds once", async () => {
  const code = await withUsedArticle(opened, (page) => page.locator("#in-double").textContent());
  const { values } = await runNumpy(`import numpy as np\n${code}\nrows = table(50, 20)`, "rows");
  pe.sinusoidal({ length: 20, dModel: 50 }).forEach((entry, n) => {
    expect(Math.abs(entry - (values[n] as number))).toBeLessThanOrEqual(2 ** -24);
  });
});

test("float64 inside and one rounding at the end stays right far out, as the article says", () => {
  const exact = pe.encode(paper, { positions: [1_000_000] });
  const errors = exact.map((entry, index) => {
    const angle = 1_000_000 / 10_000 ** ((index - (index % 2)) / 512);
    return Math.abs(Math.fround(index % 2 === 0 ? Math.sin(angle) : Math.cos(angle)) - entry);
  });
  expect(textOf("exact")).toEqual(stating("3 × 10⁻⁸"));
  // Two floats next to the true value are equal, or neighbours: 2^-24 apart where entries are largest.
  expect(Math.max(...errors)).toBeLessThanOrEqual(2 ** -24);
});

test("a learned table ends, the formula does not", () => {
  expect(textOf("training")).toEqual(stating("25.7", "25.8", 5000)); // BLEU of the paper, table 3 (E)
  const learned = { method: "learned", dModel: 4, maxLength: 8 } as const;
  const table = new Float32Array(32);
  expect(pe.encode(learned, { length: 8, table })).toHaveLength(32);
  expect(() => pe.encode(learned, { length: 9, table })).toThrow(RangeError);
  expect(pe.encode(paper, { start: 5000, length: 1 }).every(Number.isFinite)).toBe(true);
});

test("the table of errors is measured, not printed", async () => {
  opened.site.replies.set(opened.site.start, {
    body: (file) => file.toString().replaceAll(/\d × 10⁻./g, "not measured"),
  });
  await withPage(opened.browser, opened.site, {}, async (page) => {
    await openAsides(page);
    const cells = page.locator("#accuracy td");
    await expect.poll(() => cells.allTextContents()).not.toContain("not measured");
    expect(await cells.allTextContents()).toEqual([
      ...["3 × 10⁻⁵", "3 × 10⁻⁸"],
      ...["4 × 10⁻⁴", "3 × 10⁻⁸"],
      ...["3 × 10⁻³", "3 × 10⁻⁸"],
      ...["9 × 10⁻³", "3 × 10⁻⁸"],
      ...["6 × 10⁻²", "3 × 10⁻⁸"],
    ]);
  });
  opened.site.replies.delete(opened.site.start);
});

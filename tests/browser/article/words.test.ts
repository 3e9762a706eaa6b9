import { load } from "posenc/full";
import { expect, test } from "vitest";
import { runNumpy } from "../harness/numpy.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { chaptersForTests, openAsides, saying, withUsedArticle } from "./chapters.ts";

/** What the chapters of words, sums, rounding and today's models say, where no figure says it. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const pe = await load();
const paper = { method: "sinusoidal", dModel: 512 } as const;

test("S0.1 positions enter below the first layer, in encoder and decoder", async () => {
  await withUsedArticle(opened, async (page) => {
    const picture = page.getByRole("img", {
      name: /encoder and in the decoder.*added below the first layer/,
    });
    expect(await picture.locator("text").allTextContents()).toEqual(
      expect.arrayContaining(["encoder", "decoder", "words", "words so far", "positions"]),
    );
  });
  expect(textOf("sum")).toEqual(
    saying(
      "Before the first layer the vector of each word and the vector of its position are added, number by number: in the encoder, and likewise in the decoder",
    ),
  );
});

test("S4.6 the two magnitudes are as the article says", () => {
  const row = pe.sinusoidal({ start: 1234, length: 1, dModel: 512 });
  const text = textOf("sum");
  expect(text).toEqual(saying(`The position has length ${Math.round(Math.hypot(...row))} for d = 512`));
  expect(text).toEqual(saying(`= ${Math.sqrt(512).toFixed(2)}`));
  const scaled = pe.addPositions(new Float32Array(512).fill(512 ** -0.5), { dModel: 512 });
  const word = scaled.map((entry, index) => entry - (index % 2)); // position 0 is 0, 1, 0, 1 …
  expect(Math.hypot(...word).toFixed(2)).toBe(Math.sqrt(512).toFixed(2));
});

test("S2.5 log space gains no accuracy, by the numbers of the article", () => {
  const rows = { start: 4900, length: 100 };
  const exact = pe.encode(paper, rows);
  const rms = (precision: "float32" | "float32-logarithmic") => {
    const table = pe.encode({ ...paper, precision }, rows);
    const squares = table.reduce((sum, entry, index) => sum + (entry - (exact[index] as number)) ** 2, 0);
    return `${(Math.sqrt(squares / table.length) * 1e5).toFixed(1)} × 10⁻⁵`;
  };
  expect(textOf("exact")).toEqual(
    saying(`${rms("float32-logarithmic")} that way, and ${rms("float32")} with the plain power`),
  );
});

test("S2.2 the widely copied module runs as printed, and is as far from exact as the article says", async () => {
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

test("S4.8 the listing in float64 runs as printed, and rounds once", async () => {
  const code = await withUsedArticle(opened, (page) => page.locator("#in-double").textContent());
  const { values } = await runNumpy(`import numpy as np\n${code}\nrows = table(50, 20)`, "rows");
  pe.sinusoidal({ length: 20, dModel: 50 }).forEach((entry, n) => {
    expect(Math.abs(entry - (values[n] as number))).toBeLessThanOrEqual(2 ** -24);
  });
});

test("S4.8 float64 inside and one rounding at the end stays right far out, as the article says", () => {
  const exact = pe.encode(paper, { positions: [1_000_000] });
  const errors = exact.map((entry, index) => {
    const angle = 1_000_000 / 10_000 ** ((index - (index % 2)) / 512);
    return Math.abs(Math.fround(index % 2 === 0 ? Math.sin(angle) : Math.cos(angle)) - entry);
  });
  expect(textOf("exact")).toEqual(saying("Then even position 1000000 is right to 3 × 10⁻⁸"));
  // Two floats next to the true value are equal, or neighbours: 2^-24 apart where entries are largest.
  expect(Math.max(...errors)).toBeLessThanOrEqual(2 ** -24);
});

test("S0.21 S1.8 S3.12 S4.2 E10 E12 a learned table ends, the formula does not", () => {
  const text = textOf("today");
  expect(text).toEqual(saying("a BLEU score of 25.7 against 25.8"));
  expect(text).toEqual(saying("after its last row there is nothing"));
  expect(text).toEqual(saying("5000 rows in a widely copied module"));
  expect(textOf("exact")).toEqual(saying("a table of 5000 rows"));
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

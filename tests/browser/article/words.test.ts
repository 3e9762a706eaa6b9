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

test("the rotary example by hand is the cosine of 2, at both places", () => {
  const score = (query: number, key: number) => {
    const at = (position: number) => {
      const pair = Float32Array.of(1, 0);
      return pe.rotate(pair, { headDim: 2, heads: 1, pairing: "halves", positions: [position] });
    };
    const [q, k] = [at(query), at(key)];
    return (q[0] as number) * (k[0] as number) + (q[1] as number) * (k[1] as number);
  };
  for (const [query, key] of [
    [3, 1],
    [103, 101],
  ] as const)
    expect(score(query, key)).toBeCloseTo(Math.cos(2), 6);
  expect(textOf("rope")).toEqual(stating(`−${Math.abs(Math.cos(2)).toFixed(3)}`, 3, 1, 103, 101));
});

test("the listing of a rotation turns as the package does, in both pairings", async () => {
  const listing = await withUsedArticle(opened, (page) => page.locator("#rotate-numpy").textContent());
  const x = Array.from({ length: 8 }, (_, n) => Math.fround(Math.sin(3 * n + 1)));
  for (const [halves, pairing] of [
    ["True", "halves"],
    ["False", "interleaved"],
  ] as const) {
    const { values } = await runNumpy(
      `${listing}\nvalues = rotate(np.array(${JSON.stringify(x)}), 7, halves=${halves})\n`,
      "values",
    );
    const turned = pe.rotate(Float32Array.from(x), {
      headDim: 8,
      heads: 1,
      pairing,
      positions: [7],
    });
    // The result of the package is float32, and no entry is larger than √2.
    for (const [n, value] of values.entries())
      expect(Math.abs(value - (turned[n] as number))).toBeLessThan(3e-7);
  }
});

test("the rotary score of the chapter is the one of the dials, and depends on the distance alone", () =>
  withUsedArticle(opened, async (page) => {
    const figure = page.locator("#rotary");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
    const scoreAt = (query: number, key: number) =>
      figure.evaluate(
        async (node, [query, key]) => {
          Object.assign(node, { query, key });
          await (node as unknown as { updateComplete: Promise<boolean> }).updateComplete;
          const { columns, values } = (
            node as unknown as { array(): { columns: string[]; values: number[] } }
          ).array();
          const product = columns.indexOf("product");
          return Array.from(values).reduce(
            (sum, value, n) => sum + (n % columns.length === product ? value : 0),
            0,
          );
        },
        [query, key] as const,
      );
    const first = await scoreAt(3, 1);
    expect(await scoreAt(103, 101)).toBeCloseTo(first, 5);
    expect(Math.abs((await scoreAt(3, 2)) - first)).toBeGreaterThan(0.01);
    await figure.evaluate((node) => {
      for (const name of ["query", "key"]) node.removeAttribute(name);
    });
  }));

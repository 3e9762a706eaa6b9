import { load } from "posenc/full";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { chaptersForTests, openAsides, stating, withUsedArticle } from "./chapters.ts";

/** What the chapter of the whole table says, and the pictures that its links show. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const pe = await load();
const paper = (dModel: number) => ({ method: "sinusoidal", dModel }) as const;

const rms = (values: Iterable<number>) => {
  let [sum, count] = [0, 0];
  for (const value of values) [sum, count] = [sum + value * value, count + 1];
  return Math.sqrt(sum / count);
};

/** 45 000 positions of 50 dimensions on 670 pixels. */
const [length, width, height] = [45_000, 50, 670];

test("one sample for each pixel is as wrong as the article says", () => {
  const view = { positions: [0, length], dimensions: [0, width] } as const;
  const difference = pe.heatmap(paper(width), { view, width, height, mode: "difference", as: "values" });
  const error = (column: number) => rms(difference.filter((_, index) => index % width === column));
  const fast = Array.from({ length: 14 }, (_, column) => error(column));
  const [least, most] = [Math.min(...fast).toFixed(2), Math.max(...fast).toFixed(2)];
  const text = textOf("table");
  expect(text).toEqual(stating(least, most));
  const [at16, at18, at20, at24] = [16, 18, 20, 24].map((column) => error(column).toFixed(2));
  expect(text).toEqual(stating(at16, at18, at20, at24));
});

test("waves are shorter than one pixel and two in the columns that the article says", () => {
  const perPixel = length / height;
  const text = textOf("table");
  expect(text).toEqual(stating(perPixel.toFixed(2)));
  const lastUnder = (pixels: number) =>
    2 * pe.periods(paper(width)).filter((period) => period < pixels * perPixel).length - 1;
  expect(text).toEqual(stating(lastUnder(1)));
  expect(text).toEqual(stating(lastUnder(2)));
});

test("slow columns, and the period of the last, are as the article says", () => {
  const row = pe.sinusoidal({ start: 19, length: 1, dModel: 50 });
  const [at30, at34, at40, at48] = [30, 34, 40, 48].map((column) => row[column]?.toFixed(3));
  const text = textOf("table");
  expect(text).toEqual(stating(at30, at34, at40, at48));
  expect(text).toEqual(stating(Math.round(pe.periods(paper(50))[24] as number)));
});

test("the mean of a table is what the article says, and falls to zero only far out", () => {
  const mean = (rows: number) => pe.mean(paper(512), { length: rows }).toFixed(3);
  const text = textOf("table");
  expect(text).toEqual(stating(mean(512)));
  expect(text).toEqual(stating(mean(50), mean(5000)));
  expect(text).toEqual(stating("0.009"));
  for (let rows = 40_000; rows <= 60_000; rows += 2000)
    expect(Math.abs(pe.mean(paper(512), { length: rows }) - 0.009)).toBeLessThan(6e-4);
});

test.each([
  [
    "20 positions by 50 dimensions",
    "#heatmap",
    "20 positions of 50 dimensions",
    { "d-model": "50", positions: "0 20" },
  ],
  [
    "50 positions by 128 dimensions, positions to the right",
    "#heatmap",
    "50 positions by 128 dimensions",
    { "d-model": "128", positions: "0 50", orientation: "across" },
  ],
  [
    "every second position and every fourth dimension",
    "#heatmap",
    "every second position and every fourth dimension",
    { "d-model": "128", mode: "nearest", every: "2 4" },
  ],
  [
    "sines and cosines in halves",
    "#heatmap",
    "all sines before all cosines",
    { layout: "halves", "d-model": "128" },
  ],
  [
    "one sample a pixel",
    "#moire",
    "one sample for each pixel",
    { "d-model": "50", positions: "0 45000", mode: "nearest" },
  ],
  [
    "the exact mean",
    "#moire",
    "the mean of all its numbers",
    { "d-model": "50", positions: "0 45000", mode: null },
  ],
  ["the difference", "#moire", "difference", { "d-model": "50", positions: "0 45000", mode: "difference" }],
])("%s: the link sets the picture", async (_, id, name, attributes) => {
  await withUsedArticle(opened, async (page) => {
    await openAsides(page);
    await page.locator("main").getByRole("link", { name }).click();
    const figure = page.locator(id);
    for (const [attribute, value] of Object.entries(attributes)) {
      await expect.poll(() => figure.getAttribute(attribute), { message: attribute }).toBe(value);
    }
    await figure.locator(".frame[data-state=drawn]").waitFor();
  });
});

test("every fourth dimension is a sine", () => {
  const first = pe.sinusoidal({ length: 1, dModel: 128 }); // at position 0 sines are 0 and cosines 1
  expect(new Set(first.filter((_, column) => column % 4 === 0))).toEqual(new Set([0]));
});

test("a link to a figure works again after the figure has been moved", async () => {
  await withUsedArticle(opened, async (page) => {
    const figure = page.locator("#heatmap");
    const link = page.getByRole("link", { name: "20 positions of 50 dimensions" });
    await link.click();
    await expect.poll(() => figure.getAttribute("positions")).toBe("0 20");
    await figure.evaluate((node) => node.setAttribute("positions", "5 30"));
    await link.click();
    await expect.poll(() => figure.getAttribute("positions")).toBe("0 20");
  });
});

import { load } from "posenc";
import { expect, test } from "vitest";
import { axeViolations } from "./harness/axe.ts";
import { pagesForTests } from "./harness/pages.ts";
import { withPage } from "./harness/watched-page.ts";

/** The article: what it claims is so, its links set its figures, and everybody can read it. */

const opened = pagesForTests();
const pe = await load();

/** The text, without the spaces between lines and inside numbers. */
const proseOf = () =>
  withPage(opened.browser, opened.site, {}, async (page) =>
    (await page.locator("main").innerText()).replaceAll(/\s+/g, " ").replaceAll(/(\d) (?=\d{3})/g, "$1"),
  );

const rms = (values: Iterable<number>) => {
  let [sum, count] = [0, 0];
  for (const value of values) [sum, count] = [sum + value * value, count + 1];
  return Math.sqrt(sum / count);
};

test("E8 a sample a pixel is as wrong as the article says, on 670 pixels for 45 000 positions", async () => {
  const [width, height] = [50, 670];
  const view = { positions: [0, 45_000], dimensions: [0, width] } as const;
  const spec = { method: "sinusoidal", dModel: width } as const;
  const difference = pe.heatmap(spec, { view, width, height, mode: "difference", as: "values" });
  const error = (column: number) => rms(difference.filter((_, index) => index % width === column));
  const fast = Array.from({ length: 14 }, (_, column) => error(column));
  const prose = await proseOf();
  expect(prose).toContain("columns 0 to 13 are off by 0.62 to 0.82");
  expect([Math.min(...fast).toFixed(2), Math.max(...fast).toFixed(2)]).toEqual(["0.62", "0.82"]);
  expect(prose).toContain("column 20 still by 0.08");
  expect(error(20).toFixed(2)).toBe("0.08");
});

test("S3.7, S3.8, S0.13, S3.10 wavelengths and slow columns are as the article says", async () => {
  const prose = await proseOf();
  const frequencies = pe.frequencies({ method: "sinusoidal", dModel: 50 });
  const wavelength = (pair: number) => (2 * Math.PI) / (frequencies[pair] as number);
  expect(prose).toContain(`= ${wavelength(3).toFixed(3)} positions`);
  const lastRow = pe.sinusoidal({ start: 19, length: 1, dModel: 50 });
  expect(prose).toContain(
    `column 30 rises to ${lastRow[30]?.toFixed(3)}, column 48 to ${lastRow[48]?.toFixed(3)}`,
  );
  expect(prose).toContain(`${Math.round(wavelength(24))} positions`);
  const slowest = (2 * Math.PI) / (pe.frequencies({ method: "sinusoidal", dModel: 512 })[255] as number);
  expect(prose).toContain(`needs ${Math.round(slowest)}`);
});

test("the table of errors is measured, not printed", async () => {
  opened.site.replies.set("/", { body: (file) => file.toString().replaceAll(/\d × 10⁻./g, "not measured") });
  await withPage(opened.browser, opened.site, {}, async (page) => {
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
  opened.site.replies.delete("/");
});

test("a link to a figure works again after the figure has been moved", async () => {
  await withPage(opened.browser, opened.site, {}, async (page) => {
    const figure = page.locator("pe-heatmap");
    const link = page.getByRole("link", { name: "20 positions of 50 dimensions" });
    await link.click();
    await expect.poll(() => figure.getAttribute("positions")).toBe("0 20");
    await figure.evaluate((node) => node.setAttribute("positions", "5 30"));
    await link.click();
    await expect.poll(() => figure.getAttribute("positions")).toBe("0 20");
  });
});

test.each([
  [360, "light"],
  [360, "dark"],
  [1280, "light"],
  [1280, "dark"],
] as const)("axe finds no violation at %i pixels, %s", async (width, colorScheme) => {
  await withPage(opened.browser, opened.site, { width, colorScheme }, async (page) => {
    for (const tag of ["pe-heatmap", "pe-waves", "pe-attention"]) {
      await page.locator(tag).scrollIntoViewIfNeeded();
      await page.locator(`${tag} .frame[data-state=drawn]`).waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});

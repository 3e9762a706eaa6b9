import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeLightAndDark } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { drop, dropped } from "./inputs.ts";

/** The workbench's answer: verdict, picture, cause, fix and certainty; for a config, the engines that a reader chooses. */

const opened = pagesForTests();

const withWorkbench = (use: (page: Page) => Promise<void>, width = 1280, hash = "") =>
  withPage(opened.browser, opened.site, { path: `/workbench/${hash}`, width, height: 844 }, async (page) => {
    await page.locator("#samples button").first().waitFor();
    return use(page);
  });

async function done(page: Page): Promise<string> {
  await page.waitForFunction(() => document.querySelector("#progress progress") === null);
  return (await page.locator("#verdict").innerText()).replaceAll(/\s+/g, " ");
}

test("before there is an input, an example shows what a verdict looks like, and leaves the fields and the address alone", async () => {
  await withWorkbench(async (page) => {
    await page.locator("#verdict h2.bad").waitFor();
    expect(await page.locator("#verdict").innerText()).toMatch(/^An example, until your file is here/);
    expect(await page.locator(".three canvas").count()).toBe(3);
    expect(await page.locator("#text").inputValue()).toBe("");
    expect(new URL(page.url()).hash).toBe("");
    await page.evaluate(drop, [dropped.archive]);
    await expect.poll(() => page.locator("#verdict").innerText()).toMatch(/^The cache is a rotation/);
  });
});

test("a dropped cache has its verdict without a click, and what is dropped, expected and sampled is in the first screen", async () => {
  await withWorkbench(async (page) => {
    for (const part of ["#drop", "#expected", "#samples button >> nth=0"])
      expect((await page.locator(part).boundingBox())!.y).toBeLessThan(700);
    await page.evaluate(drop, [dropped.archive]);
    expect(await done(page)).toMatch(/^The cache is a rotation/);
  });
});

test.each([390, 1280])(
  "a wrong cache is shown beside what was expected, with cause, fix and certainty, at %i px",
  async (width) => {
    await withWorkbench(async (page) => {
      await page.getByRole("button", { name: "a cache with interleaved pairs" }).click();
      expect(await done(page)).toMatch(/pairing/i);
      expect(await page.locator("#verdict h2.bad").count()).toBe(1);
      const pictures = page.locator(".three canvas");
      expect(
        await pictures.evaluateAll((all) =>
          all.map((each) => each.getAttribute("aria-label")?.split(":")[0]),
        ),
      ).toEqual(["found", "expected", "difference"]);
      // The first row of the cache is position 0, where all pairings agree; further down they do not.
      const grey = await pictures.nth(2).evaluate((canvas) => {
        const { width: columns, height: rows } = canvas as HTMLCanvasElement;
        const bytes = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, columns, rows).data;
        const at = (row: number, column: number) =>
          bytes.slice(4 * (row * columns + column), 4 * (row * columns + column) + 3).join();
        return {
          first: new Set(Array.from({ length: columns }, (_, column) => at(0, column))).size,
          all: at(0, 0) === at(rows - 1, 1),
        };
      });
      expect(grey).toEqual({ first: 1, all: false });
      const terms = await page.locator(".finding.fault").first().locator("dt").allTextContents();
      expect(terms).toEqual(expect.arrayContaining(["likely cause", "to fix", "how sure"]));
      expect(await page.locator(".finding.fault dd code").first().textContent()).toContain("permutePairing");
      expect(await axeLightAndDark(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }, width);
  },
);

test("engines: the differing ones first, the others folded, and two, a length and a type can be chosen", async () => {
  await withWorkbench(async (page) => {
    await page.getByRole("button", { name: "gpt-oss in engines" }).click();
    expect(await done(page)).not.toMatch(/ffdc985/); // an old version is no engine of today
    expect(await page.locator(".verdicts").first().locator("li:not(.other)").count()).toBe(0);
    const folded = page.locator(".folded").first();
    expect(await folded.locator("summary").textContent()).toMatch(/\d+ compute the same rotation/);
    expect(await folded.locator("li").first().isVisible()).toBe(false);
    await page.getByLabel("Text length, tokens").fill("512");
    await page.getByLabel("Text length, tokens").press("Tab");
    await page.getByText(/^For 512 tokens, in bfloat16/).waitFor();
    await page.getByLabel("Type", { exact: true }).selectOption("float32");
    await page.getByText(/^For 512 tokens, in float32/).waitFor();
    await page.getByLabel("Engine", { exact: true }).selectOption("mlx");
    await page.getByLabel("Second engine").selectOption("vllm");
    await expect
      .poll(() => done(page))
      .toMatch(/^MLX computes something else\. vLLM computes the same rotation/);
  });
});

test("the address keeps the engines, the length and the type", async () => {
  const text = encodeURIComponent('{"model_type":"llama","num_hidden_layers":2}');
  await withWorkbench(
    async (page) => {
      expect(await done(page)).toMatch(/^MLX computes the same rotation/);
      expect(await page.getByLabel("Text length, tokens").inputValue()).toBe("1000");
      await page.getByText(/^For 1\s000 tokens, in float16/).waitFor();
      expect(page.url()).toContain("engines=mlx");
    },
    1280,
    `#input?text=${text}&length=1000&dtype=float16&engines=mlx`,
  );
});

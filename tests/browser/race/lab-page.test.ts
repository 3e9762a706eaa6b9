import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { openMore, settled } from "../harness/figure-page.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** The lab page: its own policy lets the figure train in workers, and it reads well. Any console message fails it. */

const opened = pagesForTests();
const link = "#pe-race?task=back&encodings=none+rope&steps=20&d-model=16&layers=1&heads=2&batch=8";

test("its figure trains in a worker for each encoding, under the page's policy", async () => {
  await withPage(opened.browser, opened.site, { path: `/lab/${link}` }, async (page) => {
    const figure = page.locator("pe-race");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await figure.getByRole("button", { name: "Train", exact: true }).click();
    await figure.getByRole("button", { name: "Trained" }).waitFor();
    await settled(figure);
    expect(page.workers()).toHaveLength(2);
    const scores = await figure.locator(".scores tbody td:not([colspan])").allTextContents();
    expect(scores).toHaveLength(12);
    expect(scores.slice(0, 8).join(" ")).toMatch(/^(\d+ % ?){8}$/);
    await openMore(figure);
    await figure.getByRole("button", { name: "Ask a model" }).click();
    await figure.getByText("Its answer after each word of a b c d e f g h: ").waitFor();
    expect(await figure.locator(".attention svg").count()).toBe(2);
    await figure.getByLabel("example", { exact: true }).fill("abz");
    await figure.getByRole("button", { name: "Ask", exact: true }).click();
    await figure.getByText('"z" is not a word of this task').waitFor();
    await figure.getByRole("button", { name: "Read positions" }).click();
    await figure.getByText("Position, read from the vectors by a linear map").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test.each([
  [1280, 800],
  [390, 844],
])(
  "at %i px the first screen has the button that trains, and one press asks another question",
  async (width, height) => {
    const path = "/lab/#pe-race?steps=20&d-model=16&layers=1&heads=2&batch=8";
    await withPage(opened.browser, opened.site, { path, width, height }, async (page) => {
      const figure = page.locator("pe-race");
      await figure.locator(".frame[data-state=drawn]").waitFor();
      const main = page.getByRole("button", { name: "Train: who survives longer texts?" });
      expect((await main.boundingBox())!.y).toBeLessThan(height - 44);
      await page.getByRole("button", { name: "Are positions needed at all?" }).click();
      await figure.getByRole("button", { name: "Trained" }).waitFor();
      await figure
        .getByText(/On texts 2 times as long, .* Guessing gets \d/)
        .first()
        .waitFor();
      expect(await figure.getAttribute("encodings")).toBe("none rope");
    });
  },
);

test("without its module the figure says so, and Retry trains when the module is there", async () => {
  const expected = /Failed to load|WebAssembly|wasm|error/i;
  const path = `/lab/${link.replace("back", "copy")}`; // no results of another test are stored for it
  await withPage(opened.browser, opened.site, { path, expected }, async (page) => {
    await page.context().route("**/*.wasm", (route) => route.abort());
    const figure = page.locator("pe-race");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await figure.getByRole("button", { name: "Train", exact: true }).click();
    const retry = figure.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    await figure
      .getByText(/Not trained: .*Press Retry to try again/)
      .first()
      .waitFor();
    expect(await figure.evaluate((race) => Reflect.get(race, "isFinished"))).toBe(false);
    await page.context().unroute("**/*.wasm");
    await retry.click();
    await figure.getByRole("button", { name: "Trained" }).waitFor();
  });
});

test("nothing is wider than the page, from 280 px", async () => {
  await withPage(opened.browser, opened.site, { path: "/lab/", width: 280 }, async (page) => {
    await page.locator("pe-race .frame[data-state=drawn]").waitFor();
    for (const width of [280, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const content = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(content, { message: `at ${width} px` }).toBeLessThanOrEqual(width);
    }
  });
});

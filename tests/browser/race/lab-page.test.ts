import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { settled } from "../harness/figure-page.ts";
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
    const scores = await figure.locator(".scores tbody td").allTextContents();
    expect(scores).toHaveLength(12);
    expect(scores.slice(0, 8).join(" ")).toMatch(/^(\d\.\d\d ?){8}$/);
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

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { type Dropped, drop, dropped } from "./inputs.ts";

/** The workbench: files that are dropped together, and what they should be. */

const opened = pagesForTests();

const withWorkbench = (use: (page: Page) => Promise<void>) =>
  withPage(opened.browser, opened.site, { path: "/workbench/" }, async (page) => {
    await page.locator("#samples button").first().waitFor();
    return use(page);
  });

const verdict = async (page: Page) => (await page.locator("#verdict").textContent()) ?? "";
const fault = async (page: Page) => (await page.locator("#fault").textContent()) ?? "";

async function dropOn(page: Page, ...files: readonly Dropped[]): Promise<string> {
  await page.evaluate(drop, files);
  await page.waitForFunction(() => document.querySelector("#progress progress") === null);
  return verdict(page);
}

test("files are understood together: halves of a cache, a table and a config, two configs", async () => {
  await withWorkbench(async (page) => {
    expect(await dropOn(page, dropped.cosines, dropped.sines)).toMatch(
      /^The cache is a rotation \(RoPE\): head width 32/,
    );
    await page.getByText("cosines.csv and sines.csv, taken together").waitFor();
    expect(await dropOn(page, dropped.config, dropped.otherConfig)).toBe(
      "config.json and other.json differ in what they say of positions.",
    );
    await page.getByText(/^Only other\.json: .*base 500000/).waitFor();
    expect(await dropOn(page, dropped.csv, dropped.npy, dropped.cosines)).toMatch(/differ in what they say/);
    expect(await fault(page)).toMatch(/^3 files were dropped; /);
  });
});

test("what they should be is asked again of a file that is there, and a preset takes its width from the table", async () => {
  await withWorkbench(async (page) => {
    await dropOn(page, dropped.csv);
    await page.getByLabel("Expected, if you know it").fill("attention-is-all-you-need");
    await page.getByLabel("Expected, if you know it").press("Tab");
    await expect.poll(() => verdict(page)).toMatch(/agree with attention-is-all-you-need/);
    await page.getByLabel("Expected, if you know it").fill("method=sinusoidal&dModel=16&base=500");
    await page.getByLabel("Expected, if you know it").press("Tab");
    await expect.poll(() => verdict(page)).toMatch(/expected 500/);
  });
});

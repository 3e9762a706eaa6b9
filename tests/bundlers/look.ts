/** Strangers' pages: Chromium looks at what is made from the packed package. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium } from "../browser/harness/launch.ts";
import { serveSite } from "../browser/harness/site.ts";

let browser: Browser;

/** Starts the browser for all tests of a file. */
export function lookAtPages(): void {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });
}

/** Opens a page on which nothing must fail. */
export async function look(address: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("requestfailed", (request) => problems.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  try {
    await page.goto(address);
    await use(page).catch((cause) => {
      throw new Error(`${address}: ${problems.join("\n") || "nothing happened"}`, { cause });
    });
    expect(problems).toEqual([]);
  } finally {
    await page.close();
  }
}

/** Serves a folder, and looks at its page. */
export async function lookInto(
  folder: string,
  use: (page: Page) => Promise<void>,
  path = "index.html",
): Promise<void> {
  const site = await serveSite({ folders: { "/": folder } });
  await look(`${site.origin}/${path}`, use).finally(() => site.close());
}

/** Looks at a stranger's page in Chromium. */
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { serveSite } from "../browser/harness/site.ts";

/** Opens a page on which nothing must fail. */
export async function look(
  browser: Browser,
  address: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
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
  browser: Browser,
  folder: string,
  use: (page: Page) => Promise<void>,
  path = "index.html",
): Promise<void> {
  const site = await serveSite({ folders: { "/": folder } });
  await look(browser, `${site.origin}/${path}`, use).finally(() => site.close());
}

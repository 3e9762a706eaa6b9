import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Pages } from "../harness/pages.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";

/** The playground, driven by a test. */

export const withPlayground = <T>(
  opened: Pages,
  use: (page: Page) => Promise<T>,
  options: WatchOptions = {},
  fragment = "",
) =>
  withPage(opened.browser, opened.site, { path: `/playground/${fragment}`, ...options }, async (page) => {
    await page.locator(".cm-content").waitFor();
    return use(page);
  });

/** The fragment that brings code into the editor. */
export const fragmentOf = (code: string) => `#code=${deflateRawSync(code).toString("base64url")}`;

/** The lines of the editor. */
export const codeOn = async (page: Page) => (await page.locator(".cm-line").allTextContents()).join("\n");

/** Puts code into the editor; typed by the driver, lines would differ between browsers. */
export async function open(page: Page, code: string): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), fragmentOf(code));
  await expect.poll(() => codeOn(page)).toBe(code);
  await page.locator("#status", { hasText: "This code came by the link." }).waitFor();
}

/** Puts code into the editor, runs it, and waits for its end. */
export async function run(page: Page, code: string): Promise<{ status: string; shown: string[] }> {
  await open(page, code);
  return runAsItIs(page);
}

export async function runAsItIs(page: Page): Promise<{ status: string; shown: string[] }> {
  await page.locator("#run").click();
  const status = page.locator("#status");
  await expect.poll(() => status.textContent()).toMatch(/^(Done|Failed)\.$/);
  // Of a matrix its name: the rest is the same for all, or follows the pointer.
  const shown = await page
    .locator("#output > :not(.matrix), #output > .matrix > figcaption")
    .allTextContents();
  return { status: (await status.textContent()) ?? "", shown };
}

/** As a reader does it: `fill` lets Chromium delete lines at once, and it may keep their style in an attribute then. */
export async function write(page: Page, code: string): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(code);
}

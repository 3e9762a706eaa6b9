import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { testInBrowser } from "./browsers.ts";
import { type Site, type SiteOptions, serveSite } from "./site.ts";

export interface Pages {
  readonly browser: Browser;
  readonly site: Site;
}

/** The worker's browser and a served site for all tests of a file; both are there once its tests run. */
export function pagesForTests(options?: SiteOptions): Pages {
  const pages: { browser?: Browser; site?: Site } = {};
  testInBrowser.beforeAll(async ({ browser }) => {
    pages.browser = browser;
    pages.site = await serveSite(options);
  });
  afterAll(() => pages.site?.close());
  return pages as Pages;
}

import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./launch.ts";
import { type Site, type SiteOptions, serveSite } from "./site.ts";

export interface Pages {
  readonly browser: Browser;
  readonly site: Site;
}

/** A browser and a served site for all tests of a file; both are there once its tests run. */
export function pagesForTests(options?: SiteOptions): Pages {
  const pages: { browser?: Browser; site?: Site } = {};
  beforeAll(async () => {
    [pages.browser, pages.site] = await Promise.all([launch(), serveSite(options)]);
  });
  afterAll(async () => {
    await pages.browser?.close();
    await pages.site?.close();
  });
  return pages as Pages;
}

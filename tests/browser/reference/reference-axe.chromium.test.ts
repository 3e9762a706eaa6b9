import { expect, test } from "vitest";
import { axeViolations, COLOUR_RULES } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** Pages of hundreds of names, which axe reads in seconds here, and in a minute in Firefox. */

const opened = pagesForTests();

test.each(["api", "elements", "conventions", "llama-cache"])(
  "axe finds no violation on the page %s",
  async (name) => {
    const path = `/reference/${name}.html`;
    await withPage(opened.browser, opened.site, { path, colorScheme: "light" }, async (page) => {
      expect(await axeViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await axeViolations(page, ":root", COLOUR_RULES)).toEqual([]);
    });
  },
);

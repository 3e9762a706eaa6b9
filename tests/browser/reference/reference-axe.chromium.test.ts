import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";

/** Pages of hundreds of names, which axe reads in seconds here, and in a minute in Firefox. */

const opened = pagesForTests();

const looks = ["api", "elements", "conventions"].flatMap((name) =>
  (["light", "dark"] as const).map((colorScheme) => ({ name, colorScheme })),
);

test.each(looks)("axe finds no violation on the page $name, $colorScheme", async ({ name, colorScheme }) => {
  const path = `/reference/${name}.html`;
  await withPage(opened.browser, opened.site, { path, colorScheme }, async (page) => {
    expect(await axeViolations(page)).toEqual([]);
  });
});

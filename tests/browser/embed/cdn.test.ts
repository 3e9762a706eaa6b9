/** The guide's script for CDNs, word by word, in a page of one origin with the package on another. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { DIST } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

const guide = new URL("../../../web/site/reference/guides/cdn.html", import.meta.url);
const script = readFileSync(guide, "utf8");
const [, cdn = "", value = ""] = /"(https:\/\/cdn\.example)\/.*\/\/ ([\d.]+)\n/s.exec(script) ?? [];

const library = pagesForTests({ folders: { "/posenc@0.2.0/dist/": DIST }, shared: true });
const opened = pagesForTests({
  pages: {
    get "/playground"() {
      const here = script.replace(cdn, library.site.origin);
      return `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,"><body>${here}</body>`;
    },
  },
});

test("shows the value that its comment says", async () => {
  const expected = new RegExp(`^foreign request: ${library.site.origin}`);
  await withPage(opened.browser, opened.site, { path: "/playground", expected }, async (page) => {
    await expect.poll(() => page.evaluate(() => document.body.innerText)).toBe(value);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { noteShifts, shiftsOn } from "../harness/shifts.ts";
import { ARTICLE, SITE } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

/** The faces of the pages: small, under names of their own, and never the cause of a move. */

const opened = pagesForTests();
/** Faces come when the page has long been painted. */
const late = pagesForTests({ delay: (path) => (path.endsWith(".woff2") ? 1500 : 0) });

const folder = join(SITE, "assets");
const files = readdirSync(folder).filter((name) => name.endsWith(".woff2"));
const faces = files.map((name) => readFileSync(join(folder, name)));

test("the faces take at most 90 kB together", () => {
  expect(files).toHaveLength(4);
  expect(faces.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(90_000);
});

test("no file names a face by a reserved name, and the notices have the licence of both", async () => {
  for (const face of faces) {
    const font = await subsetFont(face, "a", { targetFormat: "truetype" });
    const texts = [font.toString("latin1"), Buffer.from(font).swap16().toString("utf16le")];
    expect(texts.join("")).not.toMatch(/Source Serif|SourceSerif/);
    expect(texts.join("")).toContain("Posenc S");
  }
  const notices = readFileSync(join(SITE, "notices.txt"), "utf8");
  expect(notices.match(/SIL OPEN FONT LICENSE/gi)?.length).toBeGreaterThanOrEqual(2);
  for (const name of ["source-serif-4", "inter"]) expect(notices).toContain(`@fontsource-variable/${name} `);
});

test("the article is set in these faces", async () => {
  await withPage(opened.browser, opened.site, { path: ARTICLE }, async (page) => {
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts]
        .map(({ family, style, weight, status }) => `${family} ${style} ${weight} ${status}`)
        .sort();
    });
    expect(loaded.map((face) => face.replaceAll('"', ""))).toEqual([
      "Posenc Sans normal 400 700 loaded",
      "Posenc Serif italic 400 loaded",
      "Posenc Serif normal 400 loaded",
      "Posenc Serif normal 600 700 loaded",
    ]);
  });
});

test("a face that comes late moves nothing", async () => {
  const visit = { path: ARTICLE, before: noteShifts, expected: /preload/ };
  await withPage(late.browser, late.site, visit, async (page) => {
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    expect(await shiftsOn(page)).toEqual([]);
  });
});

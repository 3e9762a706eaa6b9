/** Builds the pages into build/site with the package in dist/, as a user of the package would. */
import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { homepageOf } from "../../../tools/build/addresses.mjs";
import { ROOT } from "../../../tools/process.mjs";
import { contentKey, isStamped, stamp } from "../../../tools/stamps.mjs";
import { settingsKey } from "./article-settings.mjs";
import { atlasFacts } from "./atlas-facts.mjs";
import { ARTICLE, BARE, PAGES, SOURCE, WRONG, writeSiteMap } from "./site-pages.mjs";

export const SITE = join(ROOT, "build/site");
const STAMP = join(ROOT, "build/site.stamp");

/** What the pages are made from. */
const INPUTS = [
  ...["web/site", "web/methods", "web/plot", "dist", "package-lock.json", "llms.txt"],
  ...["web/elements/atlas/atlas-models.ts", "tests/fixtures/atlas", "tests/fixtures/configs"],
  ...["tools/build", "src/api", "src/models", "src/entries"], // their comments are in the pages
  ...[
    "tests/fixtures/engines",
    "tests/fixtures/executed",
    "tests/fixtures/kit",
    "tests/kit",
    "tests/measure/engines",
  ],
];

/** Builds the pages if an input has changed. Needs the built package. */
export async function buildSite() {
  const homepage = homepageOf(process.env);
  const files = contentKey(INPUTS);
  const key = `${files} ${settingsKey()}`;
  if (isStamped(STAMP, key)) return;
  console.log("  Bundling the page");
  const [buildPages, { figuresInFlow }, { drawStills, STILLS }, { writeMarkdown }] = await Promise.all([
    pageBuilder(),
    import("./article.mjs"),
    import("./stills/stills.mjs"),
    import("./markdown.mjs"),
  ]);
  const others = PAGES.filter((page) => page !== ARTICLE);
  await buildPages(others, true);
  await buildPages([ARTICLE], false, inFewFiles(figuresInFlow(SOURCE)));
  drawStills(readFileSync(join(SITE, ARTICLE), "utf8"), join(SITE, dirname(ARTICLE), STILLS));
  await writeMarkdown(SITE, titles());
  writeSiteMap(SITE, titles(), homepage);
  copyKit();
  stamp(STAMP, key);
}

/** Loads all that bundles pages. */
async function pageBuilder() {
  const [
    vite,
    { article },
    { cards },
    { doors },
    { fonts, writeFonts },
    { frame },
    { oneFile },
    { policy },
    { recorded },
    { reference },
  ] = await Promise.all([
    import("vite"),
    import("./article.mjs"),
    import("./social-card.mjs"),
    import("./doors.mjs"),
    import("./fonts.mjs"),
    import("./frame.mjs"),
    import("./playground.mjs"),
    import("./policy.mjs"),
    import("./playground.mjs"),
    import("./reference.mjs"),
  ]);
  await writeFonts();
  /** @param {boolean} isFirst */
  const plugins = (isFirst) => [
    ...article(SOURCE),
    ...(isFirst ? [cards()] : []),
    doors(),
    recorded(),
    atlasFacts(),
    reference(SOURCE),
    ...frame(),
    fonts(),
    oneFile(),
    policy(),
  ];
  /**
   * @param {string[]} pages
   * @param {boolean} isFirst whether the folder of the site is emptied before
   * @param {import("rolldown").CodeSplittingOptions} [codeSplitting]
   */
  return (pages, isFirst, codeSplitting) =>
    vite.build({
      configFile: false,
      root: SOURCE,
      plugins: plugins(isFirst),
      base: "./", // served from any folder
      logLevel: "warn",
      worker: { format: "es" }, // a module that finds its files beside itself
      build: {
        outDir: SITE,
        emptyOutDir: isFirst,
        assetsInlineLimit: 0, // a data: URL would need an exception in a page's content policy
        target: "es2022",
        chunkSizeWarningLimit: 700, // kB; the playground's editor, which is loaded when the page is there
        rolldownOptions: {
          input: pages.map((page) => join(SOURCE, page)),
          checks: { pluginTimings: false },
          ...(codeSplitting ? { output: { codeSplitting } } : {}),
        },
      },
    });
}

/** Figures whose code comes first: `posenc/embed.js` asks for that many, and then for the others. */
const FIRST = 3;

/**
 * A reader of the article needs nearly all figures. Many small files are a third larger when they are compressed one by one, so
 * its figures come in two: the first ones, and all others that need no opening.
 * @param {readonly string[]} names of the figures
 * @returns {import("rolldown").CodeSplittingOptions}
 */
function inFewFiles(names) {
  const codeOf = (/** @type {readonly string[]} */ some) =>
    new RegExp(`/dist/chunks/(${some.join("|")})\\.js$`);
  return {
    groups: [
      { name: "functions", test: /\/dist\/encodings\.js$/, priority: 3 },
      { name: "opening", test: codeOf(names.slice(0, FIRST)), priority: 2 },
      { name: "figures", test: codeOf(names.slice(FIRST)), priority: 1 },
    ],
  };
}

/** The conformance kit and its readers, as they are. */
function copyKit() {
  for (const folder of ["tests/fixtures/kit", "tests/kit"])
    cpSync(join(ROOT, folder), join(SITE, "kit"), { recursive: true });
}

/** The titles of the built pages that a reader may look for. */
const titles = () =>
  Object.fromEntries(
    PAGES.filter((page) => page !== BARE && page !== WRONG).map((page) => {
      const [, title = page] = /<title>(.*?)<\/title>/s.exec(readFileSync(join(SITE, page), "utf8")) ?? [];
      return [page, title];
    }),
  );

/** The pages of the site, by their paths: every HTML file of web/site that is a page. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";
import { PARTS, TOPICS } from "./reference/topics.mjs";

export const SOURCE = join(ROOT, "web/site");

/** The article, which is bundled by itself. */
export const ARTICLE = "article/index.html";

/** Parts of the article, and what guides show, which are no pages. */
const PARTS_OF_PAGES = ["chapters/", "reference/guides/"];

/** The page that holds one figure for a frame of another site: it has no header, and no place in lists of pages. */
export const BARE = "embed.html";

/** The page for a wrong path. */
export const WRONG = "404.html";

/** Pages of the reference, which the build makes. */
export const MADE = [...TOPICS, ...PARTS].map(({ id }) => `reference/${id}.html`);

/** Those that have a file. @type {readonly string[]} */
const WRITTEN = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".html") && !PARTS_OF_PAGES.some((folder) => path.startsWith(folder)))
  .sort();

/** All pages, with those that the build makes. */
export const PAGES = [...WRITTEN, ...MADE].sort();

/** The pages of the site, by their paths: every HTML file of web/site that is a page. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";
import { PARTS, TOPICS } from "./reference/page.mjs";

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

/** The files of the site that know all of its pages: the list for search engines, and the page for a wrong path. */

const LIST = "<!-- pages -->";

/** A title without the name of the site. @param {string} title */
const nameOf = (title) =>
  title.replace(/^posenc: | · posenc$/g, "").replace(/^./, (first) => first.toUpperCase());

/**
 * Writes the list, which needs the site's address, and fills the page for a wrong path. A wrong path may lie in any folder, so
 * that with an address all links of this page are whole; without one they are right for wrong paths beside it.
 * @param {string} folder of the built pages
 * @param {Readonly<Record<string, string>>} titles of the pages, by their paths
 * @param {string} [homepage] ends with a slash
 */
export function writeSiteMap(folder, titles, homepage) {
  const pathOf = (/** @type {string} */ path) => path.replace(/(^|\/)index\.html$/, "$1");
  const links = Object.entries(titles).map(
    ([path, title]) => `<li><a href="./${pathOf(path)}">${nameOf(title)}</a></li>\n`,
  );
  const file = join(folder, WRONG);
  const page = readFileSync(file, "utf8").replace(LIST, () => links.join(""));
  writeFileSync(
    file,
    homepage === undefined ? page : page.replaceAll(/(?<= (?:href|src)=")\.\//g, () => homepage),
  );
  if (homepage === undefined) return;
  const addresses = Object.keys(titles).map((path) => `  <url><loc>${homepage}${pathOf(path)}</loc></url>\n`);
  writeFileSync(
    join(folder, "sitemap.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join("")}</urlset>\n`,
  );
}

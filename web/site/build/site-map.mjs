/** The files of the site that know all of its pages: the list for search engines, and the page for a wrong path. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WRONG } from "./site-pages.mjs";

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

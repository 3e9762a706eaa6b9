/** The files of the site that need its address: the list of its pages for search engines, and the page for a wrong path. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} folder of the built pages
 * @param {Readonly<Record<string, string>>} titles of the pages, by their paths
 * @param {string} homepage that ends with a slash: a wrong path may lie in any folder, so that links must be whole
 */
export function writeSiteMap(folder, titles, homepage) {
  const addressOf = (/** @type {string} */ path) => homepage + path.replace(/(^|\/)index\.html$/, "$1");
  const addresses = Object.keys(titles).map((path) => `  <url><loc>${addressOf(path)}</loc></url>\n`);
  writeFileSync(
    join(folder, "sitemap.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join("")}</urlset>\n`,
  );
  const links = Object.entries(titles).map(
    ([path, title]) => `      <li><a href="${addressOf(path)}">${title}</a></li>\n`,
  );
  writeFileSync(
    join(folder, "404.html"),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>posenc: no such page</title>
  </head>
  <body>
    <h1>There is no such page</h1>
    <p>These are all there are:</p>
    <ul>
${links.join("")}    </ul>
  </body>
</html>
`,
  );
}

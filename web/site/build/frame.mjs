/** What all pages have in common: the header with the way to all parts of the site, the footer, and the reader's colours. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { joined, npmNotice } from "../../../tools/build/notices.mjs";
import { ROOT } from "../../../tools/process.mjs";
import { articleSettings, siteAddress } from "./article-settings.mjs";
import { FONT_PACKAGES } from "./fonts.mjs";
import { BARE, PAGES, SOURCE } from "./site-pages.mjs";

const THEME = "theme.js";

/** What reference/llama-cpp.html loads: a package, and llama.cpp, which is compiled into it without its licence. */
function llamaCppNotices() {
  const wllama = dirname(fileURLToPath(import.meta.resolve("@wllama/wllama/package.json")));
  const licence = readFileSync(join(SOURCE, "build/licences/llama.cpp.txt"), "utf8");
  return [npmNotice(wllama), `llama.cpp (MIT)\n\n${licence.trim()}`];
}

/** The licence of the project, and those of everything that the pages contain. */
function licences() {
  const notices = readFileSync(join(ROOT, "dist/THIRD-PARTY-NOTICES.txt"), "utf8");
  return {
    "licence.txt": readFileSync(join(ROOT, "LICENSE"), "utf8"),
    "notices.txt": joined([notices.trimEnd(), ...FONT_PACKAGES.map(npmNotice), ...llamaCppNotices()]),
  };
}

/** Link, page, and the pages that belong to it. @type {readonly [text: string, page: string, belongs: RegExp][]} */
const PARTS = [
  ["posenc", "index.html", /^index\.html$/],
  ["Article", "article/index.html", /^article\//],
  ["Lab", "lab/index.html", /^lab\//],
  ["Workbench", "workbench/index.html", /^workbench\//],
  ["Atlas", "atlas/index.html", /^atlas\//],
  ["Playground", "playground/index.html", /^playground\//],
  ["Reference", "reference/index.html", /^reference\//],
];

/** From the folder of a page to the top of the site. @param {string} page */
const up = (page) => "../".repeat(page.split("/").length - 1) || "./";

/** The lines of a head that are the same on every page. @param {string} page */
const headOf = (page) => `<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="${up(page)}favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up(page)}site.css" />`;

/** @param {string} page */
function headerOf(page) {
  const parts = PARTS.filter(([, target]) => PAGES.includes(target)).map(([text, target, belongs]) => {
    const current =
      page === target ? ' aria-current="page"' : belongs.test(page) ? ' aria-current="true"' : "";
    const href = up(page) + target.replace(/index\.html$/, "");
    const name = target === "index.html" ? `class="brand" aria-label="posenc: home" ` : "";
    return `<li><a ${name}href="${href}"${current}>${text}</a></li>`;
  });
  return `<a class="skip" href="#main">Skip to the content</a>
<nav class="site-header" aria-label="Site">
<ul>${parts.join("\n")}</ul>
<label><span>Colours</span> <select id="theme" autocomplete="off"><option value="">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</nav>`;
}

/** @param {string} page */
function footerOf(page) {
  const { version, repository } = articleSettings();
  return `<footer class="site-footer">
<p>posenc ${version} · <a href="${up(page)}licence.txt">MIT licence</a> · <a href="${up(page)}notices.txt">notices</a>${repository}</p>
</footer>`;
}

/** The address of a page, for search engines; nothing if nobody has said where the site is. @param {string} page */
function canonical(page) {
  const site = siteAddress();
  return site && `  <link rel="canonical" href="${site}${page.replace(/index\.html$/, "")}" />\n  `;
}

/**
 * A page with what all pages have in common.
 * @param {string} html @param {string} page path on the site
 */
export const framed = (html, page) =>
  html
    .replace("<head>", () => headOf(page))
    .replace(/<body[^>]*>/, (body) => `${body}\n${headerOf(page)}`)
    .replace("</body>", () => `${footerOf(page)}\n  </body>`)
    .replace(/<main(?![^>]* id=)/, '<main id="main"')
    .replace(
      "</head>",
      () => `  <link rel="stylesheet" href="${up(page)}frame/frame.css" />\n  ${canonical(page)}</head>`,
    );

/**
 * Plugins for Vite.
 * @returns {import("vite").Plugin[]}
 */
export function frame() {
  const pageOf = (/** @type {string} */ path) => path.replace(/^\//, "");
  return [
    {
      name: "frame",
      transformIndexHtml: {
        order: "pre",
        handler: (html, { path }) => (pageOf(path) === BARE ? html : framed(html, pageOf(path))),
      },
    },
    {
      name: "theme",
      transformIndexHtml: {
        order: "post", // a classic script, which Vite would complain about
        handler: (html, { path }) =>
          pageOf(path) === BARE
            ? html
            : html.replace(
                "<title>",
                () => `<script src="${up(pageOf(path))}${THEME}"></script>\n    <title>`,
              ),
      },
      generateBundle() {
        this.emitFile({ type: "asset", fileName: THEME, source: readFileSync(join(SOURCE, "frame", THEME)) });
        for (const [fileName, source] of Object.entries(licences()))
          this.emitFile({ type: "asset", fileName, source });
      },
    },
  ];
}

/**
 * Composes the article from its chapters: contents, links to sections, numbers of figures, the table of models, formulas as
 * MathML, and what other sites show of a link to it.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import temml from "temml";
import { builtPackage } from "../../../tools/build/built-package.mjs";
import { Failure, ROOT } from "../../../tools/process.mjs";
import { articleSettings } from "./article-settings.mjs";
import { withLabResults } from "./lab-results.mjs";
import { modelsTable } from "./models-table.mjs";
import { ARTICLE } from "./site-pages.mjs";
import { cardTags } from "./social-card.mjs";
import { ASIDE, withStills } from "./stills/stills.mjs";

/** Numbers the figures of the article in their order, and writes the numbers into captions and text. */

const CAPTIONED =
  /<figure class="wide"([^>]*)>(\s*(?:<div class="beside">\s*)?<(?:pe-[\w-]+|svg) id="([\w-]+)")([\s\S]*?)<\/figure>/g;
const CAPTION = "<figcaption>";
const SEE = /<!-- see: ([\w-]+) -->/g;

/**
 * Gives each figure the id `figure-<id of its first element>`, begins its caption with a linked number, and turns
 * `<!-- see: id -->` into a link that names the figure. Throws if a figure has no caption, or a link no figure.
 * @param {string} html
 */
function numberedFigures(html) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const numbered = html.replaceAll(CAPTIONED, (_, attributes, start, id, rest) => {
    numbers.set(id, numbers.size + 1);
    if (!rest.includes(CAPTION)) throw new Failure(`the article: figure ${id} has no caption`);
    const number = `<a class="figure-number" href="#figure-${id}">Figure ${numbers.get(id)}.</a> `;
    return `<figure class="wide" id="figure-${id}"${attributes}>${start}${rest.replace(CAPTION, () => CAPTION + number)}</figure>`;
  });
  return numbered.replaceAll(SEE, (_, id) => {
    const number = numbers.get(id);
    if (number === undefined) throw new Failure(`the article: no figure ${id}`);
    return `<a href="#figure-${id}">Figure ${number}</a>`;
  });
}

// Turns TeX into MathML when the page is built, so that no reader loads a formula renderer.

/** `\term{pair}{i}` marks a letter; the page highlights all its places together. */
const MACROS = { "\\term": "\\data{term=#1}{#2}" };

/** With the punctuation after it, which must not begin a line. */
const INLINE = /\\\(([\s\S]+?)\\\)([.,:;)]*)/g;
const DISPLAY = /\\\[([\s\S]+?)\\\]/g;

/** @param {string} html */
const decoded = (html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** @param {string} tex as it stands in HTML @param {boolean} displayMode */
function mathml(tex, displayMode) {
  const options = { displayMode, trust: true, throwOnError: true, macros: { ...MACROS } };
  return (
    temml
      .renderToString(decoded(tex.trim()), options)
      // A page's content policy would need an exception for inline styles; the style sheet has the same rules.
      .replaceAll(/ style="[^"]*"/g, "")
      // Variables use the italic of the text, because few readers have a mathematical font that fits it.
      .replaceAll(/<mi([^>]*)>(.)<\/mi>/gu, '<mi class="letter"$1>$2</mi>')
  );
}

/**
 * Replaces `\(…\)` and `\[…\]`, the second as a separate block.
 * @param {string} html
 */
function withFormulas(html) {
  return html
    .replaceAll(DISPLAY, (_, tex) => mathml(tex, true))
    .replaceAll(INLINE, (_, tex, end) => `<span class="inline">${mathml(tex, false)}${end}</span>`);
}

const CHAPTER = /<!-- chapter: ([\w-]+) -->/g;
const CONTENTS = "<!-- contents -->";
const MODELS = "<!-- models -->";
const SETTING = /<!-- setting: (\w+) -->/g;
/** Not in a summary, where a link would be a control within a control. */
const HEADING = /(?<!<summary>)<h([23]) id="([^"]+)">([\s\S]+?)<\/h\1>/g;
/** What a heading of a page that the build has made already has. */
const ANCHOR = 'class="anchor"';
/** Not the BibTeX, whose lines break. */
const LISTING = /<pre(?! id)([^>]*)>/g;
const DIST = join(ROOT, "dist");

/** @param {string} html */
function contentsOf(html) {
  const chapters = [...html.matchAll(HEADING)].filter(([, level]) => level === "2");
  return chapters.map(([, , id, title]) => `<li><a href="#${id}">${title}</a></li>`).join("\n");
}

/** Code is as wide as its longest line, so keys must reach it to scroll it. @param {string} html */
function withListings(html) {
  let count = 0;
  return html.replaceAll(LISTING, (_, attributes) => {
    count++;
    return `<pre tabindex="0" role="region" aria-label="Listing ${count}"${attributes}>`;
  });
}

/** @param {string} html */
function withAnchors(html) {
  return html.replaceAll(HEADING, (whole, level, id, title) =>
    title.includes(ANCHOR)
      ? whole
      : `<h${level} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to “${title}”">#</a></h${level}>`,
  );
}

/**
 * @param {string} html with `<!-- chapter: name -->` for each file of the folder `chapters`, which may name others; links of
 *   chapters begin at the top of the site, and the page is one folder below
 * @param {string} folder of the site
 * @returns {string}
 */
const withChapters = (html, folder) =>
  html.replaceAll(CHAPTER, (_, name) =>
    withChapters(readFileSync(join(folder, "chapters", `${name}.html`), "utf8"), folder).replaceAll(
      'href="./',
      'href="../',
    ),
  );

const FIGURE = /<pe-([\w-]+) id=/g;

/**
 * The figures of the article that need no opening, by the names of their files, in their order and each once.
 * @param {string} folder of the site
 */
export function figuresInFlow(folder) {
  const page = withChapters(readFileSync(join(folder, ARTICLE), "utf8"), folder).replaceAll(ASIDE, "");
  return [...new Set(Array.from(page.matchAll(FIGURE), ([, name = ""]) => name))];
}

/** @param {string} html the page @param {string} folder of the site */
async function composeArticle(html, folder) {
  const settings = articleSettings();
  const chapters = withChapters(html, folder);
  const whole = chapters
    .replace(CONTENTS, () => contentsOf(chapters))
    .replaceAll(SETTING, (_, name) => settings[/** @type {keyof typeof settings} */ (name)] ?? "");
  const models = whole.includes(MODELS) ? await modelsTable(await builtPackage(DIST)) : "";
  const numbered = numberedFigures(withLabResults(whole.replace(MODELS, () => models)));
  return withFormulas(withAnchors(withListings(numbered)));
}

/**
 * Plugins for Vite that compose the article of a folder.
 * @param {string} folder
 * @returns {import("vite").Plugin[]}
 */
export function article(folder) {
  /** @param {string} path */
  const isShared = (path) => path === `/${ARTICLE}` || path === "/index.html";
  /** @param {string} html @param {string} path */
  const shared = (html, path) => cardTags(path === `/${ARTICLE}` ? withStills(html) : html, path);
  return [
    {
      name: "article",
      transformIndexHtml: {
        order: "pre",
        handler: (html) => composeArticle(html, folder),
      },
    },
    {
      name: "card",
      transformIndexHtml: {
        order: "post", // after Vite has looked for files that the page names
        handler: (html, { path }) => (isShared(path) ? shared(html, path) : html),
      },
    },
  ];
}

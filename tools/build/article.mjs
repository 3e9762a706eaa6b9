/** Composes the article from its chapters, with a table of contents, links to its sections, and formulas as MathML. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withFormulas } from "./formulas.mjs";

const CHAPTER = /<!-- chapter: ([\w-]+) -->/g;
const CONTENTS = "<!-- contents -->";
const HEADING = /<h([23]) id="([^"]+)">([\s\S]+?)<\/h\1>/g;

/** @param {string} html */
function contentsOf(html) {
  const chapters = [...html.matchAll(HEADING)].filter(([, level]) => level === "2");
  return chapters.map(([, , id, title]) => `<li><a href="#${id}">${title}</a></li>`).join("\n");
}

/** @param {string} html */
function withAnchors(html) {
  return html.replaceAll(
    HEADING,
    (_, level, id, title) =>
      `<h${level} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to “${title}”">#</a></h${level}>`,
  );
}

/**
 * @param {string} html the page, with `<!-- chapter: name -->` for each file of the folder `chapters` beside it
 * @param {string} folder of the page
 */
function composeArticle(html, folder) {
  const whole = html.replaceAll(CHAPTER, (_, name) =>
    readFileSync(join(folder, "chapters", `${name}.html`), "utf8"),
  );
  return withFormulas(withAnchors(whole.replace(CONTENTS, () => contentsOf(whole))));
}

/**
 * A plugin for Vite that composes the article of a folder.
 * @param {string} folder
 * @returns {import("vite").Plugin}
 */
export function article(folder) {
  return {
    name: "article",
    transformIndexHtml: { order: "pre", handler: (html) => composeArticle(html, folder) },
  };
}

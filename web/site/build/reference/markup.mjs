/** Comments and code as HTML. */

/** @param {string} text */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * A heading that can be linked to.
 * @param {2 | 3 | 4} level
 * @param {string} id
 * @param {string} text
 * @param {string} [html] of the text
 */
export const heading = (level, id, text, html = escaped(text)) =>
  `<h${level} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to “${escaped(text)}”">#</a></h${level}>`;

/**
 * An entry of a long page, folded into its heading and one sentence. A link to the heading opens it.
 * @param {2 | 3} level
 * @param {string} id
 * @param {string} name as code
 * @param {string} sentence as HTML
 * @param {string} body as HTML
 */
export const folded = (level, id, name, sentence, body) =>
  `<article aria-labelledby="${id}"><details class="aside"><summary><h${level} id="${id}"><code>${escaped(name)}</code></h${level}> <span>${sentence}</span></summary>\n${body}</details></article>`;

/** Most characters of a line of code that fit on most screens. */
export const LINE = 60;

/**
 * An example. The result of a long line is on the line below it.
 * @param {string} code
 */
export function example(code) {
  const lines = code.split("\n").map((line) => (line.length > LINE ? line.replace("; // ", ";\n// ") : line));
  return `<pre><code>${escaped(lines.join("\n"))}</code></pre>`;
}

/** The addresses of names that have a section. @typedef {ReadonlyMap<string, string>} Links */

/**
 * A line of a comment, with `code` and links to sections.
 * @param {string} text
 * @param {Links} [links]
 */
export function inline(text, links = new Map()) {
  return escaped(text).replaceAll(/`([^`]+)`|\{@link (\w+)\s*\}/g, (_, code, name) => {
    const href = links.get(name ?? code);
    const html = `<code>${name ?? code}</code>`;
    return href === undefined ? html : `<a href="${href}">${html}</a>`;
  });
}

/**
 * A comment's paragraphs. Indented ones are formulas; a line of a word and a gap, as in "Source    …", is a fact.
 * @param {string} text
 * @param {Links} [links]
 */
export function paragraphs(text, links) {
  const parts = text.split(/\n{2,}/).filter((part) => part.trim() !== "");
  return parts.map((part) => paragraph(part, links)).join("\n");
}

const FACT = /^([A-Z][a-z]+) {2,}/;

/** @param {string} text @param {Links} [links] */
function paragraph(text, links) {
  if (text.startsWith("  ")) return formula(text);
  if (!FACT.test(text)) return `<p>${inline(text, links)}</p>`;
  const facts = text.split(/\n(?=[A-Z][a-z]+ {2,})/).map((fact) => {
    const [, name = ""] = FACT.exec(fact) ?? [];
    return `<dt>${name}</dt><dd>${inline(fact.replace(FACT, "").replaceAll(/\s+/g, " "), links)}</dd>`;
  });
  return `<dl class="facts">${facts.join("")}</dl>`;
}

/**
 * Text after a gap goes on a new line, because lines are shorter here than in a source.
 * @param {string} text
 */
const formula = (text) =>
  `<pre class="formula">${escaped(text.replaceAll(/^ {2}/gm, "").replaceAll(/(?<=\S) {4,}/g, "\n  "))}</pre>`;

/**
 * Code with links from names to their sections.
 * @param {string} code
 * @param {Links} links
 */
export function linkedCode(code, links) {
  const html = escaped(code).replaceAll(/\b[A-Z]\w+\b/g, (name) => {
    const href = links.get(name);
    return href === undefined ? name : `<a href="${href}">${name}</a>`;
  });
  return `<code>${html}</code>`;
}

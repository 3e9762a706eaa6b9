/** The parts of guides, as HTML: Markdown, and files that tests run, one of them cut at its numbered comments. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import { ROOT } from "../../../../tools/process.mjs";
import { escaped, heading } from "./markup.mjs";

const FOLDER = join(ROOT, "web/site/reference/guides");
/** A numbered comment at the begin of a line: the heading of the lines under it. */
const STEP = /^\/\/ (\d+)\. (.+)\n/m;

/** @returns {Promise<Record<string, string>>} */
export async function guidePage() {
  const program = readFileSync(join(FOLDER, "llama-cache.js"), "utf8");
  const [imports = "", ...steps] = program.split(/^(?=\/\/ \d+\. )/m);
  const python = readFileSync(join(FOLDER, "llama-cache.py"), "utf8");
  /** @type {Record<string, string>} */
  const parts = { ...files(), python: codeHtml(python), contents: "" };
  for (const step of steps) {
    const [line = "", number = "", title = ""] = STEP.exec(step) ?? [];
    const code = step.slice(line.length);
    parts[`heading${number}`] = heading(2, `step-${number}`, title);
    parts[`code${number}`] = codeHtml(number === "1" ? `${imports}${code}` : code);
    parts.contents += `<li><a href="#step-${number}">${escaped(title)}</a></li>\n`;
  }
  return parts;
}

/** Markdown as HTML, other files as code, by their names with _ for other signs. @returns {Record<string, string>} */
const files = () =>
  Object.fromEntries(
    readdirSync(FOLDER).map((name) => [
      name.replaceAll(/\W/g, "_"),
      (name.endsWith(".md") ? markdownHtml : codeHtml)(readFileSync(join(FOLDER, name), "utf8")),
    ]),
  );

/** Wide tables scroll inside their place. */
const markdown = new Marked({
  renderer: {
    heading({ depth, text }) {
      const id = text.toLowerCase().replaceAll(/\W+/g, "-");
      return heading(/** @type {2} */ (depth), id, text);
    },
    table(token) {
      const table = new Marked().parser([token]);
      const name = token.header.map(({ text }) => text).join(", ");
      return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(`Table: ${name}`)}">${table}</div>`;
    },
  },
});

/** @param {string} text */
const markdownHtml = (text) => /** @type {string} */ (markdown.parse(text));

/** @param {string} code */
const codeHtml = (code) => `<pre><code>${escaped(code.trim())}</code></pre>`;

/** Markdown twins of pages, for readers that are programs: of the reference, and of each published model; and their list, llms.txt. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
// @ts-expect-error the plugin has no declarations
import { tables } from "@joplin/turndown-plugin-gfm";
import Turndown from "turndown";
import { ROOT } from "../../../tools/process.mjs";
import { publishedModels } from "./models-table.mjs";

/** @typedef {import("./models-table.mjs").PublishedModel} PublishedModel */

const turndown = new Turndown({ headingStyle: "atx", bulletListMarker: "-" });
turndown.use(tables);
turndown.remove(["script", "style", "noscript", "button", "input", "textarea", "label"]);
turndown.addRule("anchors of headings", {
  filter: (node) => node.nodeName === "A" && node.className === "anchor",
  replacement: () => "",
});

turndown.addRule("powers", { filter: "sup", replacement: (content) => `^${content}` });

/** Some listings have several codes. */
turndown.addRule("listings", {
  filter: "pre",
  replacement: (_, node) => `\n\n\`\`\`\n${node.textContent?.trim()}\n\`\`\`\n\n`,
});

/** Links between pages of the reference lead to their twins. @param {string} html */
const toTwins = (html) => html.replaceAll(/(href="(?:\.\/)?[\w-]+)\.html(?=[#"])/g, "$1.md");

const partOf = (/** @type {string} */ html, /** @type {RegExp} */ part) => part.exec(html)?.[1] ?? "";

/** The title, the sentence under it, and the body of a page. @param {string} html @returns {string} */
function twinOf(html) {
  const [title, lead, body] = [
    /<h1[^>]*>(.*?)<\/h1>/s,
    /<p class="lead">(.*?)<\/p>/s,
    /<main[^>]*>(.*?)<\/main>/s,
  ].map((part) => turndown.turndown(toTwins(partOf(html, part))));
  return `# ${title}\n\n${lead}\n\n${body}\n`;
}

/** The name of a model's file. @param {string} name */
const fileOf = (name) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.md`;

const ORIGINS = /** @type {Record<string, string>} */ ({
  file: "the model's published config.json",
  class: "the defaults of its class",
  formula: "the paper's formula",
});

/**
 * @param {PublishedModel} model
 * @param {(type: string) => string[]} recipe
 * @returns {string}
 */
function modelTwin({ name, date, dated, positions, type, bases, context, scaling, origin }, recipe) {
  const facts = [
    `Published: ${date} (${dated.replace(":", " ")})`,
    `Positions: ${positions}`,
    ...(bases.length > 0 ? [`Base (\`rope_theta\`): ${bases.join(", ")}`] : []),
    ...(context === "" ? [] : [`Context: ${context} tokens`]),
    ...(scaling === "" ? [] : [`Frequencies are stretched by the rule: ${scaling}`]),
    `Source of these numbers: ${ORIGINS[origin]}`,
  ].map((fact) => `- ${fact}\n`);
  const ofClass =
    type === ""
      ? ""
      : `\n## Its class, \`${type}\`, by default\n\nThe model's own config.json may change this: \`npx posenc inspect config.json\`.\n\n${recipe(
          type,
        )
          .map((sentence) => `- ${sentence}\n`)
          .join("")}`;
  return `# ${name}\n\n${facts.join("")}${ofClass}`;
}

const PAGES_HEADING = "## Pages of this site, as Markdown";

/**
 * Writes the twins of pages of the reference beside them, those of models into `models`, and llms.txt.
 * @param {string} folder of the built pages
 * @param {Readonly<Record<string, string>>} titles of the pages, by their paths
 */
export async function writeMarkdown(folder, titles) {
  const pages = Object.entries(titles).filter(([path]) => path.startsWith("reference/"));
  const lines = pages.map(([path, title]) => {
    const twin = path.replace(/\.html$/, ".md");
    writeFileSync(join(folder, twin), twinOf(readFileSync(join(folder, path), "utf8")));
    return `- [${title.replace(/^posenc: /, "")}](${twin})\n`;
  });
  const { atlas, recipe } = await import(pathToFileURL(join(ROOT, "dist/atlas.js")).href);
  const types = new Set(atlas().map((/** @type {{ type: string }} */ { type }) => type));
  const recipeOf = (/** @type {string} */ type) => (types.has(type) ? recipe(type) : []);
  mkdirSync(join(folder, "models"), { recursive: true });
  for (const model of publishedModels()) {
    const file = `models/${fileOf(model.name)}`;
    writeFileSync(join(folder, file), modelTwin(model, recipeOf));
    lines.push(`- [${model.name}](${file})\n`);
  }
  const about = readFileSync(join(ROOT, "llms.txt"), "utf8");
  writeFileSync(join(folder, "llms.txt"), `${about}\n${PAGES_HEADING}\n\n${lines.join("")}`);
}

/** The reference of the figures, as HTML, from the package's custom-elements manifest. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ATTRIBUTES, CHILDREN, EVENTS, MEMBERS, PARTS, VARIABLES } from "../../../../tools/build/anatomy.mjs";
import { membersOf, named } from "../../../../tools/build/manifest.mjs";
import { ROOT } from "../../../../tools/process.mjs";
import { escaped, folded, heading, inline } from "./markup.mjs";

/**
 * @typedef {import("../../../../tools/build/manifest.mjs").Declaration} Declaration
 * @typedef {{ name: string, description: string }} Described
 * @typedef {Described & { kind: string, type: { text: string }, attribute?: string }} Member
 * @typedef {Described & { fieldName: string, type: { text: string }, default?: string }} Attribute
 */

/** @returns {Promise<{ contents: string, body: string }>} */
export async function elementsPage() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "dist/custom-elements.json"), "utf8"));
  /** @type {Declaration[]} */
  const figures = manifest.modules[0].declarations;
  const contents = figures.map(
    ({ tagName }) => `<li><a href="#${idOf(tagName)}">${tagName.slice(3)}</a></li>`,
  );
  return {
    contents: `<li><a href="#figures">Figures</a><ol>${contents.join("")}</ol></li>\n<li><a href="#all">All figures</a></li>`,
    body: [
      `<section aria-labelledby="figures">${heading(2, "figures", "Figures")}`,
      ...figures.map(figureHtml),
      "</section>",
      `<section aria-labelledby="all">${heading(2, "all", "All figures")}${sharedHtml()}</section>`,
    ].join("\n"),
  };
}

/**
 * Not the tag itself: a fragment that begins with a tag sets the state of that figure.
 * @param {string} tagName
 */
const idOf = (tagName) => tagName.replace(/^pe-/, "figure-");

/** @param {Declaration} figure */
function figureHtml({ tagName, description, attributes, members, cssParts }) {
  const [text = "", example = ""] = description.split(/\n\n```html\n|\n```$/);
  const properties = /** @type {Member[]} */ (members).filter(({ attribute }) => attribute === undefined);
  const body = [
    `<pre><code>${escaped(example)}</code></pre>`,
    `<div class="wide">${example.replace("></", `>${escaped(text)}</`)}</div>`,
    list("Attributes", without(attributes, ATTRIBUTES).map(attributeRow)),
    list("Properties and methods", without(properties, MEMBERS).map(memberRow)),
    list("Parts", without(cssParts, PARTS).map(row)),
  ].join("\n");
  return folded(3, idOf(tagName), `<${tagName}>`, inline(text), body);
}

/**
 * @template {Described} T
 * @param {readonly T[]} all
 * @param {object} common to all figures, by name
 */
const without = (all, common) => all.filter(({ name }) => !Object.hasOwn(common, name));

const sharedHtml = () =>
  [
    "<p>Each attribute is also a property, with its name in camel case unless stated otherwise. A change of one changes the other. A missing attribute has its default. If a value cannot be used, the last good picture stays, and a line under the figure says why.</p>",
    `<p><strong>Children</strong> ${inline(CHILDREN)}</p>`,
    list("Attributes", named(ATTRIBUTES).map(row)),
    list("Properties and methods", membersOf(MEMBERS).map(memberRow)),
    list("Events", named(EVENTS).map(row)),
    list("Parts, for <code>::part(…)</code>", named(PARTS).map(row)),
    list("CSS variables", named(VARIABLES).map(row)),
  ].join("\n");

/** @param {string} title @param {readonly string[]} rows */
const list = (title, rows) =>
  rows.length === 0 ? "" : `<p class="label">${title}</p><dl class="fields">${rows.join("\n")}</dl>`;

/** @param {Described} described */
const row = ({ name, description }) => `<dt><code>${name}</code></dt><dd>${inline(description)}</dd>`;

/** @param {Attribute} attribute */
function attributeRow({ name, fieldName, type, description, default: otherwise }) {
  const usual = otherwise === undefined ? "" : `; default <code>${escaped(otherwise)}</code>`;
  const camelCase = name.replaceAll(/-\w/g, (hyphened) => hyphened.charAt(1).toUpperCase());
  const property = fieldName === camelCase ? "" : `; property <code>${fieldName}</code>`;
  return `<dt><code>${name}</code> <span class="type">${typeText(type.text)}${usual}${property}</span></dt><dd>${inline(description)}</dd>`;
}

/** @param {Member} member */
const memberRow = ({ name, kind, type, description }) =>
  `<dt><code>${name}${kind === "method" ? "()" : ""}</code> <span class="type"><code>${escaped(type.text)}</code></span></dt>` +
  `<dd>${inline(description)}</dd>`;

/**
 * The meaning of an attribute's text.
 * @param {string} type
 */
function typeText(type) {
  if (type === "boolean") return "present or absent";
  if (type === "string") return "text";
  if (type === "readonly number[]") return "numbers, separated by spaces";
  return type
    .split(" | ")
    .map((word) => (word.startsWith('"') ? `<code>${word.slice(1, -1)}</code>` : word))
    .join(", ");
}

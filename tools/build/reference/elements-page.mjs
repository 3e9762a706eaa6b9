/** The reference of the figures, as HTML, from the package's custom-elements manifest. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../process.mjs";
import { escaped, heading, inline } from "./markup.mjs";

/**
 * @typedef {{ name: string, description: string }} Described
 * @typedef {Described & { fieldName: string, type: { text: string }, default?: string }} Attribute
 * @typedef {Described & { kind: string, type: { text: string }, attribute?: string }} Member
 *
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} tagName
 * @property {string} description
 * @property {Attribute[]} attributes
 * @property {Member[]} members
 * @property {Described[]} slots
 * @property {Described[]} events
 * @property {Described[]} cssParts
 * @property {Described[]} cssProperties
 */

/** @returns {Promise<{ contents: string, body: string }>} */
export async function elementsPage() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "dist/custom-elements.json"), "utf8"));
  /** @type {Declaration[]} */
  const figures = manifest.modules[0].declarations;
  const shared = sharedBy(figures);
  const contents = figures.map(
    ({ tagName }) => `<li><a href="#${idOf(tagName)}">${tagName.slice(3)}</a></li>`,
  );
  return {
    contents: `<li><a href="#figures">Figures</a><ol>${contents.join("")}</ol></li>\n<li><a href="#all">What all have</a></li>`,
    body: [
      `<section aria-labelledby="figures">${heading(2, "figures", "Figures")}`,
      ...figures.map((figure) => figureHtml(figure, shared)),
      "</section>",
      `<section aria-labelledby="all">${heading(2, "all", "What all have")}${sharedHtml(shared)}</section>`,
    ].join("\n"),
  };
}

/**
 * Not the tag itself: a fragment that begins with it is a state for the figure to take.
 * @param {string} tagName
 */
const idOf = (tagName) => tagName.replace(/^pe-/, "figure-");

/** @typedef {Pick<Declaration, "members" | "slots" | "events" | "cssParts" | "cssProperties">} Shared */

/**
 * What every figure has, in the words of the first.
 * @param {readonly Declaration[]} figures
 * @returns {Shared}
 */
function sharedBy(figures) {
  /**
   * @template {Described} T
   * @param {(figure: Declaration) => readonly T[]} list
   */
  const shared = (list) =>
    (figures[0] ? list(figures[0]) : []).filter(({ name, description }) =>
      figures.every((figure) =>
        list(figure).some((other) => other.name === name && other.description === description),
      ),
    );
  return {
    members: shared(({ members }) => members.filter(({ attribute }) => attribute === undefined)),
    slots: shared(({ slots }) => slots),
    events: shared(({ events }) => events),
    cssParts: shared(({ cssParts }) => cssParts),
    cssProperties: shared(({ cssProperties }) => cssProperties),
  };
}

/** @param {Declaration} figure @param {Shared} shared */
function figureHtml({ tagName, description, attributes, members, events, cssParts }, shared) {
  const [text = "", example = ""] = description.split(/\n\n```html\n|\n```$/);
  /** @param {readonly Described[]} list @param {readonly Described[]} known */
  const own = (list, known) => list.filter(({ name }) => !known.some((other) => other.name === name));
  const properties = /** @type {Member[]} */ (own(members, shared.members));
  return [
    `<article aria-labelledby="${idOf(tagName)}">`,
    heading(3, idOf(tagName), `<${tagName}>`, `<code>&lt;${tagName}&gt;</code>`),
    `<p>${inline(text)}</p>`,
    `<pre><code>${escaped(example)}</code></pre>`,
    `<div class="wide">${example.replace("></", `>${escaped(text)}</`)}</div>`,
    list("Attributes", attributes.map(attributeRow)),
    list(
      "Properties and methods",
      properties.filter(({ attribute }) => attribute === undefined).map(memberRow),
    ),
    list("Events", own(events, shared.events).map(row)),
    list("Parts", own(cssParts, shared.cssParts).map(row)),
    "</article>",
  ].join("\n");
}

/** @param {Shared} shared */
function sharedHtml({ members, slots, events, cssParts, cssProperties }) {
  const children = slots.map(({ description }) => `<p><strong>Children</strong> ${inline(description)}</p>`);
  const silent = events.length === 0 ? "<p>A figure fires no events of its own.</p>" : "";
  return [
    "<p>Each attribute is also a property, in camel case where nothing else is said, which follows it and is written back to it. An attribute that is not there has its default; what cannot be used leaves the last good picture, and a line under the figure says why.</p>",
    ...children,
    silent,
    list("Events", events.map(row)),
    list("Properties and methods", members.map(memberRow)),
    list("Parts, for <code>::part(…)</code>", cssParts.map(row)),
    list("CSS variables", cssProperties.map(row)),
  ].join("\n");
}

/** @param {string} title @param {readonly string[]} rows */
const list = (title, rows) =>
  rows.length === 0 ? "" : `<p class="label">${title}</p><dl class="fields">${rows.join("\n")}</dl>`;

/** @param {Described} described */
const row = ({ name, description }) => `<dt><code>${name}</code></dt><dd>${inline(description)}</dd>`;

/** @param {Attribute} attribute */
function attributeRow({ name, fieldName, type, description, default: otherwise }) {
  const usual = otherwise === undefined ? "" : `; default <code>${escaped(otherwise)}</code>`;
  const camelCase = name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const property = fieldName === camelCase ? "" : `; property <code>${fieldName}</code>`;
  return `<dt><code>${name}</code> <span class="type">${typeText(type.text)}${usual}${property}</span></dt><dd>${inline(description)}</dd>`;
}

/** @param {Member} member */
const memberRow = ({ name, kind, type, description }) =>
  `<dt><code>${name}${kind === "method" ? "()" : ""}</code> <span class="type"><code>${escaped(type.text)}</code></span></dt>` +
  `<dd>${inline(description)}</dd>`;

/**
 * What an attribute's text stands for.
 * @param {string} type
 */
function typeText(type) {
  if (type === "boolean") return "there or not";
  if (type === "string") return "text";
  if (type === "readonly number[]") return "numbers apart by spaces";
  return type
    .split(" | ")
    .map((word) => (word.startsWith('"') ? `<code>${word.slice(1, -1)}</code>` : word))
    .join(", ");
}

/** The reference of the package's functions and types, as HTML. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../process.mjs";
import { openSources } from "../sources.mjs";
import { ENTRIES, readEntries } from "./api.mjs";
import { escaped, example, heading, inline, LINE, linkedCode, paragraphs } from "./markup.mjs";
import { readMethods } from "./methods.mjs";

/**
 * @typedef {import("./api.mjs").Named} Named
 * @typedef {import("./methods.mjs").Row} Row
 * @typedef {import("./markup.mjs").Links} Links
 * @typedef {{ id: string, title: string, lead: string, items: { id: string, name: string, html: string }[] }} Section
 */

/** @returns {Promise<{ contents: string, body: string }>} */
export async function apiPage() {
  const sources = openSources(Object.values(ENTRIES));
  const names = merged(readEntries(sources));
  const symbol = sources.exportsOf(ENTRIES["posenc/spec"]).find(({ name }) => name === "methods");
  const { methods } = await import(pathToFileURL(join(ROOT, "dist/spec.js")).href);
  const rows = symbol === undefined ? [] : readMethods(sources, symbol, methods);
  const sections = sectionsOf(names, rows);
  return { contents: contentsOf(sections), body: sections.map(sectionHtml).join("\n") };
}

/**
 * Each name once, as the largest entry has it, with the entries that have it.
 * @param {readonly [string, readonly Named[]][]} entries
 */
function merged(entries) {
  /** @type {Map<string, Named & { entries: string[] }>} */
  const found = new Map();
  for (const [entry, names] of entries) {
    for (const named of names) {
      const key = `${named.kind} ${named.name}`;
      const before = found.get(key);
      const larger = before === undefined || entry === "posenc/full" ? named : before;
      found.set(key, { ...larger, entries: [...(before?.entries ?? []), entry] });
    }
  }
  return [...found.values()];
}

/**
 * @param {readonly (Named & { entries: string[] })[]} names
 * @param {readonly Row[]} methods
 * @returns {Section[]}
 */
function sectionsOf(names, methods) {
  const links = new Map(names.map(({ name }) => [name, `#${name}`]));
  const taken = optionsOf(names);
  /** @param {Named["kind"][]} kinds */
  const of = (...kinds) =>
    names
      .filter(({ kind }) => kinds.includes(kind))
      .map((named) => ({ id: named.name, name: named.name, html: namedHtml(named, links, taken) }));
  return [
    {
      id: "functions",
      title: "What load gives",
      lead: "Functions of <code>pe</code>, once <code>const pe = await load()</code> is done.",
      items: of("method"),
    },
    { id: "exports", title: "What is there at once", lead: "Exports.", items: of("function", "value") },
    {
      id: "methods",
      title: "Fields of specs",
      lead: "What a <code>Spec</code> of each <code>method</code> may say, and what is taken for a field that is left out.",
      items: methods.map((row) => ({
        id: `method-${row.name}`,
        name: row.name,
        html: rowHtml(row, links),
      })),
    },
    { id: "types", title: "Types", lead: "For TypeScript.", items: of("type") },
  ];
}

/**
 * Types whose members are listed with a function that takes them, and that function.
 * @param {readonly Named[]} names
 */
function optionsOf(names) {
  const taken = new Map();
  for (const { name, kind, code } of names) {
    if (kind !== "type")
      for (const [, type] of code.join().matchAll(/\boptions\??: (\w+)(?=[<)])/g)) taken.set(type, name);
  }
  return taken;
}

/** @param {readonly Section[]} sections */
function contentsOf(sections) {
  const items = sections.map(({ id, title, items }) => {
    const names = items.map((item) => `<li><a href="#${item.id}">${item.name}</a></li>`);
    return `<li><a href="#${id}">${title}</a><ol>${names.join("")}</ol></li>`;
  });
  return items.join("\n");
}

/** @param {Section} section */
function sectionHtml({ id, title, lead, items }) {
  const parts = items.map((item) => {
    const name = heading(3, item.id, item.name, `<code>${item.name}</code>`);
    return `<article aria-labelledby="${item.id}">${name}\n${item.html}</article>`;
  });
  return `<section aria-labelledby="${id}">${heading(2, id, title)}<p>${lead}</p>${parts.join("\n")}</section>`;
}

/**
 * @param {Named & { entries: string[] }} named
 * @param {Links} links
 * @param {ReadonlyMap<string, string>} taken
 */
function namedHtml({ name, kind, code, params, comment, members, entries }, links, taken) {
  const title = kind === "type" && code.length > 0 ? [`${name} = ${code[0]?.replace(/^\|\s*/, "")}`] : code;
  return [
    title.length > 0
      ? `<pre class="signature">${title.map((line) => linkedCode(broken(line), links)).join("\n")}</pre>`
      : "",
    paragraphs(comment.text, links),
    paramsHtml(params, comment, links),
    taken.has(name)
      ? `<p>Its fields stand with ${inline(`{@link ${taken.get(name)}}`, links)}.</p>`
      : membersHtml(members, links),
    labelled("Returns", comment.returns, links),
    labelled("Throws", comment.throws, links),
    ...comment.examples.map(example),
    `<p class="entries">${entries.map((entry) => `<code>${entry}</code>`).join(" ")}</p>`,
  ].join("\n");
}

/**
 * A long signature has a line for each parameter.
 * @param {string} signature
 */
function broken(signature) {
  if (signature.length <= LINE || !/^\w+[<(]/.test(signature)) return signature;
  return signature
    .replace(/(?<=^\w+(?:<.*?>+)?\()(?=\w)/, "\n  ")
    .replaceAll(/, (?=\w+\??: )/g, ",\n  ")
    .replace(/\): (?=[^)]*$)/, ",\n): ");
}

/**
 * @param {Named["params"]} params
 * @param {import("../sources.mjs").Comment} comment
 * @param {Links} links
 */
function paramsHtml(params, comment, links) {
  if (params.length === 0) return "";
  const items = params.map(({ name, members }) => {
    const text = comment.params.find((param) => param.name === name)?.text ?? "";
    return `<dt><code>${name}</code></dt><dd>${inline(text, links)}${membersHtml(members, links)}</dd>`;
  });
  return `<dl class="fields">${items.join("\n")}</dl>`;
}

/** @param {Named["members"]} members @param {Links} links */
function membersHtml(members, links) {
  if (members.length === 0) return "";
  const items = members.map(
    ({ name, type, optional, comment }) =>
      `<dt><code>${name}${optional ? "?" : ""}</code> <span class="type">${linkedCode(type, links)}</span></dt>` +
      `<dd>${inline(comment.text, links)}</dd>`,
  );
  return `<dl class="fields">${items.join("\n")}</dl>`;
}

/** @param {string} label @param {string} text @param {Links} links */
const labelled = (label, text, links) =>
  text === "" ? "" : `<p><strong>${label}</strong> ${inline(text, links)}</p>`;

/**
 * @param {Row} row
 * @param {Links} links
 * @returns {string}
 */
function rowHtml({ comment, fields }, links) {
  const items = fields.map(
    (field) =>
      `<dt><code>${field.name}</code> <span class="type">${inline(`${field.range}; ${field.otherwise}`)}</span></dt>` +
      `<dd>${inline(field.comment.text, links)}${field.comment.examples.map(example).join("")}${typesHtml(field.types, links)}</dd>`,
  );
  const list = items.length === 0 ? "" : `<dl class="fields">${items.join("\n")}</dl>`;
  return `${paragraphs(comment.text, links)}${comment.examples.map(example).join("")}${list}`;
}

/** @param {readonly Row[]} types @param {Links} links */
function typesHtml(types, links) {
  if (types.length === 0) return "";
  const items = types.map(
    (row) => `<dt><code>"${escaped(row.name)}"</code></dt><dd>${rowHtml(row, links)}</dd>`,
  );
  return `<dl class="fields">${items.join("\n")}</dl>`;
}

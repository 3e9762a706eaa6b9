/** The reference of the package's functions and types, as HTML. */
import { readApi } from "./api.mjs";
import { namedHtml, rowHtml } from "./api-items.mjs";
import { heading } from "./markup.mjs";

/**
 * @typedef {import("./api.mjs").Named} Named
 * @typedef {import("./methods.mjs").Row} Row
 * @typedef {import("./markup.mjs").Links} Links
 * @typedef {{ id: string, title: string, lead: string, items: { id: string, name: string, html: string }[] }} Section
 */

/** @returns {Promise<{ contents: string, body: string }>} */
export async function apiPage() {
  const { entries, methods } = await readApi();
  const sections = sectionsOf(merged(entries), methods);
  return { contents: contentsOf(sections), body: sections.map(sectionHtml).join("\n") };
}

/**
 * Each name once, as the largest entry declares it, with the entries that export it.
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
      title: "Functions",
      lead: "Functions of <code>pe</code>, once <code>const pe = await load()</code> is done.",
      items: of("method"),
    },
    {
      id: "exports",
      title: "Exports",
      lead: "Available without loading, except <code>load</code> itself, which starts it.",
      items: of("function", "value"),
    },
    {
      id: "methods",
      title: "Fields of specs",
      lead: "The fields of a <code>Spec</code> for each <code>method</code>, and the defaults of those that may be left out.",
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
 * Types with members that are listed with a function, and this function.
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

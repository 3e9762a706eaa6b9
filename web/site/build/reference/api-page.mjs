/** The reference of the package's functions and types: a page for each topic, and a list of all names. */
import { Failure } from "../../../../tools/process.mjs";
import { readApi } from "./api.mjs";
import { namedHtml, rowHtml } from "./api-items.mjs";
import { folded, heading, inline } from "./markup.mjs";
import { topicPage } from "./page.mjs";
import { PARTS, TOPICS } from "./topics.mjs";

/**
 * @typedef {import("./api.mjs").Named & { entries: string[] }} Named
 * @typedef {import("./methods.mjs").Row} Row
 * @typedef {import("./markup.mjs").Links} Links
 * @typedef {import("./topics.mjs").Topic} Topic
 * @typedef {{ name: string, text: string }} Option
 * @typedef {{ id: string, name: string, kind: string, html: string, text: string, options: Option[], entries?: string[] }} Item
 * @typedef {{ topic: Topic, items: Item[] }} Page
 */

/** @returns {Promise<Page[]>} */
export async function apiPages() {
  const { entries, methods } = await readApi();
  const names = merged(entries);
  const homes = new Map(names.map((named) => [named.name, topicOf(named)]));
  const links = new Map(Array.from(homes, ([name, { id }]) => [name, `${id}.html#${name}`]));
  const context = {
    links,
    taken: optionsOf(names),
    exported: names.filter(({ kind }) => kind === "function" || kind === "value").map(({ name }) => name),
  };
  return [...TOPICS, ...PARTS].map((topic) => ({
    topic,
    items:
      topic.id === "methods"
        ? methods.map((row) => methodItem(row, context))
        : inOrder(
            topic,
            names.filter((named) => topicOf(named) === topic),
          ).map((named) => namedItem(named, topic, context)),
  }));
}

/** @param {Topic} topic @param {Named[]} names */
const inOrder = ({ names: order = [] }, names) =>
  names.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));

/** @param {Named} named @returns {Topic} */
function topicOf({ name, kind, entries }) {
  const types = /** @type {Topic} */ (PARTS.at(-1));
  const isTyped = kind === "type";
  const topic = isTyped
    ? types
    : TOPICS.find(
        (each) => each.names?.includes(name) || entries.some((entry) => each.entries?.includes(entry)),
      );
  if (topic === undefined) throw new Failure(`web/site/build/reference/topics.mjs has no topic for ${name}`);
  return topic;
}

/**
 * @typedef {{ links: Links, taken: ReadonlyMap<string, string>, exported: readonly string[] }} Context
 * @param {Named} named @param {Topic} topic @param {Context} context
 * @returns {Item}
 */
const namedItem = (named, topic, { links, taken, exported }) => ({
  id: named.name,
  name: named.name,
  kind: named.kind === "type" ? "type" : named.kind === "value" ? "value" : "function",
  html: namedHtml(named, links, taken, topic.runs ? exported : undefined),
  text: named.comment.text,
  ...(named.kind === "type" ? {} : { entries: named.entries }),
  options:
    named.kind === "type"
      ? []
      : named.params.flatMap(({ members }) =>
          members.map(({ name, comment }) => ({ name, text: comment.text })),
        ),
});

/** @param {Row} row @param {Context} context @returns {Item} */
const methodItem = (row, { links, exported }) => ({
  id: `method-${row.name}`,
  name: row.name,
  kind: "method",
  html: rowHtml(row, links, exported),
  text: row.comment.text,
  options: row.fields.map(({ name, comment }) => ({ name, text: comment.text })),
});

/** @param {string} text */
const firstSentence = (text) => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

/** The whole HTML of a topic's page. @param {Page} page */
export function pageHtml({ topic, items }) {
  const parts = items.map((item) => {
    const { id, name, html, text } = item;
    if (topic.isFolded) return folded(2, id, name, inline(firstSentence(text)), html);
    const title = heading(2, id, name, `<code>${name}</code>`);
    return `<article aria-labelledby="${id}">${title}\n${html}</article>`;
  });
  return topicPage(topic, items, parts.join("\n"));
}

/** Each name with the link to its page: addresses from before there was a page for each topic lead on from here. */
export async function allNames() {
  const pages = await apiPages();
  const lists = pages.map(({ topic, items }) => {
    const names = items.map(
      ({ id, name }) => `<li id="${id}"><a href="./${topic.id}.html#${id}"><code>${name}</code></a></li>`,
    );
    return `<h2 id="all-${topic.id}"><a href="./${topic.id}.html">${topic.title}</a></h2>\n<ul class="all">${names.join("\n")}</ul>`;
  });
  return { body: lists.join("\n") };
}

/**
 * Each name once, as the largest entry declares it, with the entries that export it.
 * @param {readonly [string, readonly import("./api.mjs").Named[]][]} entries
 */
function merged(entries) {
  /** @type {Map<string, Named>} */
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

/** The reference of the package's functions and types: a page for each topic, and a list of all names. */
import { deflateRawSync } from "node:zlib";
import { Failure } from "../../../../tools/process.mjs";
import { readApi } from "./api.mjs";
import { escaped, example, folded, heading, inline, LINE, linkedCode, paragraphs } from "./markup.mjs";
import { PARTS, TOPICS, topicPage } from "./page.mjs";

// Links that open an example in the playground.

/** A line that is a value, with the result that its comment says. */
const VALUE = /^(?!const |let |import |for |if |await |\/\/|[\s})\]])(.+); \/\/ (.*)$/gm;

/**
 * The example as a program: what it takes is imported, and what its comments say is shown.
 * @param {string} code
 * @param {readonly string[]} exported names of functions and values
 */
function programOf(code, exported) {
  const used = exported.filter((name) => new RegExp(`(?<![.\\w])${name}\\b`).test(code));
  const needsPe = /\bpe\./.test(code) && !/\bconst pe\b/.test(code);
  const names = [...new Set([...(needsPe ? ["load"] : []), ...used])];
  const before =
    /^import /m.test(code) || names.length === 0
      ? ""
      : `import { ${names.join(", ")} } from "posenc/full";\n\n`;
  return `${before}${needsPe ? "const pe = await load();\n" : ""}${code.replaceAll(VALUE, "show($1); // $2")}\n`;
}

/** @param {string} program */
const tryLink = (program) =>
  `<p class="try"><a href="../playground/#code=${deflateRawSync(program).toString("base64url")}">Try it in the playground</a></p>`;

// One function, type or method of specs, as HTML.

/**
 * @param {Named} named
 * @param {Links} links
 * @param {ReadonlyMap<string, string>} taken
 * @param {readonly string[]} [exported] what examples may import, if they run in the playground
 */
function namedHtml(named, links, taken, exported) {
  const { name, kind, code, params, comment, members, entries } = named;
  const title = kind === "type" && code.length > 0 ? [`${name} = ${code[0]?.replace(/^\|\s*/, "")}`] : code;
  return [
    callHtml(named),
    title.length > 0
      ? `<pre class="signature">${title.map((line) => linkedCode(broken(line), links)).join("\n")}</pre>`
      : "",
    paragraphs(comment.text, links),
    paramsHtml(params, links),
    taken.has(name)
      ? `<p>Its fields stand with ${inline(`{@link ${taken.get(name)}}`, links)}.</p>`
      : membersHtml(members, links),
    labelled(`Returned by <code>${name}()</code>`, comment.returns, links),
    labelled("Errors", comment.throws, links),
    ...comment.examples.map((code) => tried(code, exported)),
    `<p class="entries">Imported from ${entries.map((entry) => `<code>${entry}</code>`).join(" ")}</p>`,
  ].join("\n");
}

/** An example, with a link that opens it. @param {string} code @param {readonly string[]} [exported] */
const tried = (code, exported) => example(code) + (exported ? tryLink(programOf(code, exported)) : "");

/** What a person types. @param {Named} named */
function callHtml({ name, kind, params }) {
  if (kind !== "method" && kind !== "function") return "";
  const of = kind === "function" ? "" : name === "free" ? "weights." : "pe.";
  return `<pre class="signature call"><code>${of}${name}(${params.map((param) => param.name).join(", ")})</code></pre>`;
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

/** @param {Named["params"]} params @param {Links} links */
function paramsHtml(params, links) {
  if (params.length === 0) return "";
  const items = params.map(
    ({ name, text, members }) =>
      `<dt><code>${name}</code></dt><dd>${inline(text, links)}${membersHtml(members, links)}</dd>`,
  );
  return `<dl class="fields">${items.join("\n")}</dl>`;
}

/** @param {Named["members"]} members @param {Links} links @returns {string} */
function membersHtml(members, links) {
  if (members.length === 0) return "";
  const items = members.map(
    ({ name, type, optional, comment, members }) =>
      `<dt><code>${name}${optional ? "?" : ""}</code> <span class="type">${linkedCode(type, links)}</span></dt>` +
      `<dd>${inline(comment.text, links)}${membersHtml(members, links)}</dd>`,
  );
  return `<dl class="fields">${items.join("\n")}</dl>`;
}

/** @param {string} label @param {string} text @param {Links} links */
const labelled = (label, text, links) =>
  text === "" ? "" : `<p><strong>${label}</strong> ${inline(text, links)}</p>`;

/** @param {Row} row @param {Links} links @param {readonly string[]} [exported] @returns {string} */
function rowHtml({ comment, fields }, links, exported) {
  const items = fields.map(
    (field) =>
      `<dt><code>${field.name}</code> <span class="type">${inline(`${field.range}; ${field.otherwise}`)}</span></dt>` +
      `<dd>${inline(field.comment.text, links)}${field.comment.examples.map(example).join("")}${typesHtml(field.types, links)}</dd>`,
  );
  const list = items.length === 0 ? "" : `<dl class="fields">${items.join("\n")}</dl>`;
  return `${paragraphs(comment.text, links)}${comment.examples.map((code) => tried(code, exported)).join("")}${list}`;
}

/** @param {readonly Row[]} types @param {Links} links */
function typesHtml(types, links) {
  if (types.length === 0) return "";
  const items = types.map(
    (row) => `<dt><code>"${escaped(row.name)}"</code></dt><dd>${rowHtml(row, links)}</dd>`,
  );
  return `<dl class="fields">${items.join("\n")}</dl>`;
}

/**
 * @typedef {import("./api.mjs").Named & { entries: string[] }} Named
 * @typedef {import("./methods.mjs").Row} Row
 * @typedef {import("./markup.mjs").Links} Links
 * @typedef {import("./page.mjs").Topic} Topic
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
  if (topic === undefined) throw new Failure(`web/site/build/reference/page.mjs has no topic for ${name}`);
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

/** One function, type or method of specs, as HTML. */
import { escaped, example, inline, LINE, linkedCode, paragraphs } from "./markup.mjs";
import { programOf, tryLink } from "./try-link.mjs";

/**
 * @typedef {import("./api.mjs").Named} Named
 * @typedef {import("./methods.mjs").Row} Row
 * @typedef {import("./markup.mjs").Links} Links
 */

/**
 * @param {Named & { entries: string[] }} named
 * @param {Links} links
 * @param {ReadonlyMap<string, string>} taken
 * @param {readonly string[]} [exported] what examples may import, if they run in the playground
 */
export function namedHtml(named, links, taken, exported) {
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
export function rowHtml({ comment, fields }, links, exported) {
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

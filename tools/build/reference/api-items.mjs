/** One function, type or method of specs, as HTML. */
import { escaped, example, inline, LINE, linkedCode, paragraphs } from "./markup.mjs";

/**
 * @typedef {import("./api.mjs").Named} Named
 * @typedef {import("./methods.mjs").Row} Row
 * @typedef {import("./markup.mjs").Links} Links
 */

/**
 * @param {Named & { entries: string[] }} named
 * @param {Links} links
 * @param {ReadonlyMap<string, string>} taken
 */
export function namedHtml({ name, kind, code, params, comment, members, entries }, links, taken) {
  const title = kind === "type" && code.length > 0 ? [`${name} = ${code[0]?.replace(/^\|\s*/, "")}`] : code;
  return [
    title.length > 0
      ? `<pre class="signature">${title.map((line) => linkedCode(broken(line), links)).join("\n")}</pre>`
      : "",
    paragraphs(comment.text, links),
    paramsHtml(params, links),
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

/** @param {Row} row @param {Links} links @returns {string} */
export function rowHtml({ comment, fields }, links) {
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

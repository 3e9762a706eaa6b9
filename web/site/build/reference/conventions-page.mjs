/** The page about the conventions of models, as HTML: a row for each preset of the package, with values to compare. */
import { join } from "node:path";
import { builtPackage } from "../../../../tools/build/built-package.mjs";
import { Failure, ROOT } from "../../../../tools/process.mjs";
import { GROUPS, shapeFor } from "./conventions.mjs";
import { escaped, heading } from "./markup.mjs";

/**
 * @typedef {import("../../../../tools/build/built-package.mjs").Package} Package
 * @typedef {import("../../../../tools/build/built-package.mjs").Posenc} Posenc
 * @typedef {import("./conventions.mjs").Group} Group
 * @typedef {{ name: string, title: string, source: string, open: readonly string[], spec: any }} Preset
 */

/** @returns {Promise<{ contents: string, body: string }>} */
export async function conventionsPage() {
  const posenc = await builtPackage(join(ROOT, "dist"));
  const pe = await posenc.load();
  const presets = Object.keys(posenc.presets).map((name) => presetOf(posenc, pe, name));
  const homeless = presets.find(({ spec }) => !GROUPS.some(({ methods }) => methods.includes(spec.method)));
  if (homeless !== undefined)
    throw new Failure(`web/site/build/reference/conventions.mjs has no group for ${homeless.name}`);
  const groups = GROUPS.map((group) => ({
    group,
    id: group.title.toLowerCase().replaceAll(/\W+/g, "-"),
    members: presets.filter(({ spec }) => group.methods.includes(spec.method)),
  }));
  return {
    contents: groups.map(({ group, id }) => `<li><a href="#${id}">${group.title}</a></li>`).join("\n"),
    body: groups.map(({ group, id, members }) => groupHtml(pe, group, id, members)).join("\n"),
  };
}

/** @param {Package} posenc @param {Posenc} pe @param {string} name @returns {Preset} */
function presetOf({ presets, methods, checkSpec }, pe, name) {
  const { title, source, open, spec } = presets[/** @type {keyof typeof presets} */ (name)];
  const fields = /** @type {Record<string, { usual?: unknown }>} */ (methods[spec.method].fields);
  // Fields without a default are filled so that the spec is complete; the page does not depend on them.
  const usual = open.flatMap((field) =>
    fields[field]?.usual === undefined ? [] : [[field, fields[field].usual]],
  );
  const shape =
    "shape" in fields ? { shape: shapeFor(/** @type {{ axes?: readonly number[] }} */ (spec)) } : {};
  const filled = { preset: name, ...Object.fromEntries(usual), ...shape };
  const resolved = checkSpec(/** @type {never} */ (filled));
  const factor =
    resolved.method === "rope" ? { attentionFactor: numberText(pe.attentionFactor(resolved)) } : {};
  return { name, title, source, open, spec: { ...resolved, ...factor } };
}

/** @param {Posenc} pe @param {Group} group @param {string} id @param {readonly Preset[]} members */
function groupHtml(pe, group, id, members) {
  const columns = group.columns.map((column) => `<th scope="col">${column}</th>`);
  const rows = members.map((preset) => presetHtml(pe, group, preset));
  return `<section aria-labelledby="${id}">${heading(2, id, group.title)}<p>${group.lead}</p>
<div class="wide"><table>
<thead><tr><th scope="col">model</th>${columns.join("")}</tr></thead>
${rows.join("\n")}
</table></div></section>`;
}

/** @param {Posenc} pe @param {Group} group @param {Preset} preset */
function presetHtml(pe, group, { name, title, source, open, spec }) {
  const facts = group
    .facts(spec, open)
    .map((fact, column) => `<td data-column="${group.columns[column]}">${escaped(fact)}</td>`);
  const sample = group.sample(name, spec);
  return `<tbody id="${name}">
<tr><th scope="rowgroup" rowspan="2">${escaped(title)}<span class="source">${escaped(source)}</span></th>${facts.join("")}</tr>
<tr><td class="sample" colspan="${group.columns.length}">${sample === undefined ? `<code>{ preset: "${name}" }</code>` : sampleHtml(pe, sample)}</td></tr>
</tbody>`;
}

/** @param {Posenc} pe @param {import("./conventions.mjs").Sample} sample */
function sampleHtml(pe, { call, args, what, columns }) {
  const compute = /** @type {(...args: unknown[]) => ArrayLike<number>} */ (
    pe[/** @type {keyof Posenc} */ (call)]
  );
  const all = Array.from(compute(...args));
  const values = columns === undefined ? all : all.slice(-columns);
  return `<code>pe.${call}(${args.map(literal).join(", ")})</code> ${what}: <samp>${valuesText(values)}</samp>`;
}

/** Most values that are shown in full. */
const MOST = 20;

/**
 * The first values, those in the middle, and the last: a table of halves changes in the middle.
 * @param {readonly number[]} values
 */
function valuesText(values) {
  if (values.length <= MOST) return values.map(numberText).join(", ");
  const half = values.length / 2;
  const parts = [values.slice(0, 4), values.slice(half, half + 2), values.slice(-2)];
  return parts.map((part) => part.map(numberText).join(", ")).join(", …, ");
}

/** @param {number} value */
const numberText = (value) => String(Number(value.toPrecision(6))).replace("-", "−");

/**
 * The value as JavaScript.
 * @param {unknown} value
 * @returns {string}
 */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join(", ")} }`;
}

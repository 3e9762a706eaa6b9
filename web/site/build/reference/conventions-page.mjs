/** The page about the conventions of models, as HTML: a row for each preset of the package, with values to compare. */
import { join } from "node:path";
import { builtPackage } from "../../../../tools/build/built-package.mjs";
import { Failure, ROOT } from "../../../../tools/process.mjs";
import { escaped, heading } from "./markup.mjs";

// The differences between the conventions of models in words, and a call with values that a reader can compare.

/**
 * @typedef {{ call: string, args: unknown[], what: string, columns?: number }} Sample a call of the module
 * @typedef {{ title: string, lead: string, columns: string[], methods: string[], facts: (spec: any, open: readonly string[]) => string[], sample: (name: string, spec: any) => Sample | undefined }} Group
 */

const ORDERS = {
  interleaved: "sin, cos, sin, cos, …",
  halves: "all sines, then all cosines",
  "flipped-halves": "all cosines, then all sines",
};

const ODD_WIDTHS = {
  error: "refused",
  truncate: "the last cosine is cut off",
  zero: "a column of zeros at the end",
};

const PAIRINGS = {
  halves: (/** @type {number} */ pairs) => `i and i + ${pairs}`,
  interleaved: () => "2i and 2i + 1",
};

/** A width of many models. */
const WIDTH = 512;

/** @type {Group} */
const sinusoids = {
  title: "Added: sines and cosines",
  lead: "A table with one row for each position. Of <em>n</em> = <em>d</em>/2 pairs, pair <em>i</em> rotates by the frequency at each step.",
  columns: ["order", "frequency", "base", "first row", "odd width", "factor"],
  methods: ["sinusoidal", "sine"],
  facts: (spec, open) => [
    spec.method === "sine" ? "sines alone" : ORDERS[/** @type {keyof typeof ORDERS} */ (spec.layout)],
    exponentOf(spec),
    `${spec.base}${open.includes("base") ? ", or yours" : ""}`,
    `position ${spec.start}${spec.paddingIndex === undefined ? "" : `; position ${spec.paddingIndex} is zeros`}`,
    spec.method === "sine" ? "like any" : ODD_WIDTHS[/** @type {keyof typeof ODD_WIDTHS} */ (spec.oddWidth)],
    factorOf(spec, open),
  ],
  sample: (name, { start }) => ({
    call: "encode",
    args: [{ preset: name, dModel: WIDTH }, { positions: [start + 1] }],
    what: `position ${start + 1}`,
  }),
};

/** @param {any} spec */
function exponentOf({ method, shift, divisor }) {
  if (method === "sine") return "base^(−j/d), each column its own";
  const count = divisor === "width" ? "(d/2)" : "n";
  return shift === 0 ? `base^(−i/${count})` : `base^(−i/(${count} − 1))`;
}

/** @param {any} spec @param {readonly string[]} open */
function factorOf({ outputScale }, open) {
  const positions = open.includes("scale") ? "yours, on positions" : "";
  const entries = outputScale === "inverse-sqrt" ? "1/√d, on entries" : "";
  return positions || entries || "none";
}

/** Names of axes, the slowest first, by how many there are. */
const AXES = { 2: ["rows", "columns"], 3: ["planes", "rows", "columns"] };

/**
 * A small grid with sides of different lengths, so that values show which axis is which.
 * @param {{ axes?: readonly number[] }} spec
 */
const shapeFor = ({ axes }) => (axes?.length === 3 ? [2, 3, 4] : [2, 3]);

/** @type {Group} */
const grids = {
  title: "Added: images and volumes",
  lead: "A row for each place of a grid, in which every axis has a share of the columns.",
  columns: ["order in a share", "shares", "first place", "normalised", "class token"],
  methods: ["grid"],
  facts: (spec) => {
    const names = AXES[/** @type {2 | 3} */ (spec.axes.length)];
    return [
      ORDERS[/** @type {keyof typeof ORDERS} */ (spec.layout)],
      spec.axes.map((/** @type {number} */ axis) => names[axis]).join(", then "),
      String(spec.start),
      spec.normalize ? "to 2π" : "no",
      spec.classToken ? "a row of zeros first" : "none",
    ];
  },
  sample(name, spec) {
    const dModel = 4 * spec.axes.length;
    const args = [{ preset: name, dModel, shape: shapeFor(spec) }];
    return { call: "encode", args, what: "the last place", columns: dModel };
  },
};

/** @type {Group} */
const points = {
  title: "Added: points",
  lead: "A row for each point, with sines and cosines by octaves, <em>k</em> = 0, 1, 2, …, of each coordinate <em>x</em>.",
  columns: ["order", "phase", "input"],
  methods: ["fourier"],
  facts: ({ order, pi, includeInput }) => [
    order === "octave" ? "octave by octave" : "coordinate by coordinate",
    pi ? "2^k π x" : "2^k x",
    includeInput ? "comes first" : "left out",
  ],
  sample: (name) => ({
    call: "encode",
    args: [{ preset: name, octaves: 4, dimensions: 1 }, { points: [0.25] }],
    what: "the point 0.25",
  }),
};

/** @type {Group} */
const learned = {
  title: "Added: learned",
  lead: "Rows of the checkpoint itself, to be given as <code>table</code>.",
  columns: ["width", "positions"],
  methods: ["learned"],
  facts: ({ dModel, maxLength }) => [String(dModel), String(maxLength)],
  sample: () => undefined,
};

/** @type {Group} */
const rotary = {
  title: "Rotary",
  lead: "Queries and keys are rotated pair by pair. A wrong pairing gives text that is almost right.",
  columns: ["rotated channels", "pairs", "base", "scaling", "attention factor", "axes"],
  methods: ["rope"],
  facts: ({ headDim, rotaryDim, rotaryOffset, pairing, direction, base, scaling, sections, ...spec }) => [
    rotaryDim === headDim
      ? `all ${headDim}`
      : `${rotaryDim} of ${headDim}${rotaryOffset > 0 ? `, from ${rotaryOffset} on` : ""}`,
    PAIRINGS[/** @type {keyof typeof PAIRINGS} */ (pairing)](rotaryDim / 2) +
      (direction === "backward" ? ", by negative angles" : ""),
    String(base),
    scalingOf(scaling),
    spec.attentionFactor,
    axesOf({ sections, ...spec }),
  ],
  sample: (name) => ({ call: "frequencies", args: [{ preset: name }], what: "radians per position" }),
};

/** @param {any} scaling */
function scalingOf({ type, factor, originalLength, partialRotaryFactor }) {
  if (type === "none") return "none";
  if (type === "proportional") return `proportional, ${partialRotaryFactor} of the pairs`;
  return `${type}, factor ${factor}${originalLength === undefined ? "" : `, from ${originalLength} tokens`}`;
}

/** @param {any} spec */
function axesOf({ sections, interleavedSections, restartSections, axisOfPair }) {
  const way = `${interleavedSections ? ", alternating" : ""}${restartSections ? ", each from frequency 1" : ""}`;
  if (axisOfPair) return `by a list${way}`;
  return sections === undefined ? "one" : `${sections.join(" + ")} pairs${way}`;
}

/** @type {Group} */
const biases = {
  title: "Bias on the score",
  lead: "Nothing is added to embeddings and nothing is rotated; far keys count less.",
  columns: ["what it depends on", "learned"],
  methods: ["alibi", "t5"],
  facts: ({ method, buckets, maxDistance, bidirectional }) =>
    method === "alibi"
      ? ["the distance, times a slope for each head", "nothing"]
      : [
          `${buckets} buckets of distances up to ${maxDistance}, ${bidirectional ? "half of them for later keys" : "for earlier keys only"}`,
          "a number for each bucket and head",
        ],
  sample: (name, { method }) =>
    method === "alibi"
      ? { call: "alibiSlopes", args: [{ heads: 8 }], what: "slopes of 8 heads" }
      : {
          call: "relativeIndex",
          args: [{ preset: name }, { queries: 1, keys: 20, offset: 10 }],
          what: "buckets of keys from 10 before a query to 9 after it",
        },
};

/** Every preset belongs to one of these. */
const GROUPS = [sinusoids, rotary, biases, grids, points, learned];

/**
 * @typedef {import("../../../../tools/build/built-package.mjs").Package} Package
 * @typedef {import("../../../../tools/build/built-package.mjs").Posenc} Posenc
 * @typedef {{ name: string, title: string, source: string, open: readonly string[], spec: any }} Preset
 */

/** @returns {Promise<{ contents: string, body: string }>} */
export async function conventionsPage() {
  const posenc = await builtPackage(join(ROOT, "dist"));
  const pe = await posenc.load();
  const presets = Object.keys(posenc.presets).map((name) => presetOf(posenc, pe, name));
  const homeless = presets.find(({ spec }) => !GROUPS.some(({ methods }) => methods.includes(spec.method)));
  if (homeless !== undefined)
    throw new Failure(`web/site/build/reference/conventions-page.mjs has no group for ${homeless.name}`);
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

/** @param {Posenc} pe @param {Sample} sample */
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

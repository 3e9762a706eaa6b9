/** The differences between the conventions of models in words, and a call with values that a reader can compare. */

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
export const shapeFor = ({ axes }) => (axes?.length === 3 ? [2, 3, 4] : [2, 3]);

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
export const GROUPS = [sinusoids, rotary, biases, grids, points, learned];

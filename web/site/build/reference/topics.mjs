/** The topics of the reference: a page for each, with the names of the package that it explains. */

/**
 * @typedef {object} Topic
 * @property {string} id of the page: `<id>.html`
 * @property {string} title
 * @property {string} lead as HTML
 * @property {readonly string[]} [names] of functions and values
 * @property {readonly string[]} [entries] whose functions and values are all here
 * @property {boolean} [isFolded] whether each name is a line that opens: a page of hundreds of names
 * @property {boolean} [runs] whether the playground has what the examples need
 */

const PE = "Functions of <code>pe</code>, once <code>const pe = await load()</code> is done.";

/** @type {readonly Topic[]} */
export const TOPICS = [
  {
    id: "loading",
    title: "Loading",
    lead: "How a program gets <code>pe</code>, whose functions the other pages have.",
    names: ["load", "Load", "dispose", "version"],
    runs: true,
  },
  {
    id: "tables",
    title: "Tables of positions",
    lead: `Encodings that are added to words. ${PE}`,
    names: ["sinusoidal", "encode", "blocks", "addPositions"],
    runs: true,
  },
  {
    id: "rotary",
    title: "Rotary positions",
    lead: `Encodings that turn queries and keys. ${PE}`,
    names: ["rotate", "rotateBy", "rerotate", "rotaryTable", "attentionFactor", "permutePairing"],
    runs: true,
  },
  {
    id: "bias",
    title: "Biases",
    lead: `Encodings that are added to scores. ${PE}`,
    names: ["bias", "alibiSlopes", "relativeIndex", "relativeScores", "relativeValues"],
    runs: true,
  },
  {
    id: "attention",
    title: "Attention",
    lead: PE,
    names: ["attention", "mergeAttention", "softmax", "logSoftmax"],
    runs: true,
  },
  {
    id: "layers",
    title: "Layers",
    lead: `What else a transformer is made of. ${PE}`,
    names: [
      ...["matmul", "linear", "layerNorm", "rmsNorm", "gelu", "relu", "silu", "transformerLayer"],
      ...["keepWeights", "free"],
    ],
    isFolded: true,
    runs: true,
  },
  {
    id: "properties",
    title: "Properties of encodings",
    lead: `Wavelengths, repeats, shifts and distances. ${PE}`,
    names: [
      ...["frequencies", "periods", "unfinishedPairs", "similarity", "distance", "nearestRepeat"],
      ...["nearestRepeatSync", "shiftMatrix", "fitShift", "mean", "criteria"],
    ],
    runs: true,
  },
  {
    id: "pictures",
    title: "Pictures",
    lead: 'The numbers and the colours of a heat map. Figures for pages are <a href="./elements.html">elements</a>.',
    names: ["heatmap", "divergingPalette"],
    runs: true,
  },
  {
    id: "specs",
    title: "Specs, presets and configs",
    lead: "Which encoding, as one plain object, and how to get it from a model’s files. Nothing here needs WebAssembly.",
    names: [
      ...["presets", "methods", "checkSpec", "formatSpec", "parseSpec", "specFromConfig", "modelPositions"],
      "positionIds",
      "dualChunkIds",
      "resizeTable",
    ],
    runs: true,
  },
  {
    id: "models",
    title: "Models and engines",
    lead: "What is known of models, in <code>posenc/atlas</code>, of engines that run them, in <code>posenc/engines</code>, and a checkpoint that measures such an engine, in <code>posenc/probe</code>.",
    entries: ["posenc/atlas", "posenc/engines", "posenc/probe"],
  },
  {
    id: "files",
    title: "Files",
    lead: "Readers of other people’s files, in <code>posenc/files</code>.",
    entries: ["posenc/files"],
  },
  {
    id: "diagnosis",
    title: "Diagnosis",
    lead: "What is wrong with numbers, in <code>posenc/diagnose</code>.",
    entries: ["posenc/diagnose"],
  },
];

/** The pages of fields and of types, which name the others' parts. @type {readonly Topic[]} */
export const PARTS = [
  {
    id: "methods",
    title: "Fields of specs",
    lead: "The fields of a <code>Spec</code> for each <code>method</code>, and the defaults of those that may be left out.",
    isFolded: true,
    runs: true,
  },
  { id: "types", title: "Types", lead: "For TypeScript. Each name opens.", isFolded: true },
];

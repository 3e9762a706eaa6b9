/** What all pages of the reference have in common: the head, the search, and the contents at the side. */
import { escaped } from "./markup.mjs";

// The topics of the reference: a page for each, with the names of the package that it explains.

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

/** The lines of a head that are the same on every page. */
const HEAD = `<link rel="stylesheet" href="../contents.css" />
    <link rel="stylesheet" href="../copy-buttons.css" />
    <link rel="stylesheet" href="./reference.css" />
    <link rel="stylesheet" href="./search/search.css" />
    <script type="module" src="./reference.ts"></script>`;

/** The field is filled by search/search-field.ts; without scripts it is not there. */
const SEARCH = `<search class="names" hidden>
      <label for="search">Search names, options, presets and models</label>
      <input id="search" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="search-keys" aria-keyshortcuts="/" />
      <p id="search-keys">Press / to begin; arrow keys go through the answers, Enter opens one.</p>
      <p id="search-count" role="status"></p>
      <ol id="answers"></ol>
    </search>`;

/** Guides, with the words that the search finds them by. @type {readonly (readonly [id: string, title: string, words: string])[]} */
export const GUIDES = [
  ["llama-cache", "Port Llama 3.1 with a KV cache", "cache of keys and values, decoding"],
  ["from-pytorch", "Coming from PyTorch", "torch scaled_dot_product_attention nn.Linear view transpose axes"],
  ["from-python", "From Python", "python notebook jupyter anywidget numpy pytest json subprocess kit"],
  ["slider", "A figure and a slider of the page", "event events pe-change pe-ready property script control"],
  ["react", "Figures in React", "jsx typescript component next hooks"],
  [
    "install",
    "Imports, sizes and platforms",
    "bundler vite webpack csp policy notebook anywidget cdn python vue svelte deno bun node size worker workers license licence mit jsdom",
  ],
  ["engines", "What engines compute", "llama.cpp mlx vllm transformers measured probe conformance kit"],
  ["llama-cpp", "Run llama.cpp in this page", "wllama gguf webassembly probe measured engine rotation"],
  ["accuracy", "How exact it is", "error bound proof rounding precision ulp misrounded"],
  ["speed", "How fast it is", "benchmark performance time onnxruntime tfjs relaxed milliseconds"],
  [
    "colours",
    "Own colours, sizes and words",
    "css style theme palette colors height width font dark language translate translation i18n words",
  ],
];

/** Pages that are written by hand. @type {readonly (readonly [id: string, title: string])[]} */
const WRITTEN = [
  ["index", "What do you want to do?"],
  ["elements", "Figures"],
  ["conventions", "Which convention does my model use?"],
  ...GUIDES.map(([id, title]) => /** @type {const} */ ([id, title])),
];

/**
 * The list of pages, in which the page itself has its names below it.
 * @param {string} page
 * @param {readonly { id: string, name: string }[]} [items]
 */
export function contents(page, items = []) {
  const pages = [
    ...WRITTEN.slice(0, 1),
    ...[...TOPICS, ...PARTS].map(({ id, title }) => /** @type {const} */ ([id, title])),
    ...WRITTEN.slice(1),
  ];
  const links = items.map(({ id, name }) => `<li><a href="#${id}">${escaped(name)}</a></li>`).join("");
  const names = links === "" ? "" : `<ol>${links}</ol>`;
  const lines = pages.map(([id, title]) =>
    id === page
      ? `<li><a href="./${id}.html" aria-current="page">${title}</a>${names}</li>`
      : `<li><a href="./${id === "index" ? "" : `${id}.html`}">${title}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents">
      <p id="contents">Reference</p>
      <ol>
        ${lines.join("\n")}
      </ol>
    </nav>`;
}

/**
 * A page with the lines of the head, the search, and the contents if it has none of its own.
 * @param {string} html @param {string} page
 */
export const inReference = (html, page) =>
  html
    .replace("<head>", () => `<head>\n    ${HEAD}`)
    .replace("</header>", () => `${SEARCH}\n    </header>`)
    .replace("</main>", () =>
      /class="contents"|reference: contents/.test(html) ? "</main>" : `</main>\n    ${contents(page)}`,
    );

/**
 * A whole page of the reference.
 * @param {Topic} topic
 * @param {readonly { id: string, name: string }[]} items
 * @param {string} body
 */
export const topicPage = ({ id, title, lead }, items, body) => `<!doctype html>
<html lang="en">
  <head>
    <title>posenc: ${title}</title>
    <meta name="description" content="${escaped(`${title}, in the reference of posenc: shapes, units, defaults, ranges, errors and examples.`)}" />
  </head>
  <body class="reference">
    <header class="title">
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
    </header>
    <main>
      <section aria-label="${title}">
${body}
      </section>
    </main>
    ${contents(id, items)}
  </body>
</html>
`;

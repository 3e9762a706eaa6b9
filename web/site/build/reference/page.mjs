/** What all pages of the reference have in common: the head, the search, and the contents at the side. */
import { escaped } from "./markup.mjs";
import { PARTS, TOPICS } from "./topics.mjs";

/** The lines of a head that are the same on every page. */
export const HEAD = `<link rel="stylesheet" href="../contents.css" />
    <link rel="stylesheet" href="../copy-buttons.css" />
    <link rel="stylesheet" href="./reference.css" />
    <link rel="stylesheet" href="./search/search.css" />
    <script type="module" src="./reference.ts"></script>`;

/** The field is filled by search/search-field.ts; without scripts it is not there. */
export const SEARCH = `<search class="names" hidden>
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
 * A whole page of the reference.
 * @param {import("./topics.mjs").Topic} topic
 * @param {readonly { id: string, name: string }[]} items
 * @param {string} body
 */
export const topicPage = ({ id, title, lead }, items, body) => `<!doctype html>
<html lang="en">
  <head>
    ${HEAD}
    <title>posenc: ${title}</title>
    <meta name="description" content="${escaped(`${title}, in the reference of posenc: shapes, units, defaults, ranges, errors and examples.`)}" />
  </head>
  <body class="reference">
    <!-- site header -->
    <header class="title">
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
    ${SEARCH}
    </header>
    <main>
      <section aria-label="${title}">
${body}
      </section>
    </main>
    ${contents(id, items)}
    <!-- site footer -->
  </body>
</html>
`;

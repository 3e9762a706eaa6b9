/**
 * No file names a layer above its own, or a folder above its own within a layer; no files import each other in a circle;
 * raw intrinsics stay in one header, and kernels do not call libm.
 */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { ROOT } from "../process.mjs";
import { trackedFiles } from "./tracked.mjs";

const INTRINSICS_HEADER = "src/kernels/arithmetic/simd.hpp";
const INTRINSIC =
  /\b(_mm\d*_\w+|wasm_[a-z]\d+x\d+_\w+|wasm_v128_\w+|__builtin_(wasm|ia32|neon)_\w+|v\w+q_[fsu]\d+)\b/;
const INTRINSIC_INCLUDE = /^(wasm_simd128|arm_neon|[a-z]mmintrin)\.h$/;
// Engines and C libraries differ in these; the contract promises the same bits everywhere.
const TRANSCENDENTAL =
  /\bstd::(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|tgamma|lgamma|erfc?)\b/;

/**
 * The names that each layer may use: folders or files of ours, and packages or system headers.
 * @type {Record<string, { ours: string[], others: RegExp }>}
 */
const LAYERS = {
  "src/kernels": { ours: ["src/kernels"], others: /^(\w+|xsimd\/.+)$/ },
  "src/reference": { ours: ["src/reference"], others: /^(\w+|quadmath\.h)$/ },
  "src/bindings": { ours: ["src/bindings", "src/kernels"], others: /^(\w+|emscripten\/.+)$/ },
  "src/api": { ours: ["src/api", "src/bindings", "package.json"], others: /^node:/ },
  "src/models": { ours: ["src/models", "src/api"], others: /^$/ },
  "src/entries": { ours: ["src/entries", "src/models", "src/api", "build/wasm"], others: /^posenc:/ },
  "src/terminal": {
    ours: [
      "src/terminal",
      "src/entries/full.node.ts",
      "src/entries/files.ts",
      "src/entries/atlas.ts",
      "src/entries/diagnose.ts",
      "src/entries/engines.ts",
      "src/entries/probe.ts",
      "src/entries/lab.node.ts",
      "src/api/arguments/counted.ts",
      "src/api/arguments/hints.ts",
      "src/api/arguments/printable.ts",
    ],
    others: /^node:/,
  },
  "web/plot": { ours: ["web/plot"], others: /^$/ },
  "web/methods": {
    ours: ["web/methods", "web/plot", "src/entries/encodings.ts", "src/api/rotary/axes.ts"],
    others: /^$/,
  },
  "web/elements": {
    ours: [
      "web/elements",
      "web/methods",
      "web/plot",
      "src/entries/index.ts",
      "src/entries/attention.ts",
      "src/entries/encodings.ts",
      "src/api/light-spec.ts",
      "src/api/presets.ts",
      "src/api/arguments/printable.ts",
      "src/api/heatmap/palette.ts",
      "src/entries/engines.ts",
      "src/entries/lab.ts",
      "src/api/lab/batch.ts",
      "src/api/lab/random.ts",
      "src/api/lab/methods.ts",
      "src/api/lab/tasks.ts",
    ],
    others: /^(@?lit|posenc:(loaders|tags|single)$)/,
  },
  "web/site/build": {
    ours: ["web/site/build", "web/elements", "web/methods", "src", "tools", "tests/measure"],
    others: /./,
  },
  "web/site": {
    ours: [
      "web/site",
      "web/methods/code.ts",
      "web/methods/rope.ts",
      "web/plot",
      "src/api/arguments/printable.ts",
      "src/api/arguments/counted.ts",
    ],
    others:
      /^(posenc(\?url|:recorded|:atlas-facts|:sandbox-policy|\/[\w.?-]+)?|codemirror|@(codemirror|lezer|wllama)\/.+)$/,
  },
};

/** Stands for all files and folders that the list of their layer does not name. */
const OTHERS = "…";

/**
 * The files and folders of a layer, from the lowest to the highest: none may name a higher one.
 * @type {Record<string, string[]>}
 */
const FLOORS = {
  "src/api": [
    "version.ts",
    "arguments",
    "spec",
    "module",
    "table",
    "additive",
    "rotary",
    "bias",
    "methods.ts",
    "presets",
    "presets.ts",
    "spec.ts",
    "light-spec.ts",
    "encode",
    "heatmap",
    "rotate",
    "attention",
    "relative",
    "layers",
    "properties",
    "lab",
    "light.ts",
    "rope-alone.ts",
    "posenc.ts",
  ],
  "src/models": ["files", "tokens", "types", "reader", "diagnose", "engines", "probe"],
  "web/elements": [
    "definition",
    "share",
    "controls",
    "words",
    "figure",
    OTHERS,
    "index.ts",
    "define.ts",
    "anywidget.ts",
  ],
};

/**
 * The names that a source file includes or imports, with the path if the file is ours.
 * @param {string} path
 * @param {string} text
 * @returns {{ name: string, target: string | undefined }[]}
 */
function namesIn(path, text) {
  if (/\.[ch]pp$/.test(path)) {
    return [...text.matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm)].map(([, quote, name = ""]) => ({
      name,
      target: quote === '"' ? `src/${name}` : undefined,
    }));
  }
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName: name }) => ({
    name,
    target: name.startsWith(".") ? posix.join(posix.dirname(path), name) : undefined,
  }));
}

/** @param {string} path @param {string} text @returns {string[]} one line for each breach */
export function breaches(path, text) {
  const layer = Object.entries(LAYERS).find(([folder]) => path.startsWith(`${folder}/`));
  if (layer === undefined) return [];
  const [folder, { ours, others }] = layer;
  const found = [];
  for (const { name, target } of namesIn(path, text)) {
    if (path === INTRINSICS_HEADER && INTRINSIC_INCLUDE.test(name)) continue;
    const allowed =
      target === undefined
        ? others.test(name)
        : ours.some((may) => target === may || target.startsWith(`${may}/`));
    if (!allowed) found.push(`${path}: ${folder} may not name ${name}`);
  }
  const code = text.replace(/\/\/.*$/gm, "");
  if (/^src\/(kernels|bindings)\//.test(path) && path !== INTRINSICS_HEADER) {
    const intrinsic = INTRINSIC.exec(code)?.[0];
    if (intrinsic !== undefined) found.push(`${path}: ${intrinsic} belongs in ${INTRINSICS_HEADER}`);
  }
  if (folder === "src/kernels") {
    const call = TRANSCENDENTAL.exec(code)?.[0];
    if (call !== undefined)
      found.push(`${path}: ${call} differs between C libraries; use the kernels' own functions`);
  }
  return found;
}

/**
 * @param {string} path
 * @param {string} text
 * @param {Record<string, string[]>} [floors]
 * @returns {string[]} one line for each import of a higher file or folder of the same layer
 */
export function upward(path, text, floors = FLOORS) {
  const layer = Object.keys(floors).find((folder) => path.startsWith(`${folder}/`));
  if (layer === undefined) return [];
  const order = floors[layer] ?? [];
  const floorOf = (/** @type {string} */ file) => {
    const floor = order.indexOf(file.slice(layer.length + 1).split("/")[0] ?? "");
    return floor < 0 ? order.indexOf(OTHERS) : floor;
  };
  if (floorOf(path) < 0) return [`${path}: has no place in the order of ${layer} (tools/checks/layers.mjs)`];
  return namesIn(path, text)
    .filter(({ target }) => target?.startsWith(`${layer}/`) && floorOf(target) > floorOf(path))
    .map(({ name }) => `${path}: ${order[floorOf(path)]} may not name ${name}, which is above it`);
}

/**
 * @param {ReadonlyMap<string, string>} files texts by path
 * @returns {string[]} one line for each circle of imports, also of types
 */
export function circles(files) {
  const imports = new Map(
    [...files].map(([path, text]) => [
      path,
      namesIn(path, text).flatMap(({ target }) =>
        target !== undefined && files.has(target) ? [target] : [],
      ),
    ]),
  );
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const found = [];
  /** @param {string} path @param {readonly string[]} way */
  const visit = (path, way) => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(" → "));
    if (done.has(path)) return;
    done.add(path);
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
  };
  for (const path of files.keys()) visit(path, []);
  return found;
}

/** @returns {Promise<string[]>} the complaints */
export async function checkLayers() {
  const paths = (await trackedFiles()).filter((path) => /\.(cpp|hpp|ts|mts|js|mjs)$/.test(path));
  const files = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
  const sources = new Map([...files].filter(([path]) => /^(src|web)\/.*\.ts$/.test(path)));
  return [
    ...[...files].flatMap(([path, text]) => [...breaches(path, text), ...upward(path, text)]),
    ...circles(sources),
  ];
}

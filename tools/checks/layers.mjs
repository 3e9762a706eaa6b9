/** No file names a layer above its own, and raw intrinsics and libm stay where the numeric contract wants them. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { ROOT } from "../process.mjs";
import { trackedFiles } from "./tracked.mjs";

const INTRINSICS_HEADER = "src/kernels/arithmetic/simd.hpp";
const INTRINSIC =
  /\b(_mm\d*_\w+|wasm_[a-z]\d+x\d+_\w+|wasm_v128_\w+|__builtin_(wasm|ia32|neon)_\w+|v\w+q_[fsu]\d+)\b/;
const INTRINSIC_INCLUDE = /^(wasm_simd128|arm_neon|[a-z]mmintrin)\.h$/;
// Each engine and libc has its own; the contract promises the same bits everywhere.
const TRANSCENDENTAL =
  /\bstd::(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|tgamma|lgamma|erfc?)\b/;

/**
 * What each layer may name: folders or files of ours, and packages or system headers.
 * @type {Record<string, { ours: string[], others: RegExp }>}
 */
const LAYERS = {
  "src/kernels": { ours: ["src/kernels"], others: /^(\w+|xsimd\/.+)$/ },
  "src/reference": { ours: ["src/reference"], others: /^(\w+|quadmath\.h)$/ },
  "src/bindings": { ours: ["src/bindings", "src/kernels"], others: /^(\w+|emscripten\/.+)$/ },
  "src/api": { ours: ["src/api", "build/wasm", "package.json"], others: /^node:/ },
  "web/plot": { ours: ["web/plot"], others: /^d3-/ },
  "web/elements": {
    ours: ["web/elements", "web/plot", "src/api/index.ts", "src/api/full.ts", "src/api/light-spec.ts"],
    others: /^(@?lit|d3-)/,
  },
  "web/site": { ours: ["web/site"], others: /^(posenc(\/[\w.?-]+)?|codemirror|@(codemirror|lezer)\/.+)$/ },
};

/**
 * The names that a source file includes or imports, with the path of what is ours.
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

/**
 * @param {string} path
 * @param {string} text
 * @returns {string[]} one line a breach
 */
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
    if (intrinsic !== undefined) found.push(`${path}: ${intrinsic} belongs into ${INTRINSICS_HEADER}`);
  }
  if (folder === "src/kernels") {
    const call = TRANSCENDENTAL.exec(code)?.[0];
    if (call !== undefined) found.push(`${path}: ${call} differs between C libraries`);
  }
  return found;
}

/** @returns {Promise<string[]>} the complaints */
export async function checkLayers() {
  const files = (await trackedFiles()).filter((path) => /\.(cpp|hpp|ts|mts|js|mjs)$/.test(path));
  return files.flatMap((path) => breaches(path, readFileSync(join(ROOT, path), "utf8")));
}

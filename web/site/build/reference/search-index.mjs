/** The index of the search: functions, options, fields, figures, presets, models and tasks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtPackage } from "../../../../tools/build/built-package.mjs";
import { ROOT } from "../../../../tools/process.mjs";
import { GUIDES } from "./page.mjs";

// Words that people use for names of the package, so that the search finds them.

/** @type {Readonly<Record<string, string>>} */
const ALIASES = {
  addPositions: "add positions to embeddings",
  alibiSlopes: "alibi slopes",
  attention: "scaled dot product sdpa flash",
  "attention: causal": "causal mask look ahead",
  "attention: sinks": "attention sinks streaming",
  "attention: window": "sliding window local",
  bias: "relative position bias additive scores",
  compare: "vllm sglang llama.cpp mlx transformers differences",
  diagnose: "what is wrong with my table numbers debug",
  encode: "positional encoding embedding table",
  gemma3_text: "gemma 3",
  "How exact it is": "accuracy exact error bound",
  heatmap: "heat map picture pixels",
  layerNorm: "layer norm normalization",
  load: "start wasm init",
  modelPositions: "config.json model",
  "pe-heatmap": "heat map heatmap picture table range limits",
  periods: "wavelength wavelengths turns",
  permutePairing: "interleaved adjacent to halves convert weights",
  dualChunkIds: "dual chunk attention million tokens",
  positionIds: "left padding packed position ids mask",
  readNpy: "numpy file array",
  relativeIndex: "t5 buckets relative index",
  resizeTable: "interpolate bicubic bilinear align_corners position embedding resolution",
  rmsNorm: "rms norm",
  rotate: "rope rotary apply query key",
  rotateBy: "own cos sin angles apply rotary cache",
  rotaryTable: "rotary cos sin table cache",
  "rope: base": "rope theta",
  "rope: scaling": "yarn ntk linear longrope llama3 scaling longer context",
  "rope: pairing": "pairing halves interleaved adjacent neox",
  sinusoidal: "sines cosines sin cos vaswani transformer",
};

/**
 * @typedef {readonly [title: string, kind: string, href: string, words: string]} Row
 * @typedef {import("./api-page.mjs").Page} Page
 */

/** Most characters of a description that are searched. */
const LONGEST = 160;

const brief = (/** @type {string} */ text) =>
  (text.split("\n\n")[0] ?? "").replaceAll(/[`{}|]|@link/g, "").slice(0, LONGEST);

/** @param {string} title @param {string} kind @param {string} href @param {string} text @returns {Row} */
const row = (title, kind, href, text) => {
  const aliases = ALIASES[title];
  return [title, kind, href, aliases === undefined ? brief(text) : `${aliases} | ${brief(text)}`];
};

/**
 * @param {readonly Page[]} pages of the reference
 * @returns {Promise<Row[]>} a shorter answer is better among equals, so the order does not matter
 */
export async function searchIndex(pages) {
  const named = pages.flatMap(({ topic, items }) =>
    items.flatMap(({ id, name, kind, text, options }) => [
      row(name, kind, `${topic.id}.html#${id}`, text),
      ...options.map((option) =>
        row(
          `${name}: ${option.name}`,
          kind === "method" ? "field" : "option",
          `${topic.id}.html#${id}`,
          option.text,
        ),
      ),
    ]),
  );
  return [...named, ...figures(), ...(await presetRows()), ...(await models()), ...tasks()];
}

/** @returns {Row[]} */
function figures() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "dist/custom-elements.json"), "utf8"));
  /** @type {{ tagName: string, description: string }[]} */
  const all = manifest.modules[0].declarations;
  return all.map(({ tagName, description }) =>
    row(tagName, "figure", `elements.html#${tagName.replace(/^pe-/, "figure-")}`, description),
  );
}

/** @returns {Promise<Row[]>} */
async function presetRows() {
  const { presets } = await builtPackage(join(ROOT, "dist"));
  return Object.entries(presets).map(([name, { title, source }]) =>
    row(name, "preset", `conventions.html#${name}`, `${title} ${source}`),
  );
}

/** @returns {Promise<Row[]>} */
async function models() {
  const { atlas } = await import(pathToFileURL(join(ROOT, "dist/atlas.js")).href);
  return atlas().map((/** @type {{ type: string, family: string }} */ { type, family }) =>
    row(type, "model", `../atlas/?find=${type}&model=${type}`, family === type ? "" : family),
  );
}

/** The questions of the first page, and the guides. @returns {Row[]} */
function tasks() {
  const html = readFileSync(join(ROOT, "web/site/reference/index.html"), "utf8");
  const asked = [...html.matchAll(/<dt id="([\w-]+)">(.*?)<\/dt>/g)].map(([, id = "", text = ""]) =>
    row(text.replaceAll(/<[^>]+>/g, ""), "task", `./#${id}`, ""),
  );
  const atlas = row(
    "What does my model do with position?",
    "guide",
    "../atlas/",
    "atlas models nope without no positions windows interleaved bases layers config.json",
  );
  return [...asked, atlas, ...GUIDES.map(([id, title, words]) => row(title, "guide", `${id}.html`, words))];
}

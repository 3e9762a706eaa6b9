/** The article's table of models, made from the atlas, the reader of configurations and published configs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, ROOT } from "../../../tools/process.mjs";
import { table } from "./lab-results.mjs";

// The published models of the timeline, read from the lines that its figure draws.

/**
 * @typedef {object} PublishedModel
 * @property {string} name
 * @property {string} date as 2024-07
 * @property {string} dated origin of the date: `paper`, `code`, or the number of a paper
 * @property {string} positions
 * @property {string} type in the atlas; empty if it has none
 * @property {readonly number[]} bases
 * @property {string} context in tokens; empty if there is no largest number
 * @property {string} scaling empty if frequencies are not stretched
 * @property {string} origin of the numbers: `file`, `class` or `formula`
 */

const given = (/** @type {string} */ word) => (word === "-" ? "" : word);

/** @param {string} line @returns {PublishedModel} */
function modelIn(line) {
  const [date = "", dated = "", positions = "", type = "", bases = "", ...rest] = line.split(" ");
  const [context = "", scaling = "", origin = "", ...name] = rest;
  return {
    name: name.join(" "),
    date,
    dated,
    positions,
    type: given(type),
    origin,
    bases: given(bases) === "" ? [] : bases.split(",").map(Number),
    context: given(context),
    scaling: given(scaling),
  };
}

/** @returns {PublishedModel[]} sorted by date */
export function publishedModels() {
  const source = readFileSync(join(ROOT, "web/elements/atlas/atlas-models.ts"), "utf8");
  const [, lines = ""] = /const lines = `\n([\s\S]+?)\n`;/.exec(source) ?? [];
  return lines.split("\n").map(modelIn);
}

/**
 * The models in the order of the table: name, type in the atlas, and name in the timeline if its numbers are those of a
 * published file.
 */
const MODELS = [
  ["GPT-2", "gpt2"],
  ["BERT", "bert", "BERT"],
  ["T5", "t5"],
  ["BLOOM", "bloom"],
  ["Llama 2", "llama", "Llama 2"],
  ["Llama 3.1", "llama", "Llama 3.1 8B"],
  ["Llama 4 Scout", "llama4_text", "Llama 4 Scout"],
  ["Gemma 3", "gemma3_text", "Gemma 3 4B"],
  ["Qwen3", "qwen3", "Qwen3 8B"],
  ["DeepSeek-V3", "deepseek_v3", "DeepSeek-V3"],
  ["gpt-oss", "gpt_oss", "gpt-oss 20B"],
  ["ModernBERT", "modernbert", "ModernBERT"],
  ["Flux.1", "FluxTransformer2DModel"],
];

const METHODS = /** @type {Record<string, string>} */ ({
  learned: "learned",
  alibi: "bias: ALiBi",
  t5: "bias: T5’s buckets",
});

const NONE = "–";
const THIN_SPACE = "\u202f";

/** @param {number} count */
const integer = (count) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, THIN_SPACE);

/** What published files say, with their sources: tests/README.md says where they come from. */
const FIXTURES = join(ROOT, "tests/fixtures");

/**
 * The rule of a published file for longer texts, its factor, and the length before it if the file states one.
 * @param {string} model name in the timeline
 */
function stretchOf(model) {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(FIXTURES, path), "utf8"));
  const { file } = read("atlas/timeline.json").models.find(
    (/** @type {{ name: string }} */ { name }) => name === model,
  );
  if (file === null) return undefined;
  const known = read("atlas/published.json").files.find(
    (/** @type {{ name: string }} */ { name }) => name === file,
  );
  const { config } = known ?? read(`configs/${file}.json`);
  const { rope_scaling: rule } = config.text_config ?? config;
  if (!rule) return undefined;
  const before = rule.original_max_position_embeddings;
  const from = before === undefined ? "" : ` from ${integer(before)}`;
  return `${rule.rope_type ?? rule.type} × ${rule.factor}${from}`;
}

/**
 * @param {import("../../../tools/build/built-package.mjs").Package} posenc
 * @returns {Promise<string>}
 */
export async function modelsTable({ modelPositions }) {
  const { atlas } = await import(pathToFileURL(join(ROOT, "dist/atlas.js")).href);
  const dated = new Map(publishedModels().map((model) => [model.name, model]));
  const rows = MODELS.map(([name = "", type = "", published = ""]) => {
    const row = atlas().find((/** @type {{ type: string }} */ model) => model.type === type);
    if (!row) throw new Failure(`the table of models: the atlas has no ${type}`);
    const field = /^[A-Z]/.test(type) ? "_class_name" : "model_type";
    const { layers } = modelPositions({ [field]: type });
    const file = dated.get(published);
    if (published !== "" && !file) throw new Failure(`the table of models: the timeline has no ${published}`);
    const rotated = layers.filter(({ rotary }) => rotary !== null);
    const bases = file?.bases.length
      ? file.bases
      : [
          ...new Set(rotated.flatMap(({ rotary }) => (rotary === "unknown" ? [] : (rotary?.base ?? [])))),
        ].sort((a, b) => a - b);
    const plain = layers.length - rotated.length;
    const context = Number(file === undefined ? row.defaults.length : file.context || Number.NaN);
    return [
      name,
      METHODS[row.positions] ?? "rotary",
      bases.length > 0 ? bases.map(integer).join(" and ") : NONE,
      Number.isFinite(context) ? integer(context) : NONE,
      (file && stretchOf(published)) ?? NONE,
      rotated.length === 0 ? NONE : plain === 0 ? "none" : `${plain} of ${layers.length}`,
    ];
  });
  const head = ["model", "positions", "base", "context", "stretched", "layers without rotation"];
  return table("models-table", "Positions in some models", head, rows, "");
}

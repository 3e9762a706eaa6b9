import { type AtlasModel, recipe } from "posenc/atlas";
import { type ModelPositions, modelPositions, type PartPositions } from "posenc/spec";
import { rulesOf } from "./layer-looks.ts";
import { layerStrip } from "./layer-strip.ts";
import { modelOf } from "./model-search.ts";
import { node } from "./nodes.ts";
import { rulePanel } from "./rule-panel.ts";

/** All that is known of a model type: its layers, its rules, numbers, code, and the source. */

export function modelRecipe(model: AtlasModel): HTMLElement {
  return node(
    "div",
    { class: "recipe" },
    node("ul", { class: "words" }, ...sentencesOf(model).map((sentence) => node("li", {}, sentence))),
    ...partsOf(modelPositions({ model_type: model.type })),
    ...factsOf(model),
  );
}

/** The recipe of a file: its layers and rules in words, and what was not understood. */
export function fileRecipe(text: string): HTMLElement {
  const read = modelPositions(text);
  return node(
    "div",
    { class: "recipe" },
    node("ul", { class: "words" }, ...wordsOf(read).map((note) => node("li", {}, note))),
    ...partsOf(read, lengthIn(text)),
  );
}

/** What a file's model does with positions, and what was not understood, in sentences. */
const wordsOf = (read: ModelPositions): readonly string[] => [
  ...(read.modelType === null ? [] : [`Read as ${read.modelType}.`]),
  ...recipe(read),
  ...doubtsOf(read),
];

/** The notes, and the fields that no note speaks of. */
function doubtsOf({ unknown, notes }: ModelPositions): string[] {
  const named = (path: string) => notes.some((note) => note.includes(path));
  const silent = unknown.filter((path) => !named(path));
  return [
    ...notes.map((note) =>
      unknown.some((path) => note.includes(path)) ? `Not understood: ${note}.` : `Note: ${note}.`,
    ),
    ...(silent.length === 0 ? [] : [`Not understood: ${silent.join(", ")}.`]),
  ];
}

/** The tokens that a file says it serves. */
function lengthIn(text: string): number | undefined {
  const [, digits] = /"max_position_embeddings":\s*(\d{1,8})\b/.exec(text) ?? [];
  return Number(digits) > 1 ? Number(digits) : undefined;
}

/** @param length - the tokens that the main part serves, if that is not the default of its class */
const partsOf = (read: ModelPositions, length?: number): HTMLElement[] => [
  ...partOf("", read, length),
  ...Object.entries(read.parts).flatMap(([name, part]) => partOf(name, part)),
];

function partOf(name: string, part: PartPositions, said?: number): HTMLElement[] {
  const rules = rulesOf(part);
  const title = name === "" ? "Layers" : `Layers of ${name}`;
  const strip = part.layers.length === 0 ? [] : [node("h4", {}, title), layerStrip(part, rules, title)];
  const known = modelOf(part.modelType ?? "")?.defaults.length;
  const length = said ?? (typeof known === "number" ? known : undefined);
  return [
    ...strip,
    ...rules.map((rule) => rulePanel(rule, { part: name, isOnly: rules.length === 1, length })),
  ];
}

/** The words of the atlas for types without a rotation. */
const INSTEAD: Readonly<Record<string, string>> = {
  none: "Nothing tells it positions, or its layers are recurrent or convolutions.",
  learned: "A learned vector for each position is added to embeddings.",
  sinusoidal: "A sinusoidal encoding is added to embeddings.",
  alibi: "ALiBi: each head takes its slope times the distance from a score.",
  t5: "Scores get a learned bias for each bucket of distances, as in T5.",
  buckets: "Scores get a learned bias for each bucket of distances.",
  disentangled: "Scores get products with embeddings of distances, as in DeBERTa.",
  "window-table": "Scores get a learned bias for each offset in a window, as in Swin.",
  "log-spaced": "Scores get a bias that a small network makes of logarithmic offsets, as in Swin v2.",
  decomposed: "Scores get a learned term for each axis.",
  relative: "Scores get products of queries or keys with embeddings of distances.",
  convolution: "A convolution over neighbours is added to embeddings.",
};

/** The sentences of `recipe`; those of the atlas if they say only that the number of layers is not known. */
function sentencesOf({ type, positions, defaults }: AtlasModel): string[] {
  const sentences = recipe(type);
  if (sentences.length > 1 || !sentences[0]?.includes("not known")) return sentences;
  const words = INSTEAD[positions];
  if (words !== undefined) return [words, ...sentences];
  if (positions === "parts") return ["It consists of other types, which its source names.", ...sentences];
  const base = defaults.theta === undefined ? "" : ` The base is ${defaults.theta}.`;
  return [`Queries and keys are rotated, pairing: ${positions}.${base}`, ...sentences];
}

function factsOf({ type, defaults, source }: AtlasModel): HTMLElement[] {
  const { repository, path, commit } = source;
  const kind = /\.\w+$/.test(path) ? "blob" : "tree";
  const href = `https://github.com/${repository}/${kind}/${commit}/${path}`;
  const isRelease = commit.startsWith("v"); // the tag of a release that was executed
  const words = Object.entries(defaults).map(([name, value]) => `${name} = ${value}`);
  return [
    node("h4", {}, "Source"),
    node(
      "p",
      { class: "from" },
      node("a", { href }, `${repository}, ${path}`),
      isRelease ? `, release ` : `, commit `,
      node("code", {}, isRelease ? commit : commit.slice(0, 12)),
    ),
    node(
      "p",
      { class: "from" },
      words.length === 0
        ? "The class has no defaults that concern positions. "
        : "Defaults of the class, which a file may change: ",
      ...(words.length === 0 ? [] : [node("code", {}, words.join(", ")), ". "]),
      "In a program: ",
      node("code", {}, `modelPositions({ model_type: ${JSON.stringify(type)} })`),
      ".",
    ),
  ];
}

import { executed } from "posenc:atlas-facts";
import type { AtlasModel } from "posenc/atlas";
import { type ModelPositions, modelPositions } from "posenc/spec";
import { node } from "../nodes.ts";
import { type Published, publishedOf } from "./entries.ts";
import { modelOf } from "./model-search.ts";

/** How an answer is known: measured, read in a published file, or the defaults of a class. */

type Sentence = readonly (Node | string)[];

const short = (commit: string): string => (commit.startsWith("v") ? commit : commit.slice(0, 12));

/** The sentence on a run that the answer was compared with. */
function run(program: string, what: string): string {
  const compared = program.startsWith("diffusers") ? "Rotation and number" : "Rotation, windows and scale";
  return `Measured on ${executed.date}: ${program} was executed with ${what}. ${compared} of layers were compared. `;
}

export function publishedKnown({ name, repository, path, commit }: Published): Sentence {
  const isMeasured = executed.published.includes(name);
  const href = `https://github.com/${repository}/blob/${commit}/${path}`;
  return [
    isMeasured ? run(`transformers ${executed.transformers} (PyTorch ${executed.torch})`, "this config") : "",
    "Read from the published config.json, as kept in ",
    node("a", { href }, repository),
    ", commit ",
    node("code", {}, short(commit)),
    ".",
  ];
}

export function typeKnown({ type, defaults, source, executed: ran }: AtlasModel): Sentence {
  const { repository, path, commit } = source;
  const kind = /\.\w+$/.test(path) ? "blob" : "tree";
  const href = `https://github.com/${repository}/${kind}/${commit}/${path}`;
  const words = Object.entries(defaults).map(([field, value]) => `${field} = ${value}`);
  return [
    node("strong", {}, "Class default."),
    " A published model may change it: paste its config.json below. ",
    ran ? run(executed.types[type] ?? "its program", "a config of this type") : "Not executed. ",
    "Read in ",
    node("a", { href }, `${repository}, ${path}`),
    commit.startsWith("v") ? ", release " : ", commit ",
    node("code", {}, short(commit)),
    words.length === 0 ? ". The class has no defaults that concern positions." : ". Defaults: ",
    ...(words.length === 0 ? [] : [node("code", {}, words.join(", ")), "."]),
  ];
}

/** How the row of a model says it. */
export const publishedWord = (name: string): string =>
  executed.published.includes(name) ? "measured" : "published config";

export const typeWord = "class default";

/** What a model of the atlas says of positions, by its name. */

export interface Reading {
  readonly name: string;
  readonly read: ModelPositions;
  /** The config as text. */
  readonly config: string;
  /** Tokens that it serves, if that is known. */
  readonly context: number | undefined;
  /** In a few words: measured, or a class default. */
  readonly known: string;
}

/** Undefined if no model has this name. */
export function readingOf(name: string): Reading | undefined {
  const file = publishedOf(name);
  if (file !== undefined)
    return { ...readConfig(JSON.stringify(file.config)), name, known: publishedWord(name) };
  const model = modelOf(name);
  if (model === undefined) return undefined;
  const config = { [/^[A-Z]/.test(name) ? "_class_name" : "model_type"]: name };
  return { ...readConfig(JSON.stringify(config)), name, known: typeWord };
}

/** A config.json, whose length is that of its class if it does not say one. */
export function readConfig(config: string): Omit<Reading, "name" | "known"> {
  const read = modelPositions(config);
  const usual = modelOf(read.modelType ?? "")?.defaults.length;
  return { read, config, context: lengthIn(config) ?? (typeof usual === "number" ? usual : undefined) };
}

/** The tokens that a file says it serves. */
function lengthIn(text: string): number | undefined {
  const [, digits] = /"max_position_embeddings":\s*(\d{1,8})\b/.exec(text) ?? [];
  return Number(digits) > 1 ? Number(digits) : undefined;
}

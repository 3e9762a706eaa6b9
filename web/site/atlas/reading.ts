import { type ModelPositions, modelPositions } from "posenc/spec";
import { publishedWord, typeWord } from "./how-known.ts";
import { modelOf } from "./model-search.ts";
import { publishedOf } from "./published.ts";

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

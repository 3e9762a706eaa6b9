/** Reads a model's use of positions from its config.json. */
import { readOptions } from "../../api/arguments/check.ts";
import { axesOf } from "../../api/rotary/axes.ts";
import { checkPairing, type GivenPairing } from "../../api/rotary/pairing.ts";
import { imageTextRules } from "../tokens/image-text-ids.ts";
import type { PositionRule } from "../tokens/position-ids.ts";
import { ConfigObject, mostNames } from "./config-object.ts";
import { fileOf } from "./config-text.ts";
import type { AddedPositions } from "./instead.ts";
import type { LayerPositions } from "./layer-positions.ts";
import { leftIn } from "./leftovers.ts";
import type { Part } from "./part.ts";
import { partsOf } from "./parts.ts";
import { type PartReading, readPart } from "./read-part.ts";
import type { ConfigLayer, Pairing } from "./spec.ts";

/** What a file is, and names of fields that show it: one of them is enough. */
const kinds: readonly (readonly [what: string, signs: RegExp])[] = [
  ["an index of weights (model.safetensors.index.json)", /^weight_map$/],
  ["the config of an adapter (adapter_config.json)", /^(peft_type|lora_alpha|target_modules)$/],
  [
    "the config of a processor (preprocessor_config.json)",
    /^(image_processor_type|feature_extractor_type|processor_class|video_processor_type|image_mean)$/,
  ],
  [
    "a tokenizer's file (tokenizer_config.json)",
    /^(tokenizer_class|added_tokens(_decoder)?|chat_template|pre_tokenizer|additional_special_tokens)$/,
  ],
  [
    "a generation config (generation_config.json)",
    /^(_from_model_config|do_sample|max_new_tokens|top_[kp])$/,
  ],
];

/** Fields that only a model's config has. */
const ofModels =
  /^(model_type|_class_name|architecture|hidden_size|num_hidden_layers|n_layers?|n_embd|d_model|dim)$/;

/** For a file that is not a model's config: what the file is, and which file is wanted. Undefined for any other file. */
function otherFile(file: ConfigObject): string | undefined {
  if (file.names(ofModels).length > 0) return undefined;
  const found = kinds.find(([, signs]) => file.names(signs).length > 0);
  if (found === undefined) return undefined;
  const wanted = found[0].includes("adapter")
    ? "the config.json of the model that it adapts"
    : "the config.json beside it";
  return `this is not a model's config.json: it looks like ${found[0]}; give ${wanted}`;
}

export type { QueryScale } from "../../api/rotary/query-scale.ts";
export type { Causality, LayerWindow } from "../types/score-rules.ts";
export type { LayerIndexer } from "./indexer.ts";
export type { AddedPositions, BiasPositions } from "./instead.ts";
export type { LayerAttention, LayerPositions } from "./layer-positions.ts";
export type { ConfigLayer } from "./spec.ts";

/** The parts of a file that were understood, and the parts that were not. */
export interface ConfigReading<P = Pairing | null> {
  /** One spec for each kind of layer with a rule of its own, by the name in the file; `all` if there is one rule. */
  layers: Record<string, ConfigLayer<P>>;
  /** Paths of fields that concern positions and were not understood, such as `rope_scaling.type`. */
  unknown: string[];
  /** Sentences for people about the unknown fields. */
  notes: string[];
}

/** The use of positions in a part of a model: the model itself, or its text, its images, its encoder. */
export interface PartPositions {
  /** The type of the part in the atlas; null if it is not there. */
  modelType: string | null;
  /** The recipe of each layer, in order; empty if their number is not known. */
  layers: readonly LayerPositions[];
  /** The encoding that is added to embeddings; null if there is none, `"unknown"` if that is not known. */
  added: AddedPositions | "unknown" | null;
  /** The origin of each fact that was used: its path in the file, or the class that supplies it, as `head of "gemma3_text"`. */
  sources: Readonly<Record<string, string>>;
}

/** A model's use of positions. */
export interface ModelPositions extends PartPositions {
  /**
   * The number of axes of a position: 1 for text, 2 or more if images or time have their own axes; the position of the
   * first token, which is 2 if a learned table begins with two rows for padding; and the rule that gives tokens their
   * positions, for `rule` of `positionIds`, or null if there is none for this model. Axes and first are null if they are not known.
   */
  positionIds: { axes: number | null; first: number | null; rule: PositionRule | null };
  /** The other parts, such as a vision tower, by the field that holds them. */
  parts: Record<string, PartPositions>;
  /** Paths of fields that concern positions and were not understood. */
  unknown: string[];
  /** Sentences for people about the unknown fields. */
  notes: string[];
}

/** Facts that a config file does not contain. */
export interface ConfigOptions<P = GivenPairing | undefined> {
  /** Which channels form a pair. Default: it follows from the model's type. */
  pairing?: P;
}

/**
 * Reads a config.json of Hugging Face, in the old form (`rope_scaling`) and the new one (`rope_parameters`), also with
 * several kinds of layers, and lists the fields that it did not understand. Fields that the file leaves out have the defaults
 * of the model's class, by `model_type`.
 *
 * @param config The file as text, or as the object that its JSON stands for.
 * @param options `pairing`, which no config file contains. Default: it follows from `model_type`, if that is known.
 * @returns The spec of each kind of layer, except for kinds with a field that was not understood.
 * @throws TypeError if `config` is neither the text of a JSON object nor an object, or cannot be read; RangeError if the
 * text is too long. The contents of the object never cause an error: see `unknown` and `notes`.
 * @example
 * specFromConfig({ model_type: "llama", head_dim: 128, rope_theta: 500000 }).layers.all?.base; // 500000
 */
export function specFromConfig(
  config: string | object,
  options: { pairing: GivenPairing },
): ConfigReading<Pairing>;
export function specFromConfig(config: string | object, options?: ConfigOptions): ConfigReading;
export function specFromConfig(config: string | object, options: ConfigOptions = {}): ConfigReading {
  const { main, reading } = read(config, options);
  const known = [...reading.specs].flatMap(([name, spec]) => (spec === undefined ? [] : [[name, spec]]));
  return { layers: Object.fromEntries(known), unknown: [...new Set(main.unknown)], notes: main.notes };
}

/**
 * Reads the use of positions in each layer of a model: the layers that rotate, their rule and their channels; windows; scales
 * of queries and scores; and for a model without rotations, the encoding or the bias that it has instead.
 *
 * @param config The file as text, or as the object that its JSON stands for.
 * @param options `pairing`, which no config file contains. Default: it follows from `model_type`, if that is known.
 * @returns The recipe of each layer of the main part, which is the language model if there is one; and the other parts.
 * @throws As {@link specFromConfig} does.
 * @example
 * modelPositions({ model_type: "smollm3" }).layers.filter((layer) => layer.rotary === null).length; // 9
 */
export function modelPositions(config: string | object, options: ConfigOptions = {}): ModelPositions {
  return positionsOf(read(config, options));
}

/** A config that was read, before its answer is put together. */
export interface ModelReading extends ReturnType<typeof partsOf> {
  file: ConfigObject;
  /** The reading of the main part. */
  reading: PartReading;
}

export function positionsOf({ file, main, reading, others, strangers, left }: ModelReading): ModelPositions {
  const parts = others.map(
    ({ name, part }) => [name, partPositions(part, readPart(part, undefined))] as const,
  );
  const [unknown, notes] = [[...main.unknown], [...main.notes]];
  for (const { part } of others) {
    unknown.push(...part.unknown);
    notes.push(...part.notes);
  }
  for (const stranger of strangers) {
    const path = stranger.pathOf("model_type");
    unknown.push(path);
    notes.push(`${path} is not in the atlas, so that nothing is said of this part`);
  }
  unknown.push(...left.map((name) => file.pathOf(name)));
  if (left.length > 0) notes.push(`the file has too many parts: ${left.length} of them were not read`);
  if (reading.layers.length === 0) notes.push("the number of layers is not known");
  return {
    ...partPositions(main, reading),
    positionIds: idsOf(main, reading),
    parts: Object.fromEntries(parts),
    unknown: [...new Set(unknown)],
    notes,
  };
}

/** Rows name rules; types without one have that of text, if their positions have one axis. */
function idsOf(part: Part, { specs, added }: PartReading): ModelPositions["positionIds"] {
  if (added === "unknown") return { axes: null, first: null, rule: null };
  const { row } = part;
  const named = row?.ids;
  const isImageText = named !== undefined && Object.hasOwn(imageTextRules, named);
  const known = [...specs.values()].map((spec) => (spec === undefined ? 1 : axesOf(spec)));
  const axes = Math.max(isImageText ? 3 : 1, ...known);
  const isText = axes === 1 && row?.beyond === undefined && row?.widths === undefined;
  const isOpen = !isText && axes === 1;
  return { axes: isOpen ? null : axes, first: firstOf(part), rule: named ?? (isText ? "text" : null) };
}

/** RoBERTa's positions begin after the number of the padding token. */
function firstOf(part: Part): number {
  const first = part.row?.first ?? 0;
  if (first !== "after padding") return first;
  const padding = part.get("pad_token_id");
  return (typeof padding === "number" ? padding : 1) + 1;
}

const partPositions = (part: Part, { layers, added }: PartReading): PartPositions => ({
  modelType: part.type ?? null,
  layers,
  added,
  sources: part.sources,
});

const cut = `the file has more fields than any model: only the first ${mostNames} were looked through`;

/** Reads a config in one direction: the file, its parts, and the row, the layers, the rules, the specs and the leftovers of the main part. */
export function read(config: string | object, options: ConfigOptions): ModelReading {
  const { pairing } = readOptions("options", options, ["pairing"]);
  const given = pairing === undefined ? undefined : checkPairing("pairing", pairing);
  const file = new ConfigObject(fileOf(config));
  const parts = partsOf(file);
  const reading = readPart(parts.main, given);
  const isWhole = parts.main.file.isSame(file);
  if (!isWhole) parts.main.unknown.push(...leftIn(file));
  const other = otherFile(file);
  if (other !== undefined) parts.main.notes.unshift(other);
  for (const object of isWhole ? [file] : [file, parts.main.file])
    if (object.isCut) parts.main.misses(`${object.path}…`, cut);
  return { file, ...parts, reading };
}

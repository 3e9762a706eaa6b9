/** Reads a model's rotary encoding from its config.json. */
import { checkWord, kindOf, readOptions, show, wrongType } from "./arguments/check.ts";
import { type PosencError, rangeError, typeError } from "./arguments/errors.ts";
import { ConfigObject } from "./config/config-object.ts";
import { type Pairing, pairingOf } from "./config/pairings.ts";
import { type Draft, draftOf, type Source } from "./config/rope-layer.ts";
import { checkSpec, type ResolvedSpec } from "./spec.ts";

/** A `rope` spec. Its pairing is null if neither the file nor the caller gives it. */
export type ConfigLayer<P = Pairing | null> = Omit<ResolvedSpec<"rope">, "pairing"> & {
  /** Which channels form a pair; null if that is not known. */
  readonly pairing: P;
};

/** The parts of a file that were understood, and the parts that were not. */
export interface ConfigReading<P = Pairing | null> {
  /** One spec for each kind of layer, by the name in the file; `all` if there is one kind. */
  layers: Record<string, ConfigLayer<P>>;
  /** Paths of fields that concern positions and were not understood, such as `rope_scaling.type`. */
  unknown: string[];
  /** Sentences for people about the unknown fields. */
  notes: string[];
}

/** Facts that a config file does not contain. */
export interface ConfigOptions<P = Pairing | undefined> {
  /** Which channels form a pair. Default: it follows from the model's type. */
  pairing?: P;
}

/** Longest text that is parsed; config files with long lists of labels have some 100 kB. */
const mostCharacters = 2 ** 22;
const mostLayers = 16;
/** Names of fields at the top of a file that change a rotary encoding. */
const telling = /(^|_)(rope|rotary)/;

/**
 * Reads a config.json of Hugging Face, in the old form (`rope_scaling`) and the new one (`rope_parameters`), also with
 * several kinds of layers, and lists the fields that it did not understand.
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
  options: { pairing: Pairing },
): ConfigReading<Pairing>;
export function specFromConfig(config: string | object, options?: ConfigOptions): ConfigReading;
export function specFromConfig(config: string | object, options: ConfigOptions = {}): ConfigReading {
  const { pairing } = readOptions("options", options, ["pairing"]);
  const given = pairing === undefined ? undefined : checkWord("pairing", pairing, ["halves", "adjacent"]);
  const reading: ConfigReading = { layers: {}, unknown: [], notes: [] };
  return readFile(new ConfigObject(fileOf(config)), given, reading);
}

function fileOf(config: unknown): object {
  if (typeof config !== "string") return objectOf(config, config);
  if (config.length > mostCharacters) {
    const text = `config must have at most ${mostCharacters} characters; got ${config.length}`;
    throw rangeError(text, { code: "length", param: "config", value: config.length });
  }
  return objectOf(parse(config), config);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const isPath = /^[^{\n]+$/.test(text.trim());
    const fix = isPath ? "read the file first, if this is its name" : (cause as Error).message;
    const sentence = `config must be the text of a config.json, or the object that it stands for; got ${show(text)}, which is not JSON: ${fix}`;
    throw typeError(sentence, { code: "type", param: "config", value: text, cause });
  }
}

function objectOf(value: unknown, config: unknown): object {
  if (typeof value === "object" && value !== null && kindOf(value) !== "Array") return value;
  throw wrongType("config", "the text of a config.json, or the object that it stands for", config);
}

function readFile(top: ConfigObject, given: Pairing | undefined, reading: ConfigReading): ConfigReading {
  const text = top.object("text_config") ?? top;
  const pairing = given ?? pairingIn(text, reading);
  const layers = sourcesIn(text, reading).map((source) => [
    source.layer,
    readLayer(source, pairing, reading),
  ]);
  reading.layers = Object.fromEntries(layers.filter(([, spec]) => spec !== undefined));
  reading.unknown.push(...text.unasked(telling));
  return reading;
}

function pairingIn(text: ConfigObject, { unknown, notes }: ConfigReading): Pairing | null {
  const interleave = text.get("rope_interleave");
  const type = text.get("model_type");
  if (typeof interleave === "boolean") return interleave ? "adjacent" : "halves";
  const pairing = pairingOf(type);
  if (pairing !== undefined) return pairing;
  unknown.push(`${text.path}model_type`);
  notes.push(`model_type ${show(type)} does not tell the pairing; give it as an option`);
  return null;
}

/** The kinds of layers, each with the object that holds its scaling rule. */
function sourcesIn(text: ConfigObject, { unknown }: ConfigReading): Source[] {
  const parameters = text.object("rope_parameters");
  const rule = parameters ?? text.object("rope_scaling");
  for (const name of ["rope_parameters", "rope_scaling"]) {
    const isRead = rule !== undefined && rule.path === text.object(name)?.path;
    if (text.get(name) !== undefined && !isRead) unknown.push(text.path + name);
  }
  const kinds = parameters?.objectNames() ?? [];
  if (kinds.length > 0) {
    unknown.push(...kinds.slice(mostLayers).map((name) => parameters!.path + name));
    return kinds.slice(0, mostLayers).map((layer) => ({ layer, text, rule: parameters!.object(layer) }));
  }
  const local = text.first("rope_local_base_freq", "local_rope_theta");
  if (local === undefined) return [{ layer: "all", text, rule }];
  return [
    { layer: "full_attention", text, rule },
    { layer: "sliding_attention", text, rule: undefined, base: local },
  ];
}

function readLayer(source: Source, pairing: Pairing | null, reading: ConfigReading): ConfigLayer | undefined {
  const draft = draftOf(source, reading.unknown);
  if (typeof draft === "string") {
    reading.unknown.push(draft);
    reading.notes.push(`${draft} is missing or not known, so that ${source.layer} layers have no spec`);
    return undefined;
  }
  const spec = specOf(draft, source.layer, reading);
  reading.unknown.push(...(source.rule?.unasked() ?? []));
  return spec && Object.freeze({ ...spec, pairing });
}

/** The checked spec without its pairing, which no check of another field depends on. */
function specOf(
  { fields, paths }: Draft,
  layer: string,
  reading: ConfigReading,
): ResolvedSpec<"rope"> | undefined {
  try {
    return checkSpec({ ...fields, method: "rope", pairing: "halves" } as never) as ResolvedSpec<"rope">;
  } catch (error) {
    const { param, message } = error as PosencError;
    const path = paths.get(param.replace(/\[\d+\]$/, "")) ?? param;
    reading.unknown.push(path);
    reading.notes.push(`${message.replace(param, path)}, so that ${layer} layers have no spec`);
    return undefined;
  }
}

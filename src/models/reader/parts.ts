/** Finds the parts of a file that have their own layers: a language model, its towers, an encoder, a decoder. */
import { type Defaults, defaultsOf } from "../types/defaults.ts";
import { otherNamesOf } from "../types/other-names.ts";
import { isModel, type NamedRow, type PartsRow } from "../types/row.ts";
import { rowOf } from "../types/rows.ts";
import { ConfigObject } from "./config-object.ts";
import { Part } from "./part.ts";

export interface NamedPart {
  /** The field that holds the part; empty for the file itself. */
  name: string;
  part: Part;
}

/** Fields that hold a language model, in order of precedence. */
const mainNames = [
  ...[
    "text_config",
    "language_config",
    "llm_config",
    "thinker_config",
    "vlm_config",
    "decoder",
    "decoder_config",
  ],
];
const partName = /_config$|^((vision_)?encoder|decoder|generator)$/;
/** Objects in files that are no part of a model. */
const noPart =
  /quant|generation|bnb|pipeline|task|compression|auto_map|rope|lora|adapter|head_config|per_layer|dual_chunk/;
/** Fields that show that a file holds its main part itself, as in older files. */
const ownSigns = /^(hidden_size|n_embd|num_hidden_layers|num_attention_heads|rope_)/;
/** Levels of parts within parts: a model, its thinker, its text. */
const deepest = 4;

/** More parts than any model has. */
const mostParts = 32;

/** A part that may consist of parts: its object in the file, its row, and defaults that differ from the row's. */
interface Place {
  file: ConfigObject;
  named: NamedRow | undefined;
  given?: Defaults | undefined;
}

/**
 * The main part, which specs are made for, and the others.
 *
 * @returns Also, as `strangers`, the parts of types that are not in the atlas; and as `left`, the names of parts beyond the limit.
 */
export function partsOf(file: ConfigObject): {
  main: Part;
  others: NamedPart[];
  strangers: ConfigObject[];
  left: string[];
} {
  const whole = wholeOf(file);
  const names = partNames(whole);
  // A tower alone does not tell what a model of another type does.
  const isTower = whole.named === undefined && !["", ...mainNames].includes(names[0] ?? "");
  const first = isTower ? 0 : 1;
  const own = names.slice(first, first + mostParts);
  const inMain = isTower || names[0] === "" ? [] : [{ ...placeOf(whole, names[0]!), name: names[0]! }];
  const places = [...own.map((name) => ({ ...placeOf(whole, name), name })), ...inMain];
  const inner = placesIn(places);
  const all = [...places.slice(0, own.length), ...inner.slice(0, mostParts - own.length)];
  const isStrange = ({ file, named }: Place) => named === undefined && holdsModel(file);
  return {
    main: isTower ? new Part(whole.file, undefined) : mainOf(whole, deepest),
    others: all.flatMap(otherOf),
    strangers: [...(isTower ? [whole.file] : []), ...all.filter(isStrange).map(({ file }) => file)],
    left: names.slice(first + mostParts),
  };
}

/** Objects that hold the whole model in files of other programs: MLC has `model_config`. */
const wrappers = ["model_config", "config", "model"] as const;

/** The model of a file, which may hold it in an object beside its type. */
function wholeOf(file: ConfigObject): Place {
  const named = rowOf(typeOf(file));
  const name = wrappers.find((one) => file.object(one) !== undefined && holds(file.object(one)!));
  const isWrapped = name !== undefined && !holds(file) && (named === undefined || isModel(named.row));
  if (!isWrapped) return { file, named };
  const inner = file.object(name)!;
  return { file: inner, named: rowOf(typeOf(inner)) ?? named };
}

interface NamedPlace extends Place {
  name: string;
}

/** The other parts of parts that are made of parts: the first one answers for each. */
function placesIn(places: readonly NamedPlace[]): NamedPlace[] {
  const found: NamedPlace[] = [];
  let level = places;
  for (let depth = 1; depth < deepest; depth++) {
    const next: NamedPlace[] = [];
    for (const place of level) {
      const [main = "", ...others] = partNames(place);
      const at = (name: string) => ({ ...placeOf(place, name), name: `${place.name}.${name}` });
      const own = others.slice(0, mostParts).map(at);
      found.push(...own);
      next.push(...(main === "" ? [] : [at(main)]), ...own);
    }
    level = next.slice(0, mostParts);
  }
  return found;
}

/** The parts of a model: of one made of others, or beside layers of its own. */
const partsIn = (named: NamedRow | undefined): PartsRow["parts"] | undefined => named?.row.parts;
const isMadeOfParts = (named: NamedRow | undefined) => named !== undefined && !isModel(named.row);

/** The fields that hold the parts, the main one first; an empty name stands for the file itself. */
function partNames({ file, named }: Place): string[] {
  const own = partsIn(named);
  const fields = named !== undefined && isModel(named.row) ? (named.row.objects ?? {}) : {};
  const objects = file.objectNames().filter((name) => isPart(name) && !Object.hasOwn(fields, name));
  const names = new Set([...Object.keys(own ?? {}), ...objects]);
  const order = [...mainNames, ...names].filter((name) => names.has(name));
  const isWrapped = mainNames.includes(order[0] ?? "") && (named === undefined || !holds(file, named));
  const isWhole = named === undefined ? !isWrapped && holds(file) : !isMadeOfParts(named) && !isWrapped;
  return isWhole ? ["", ...names] : [...new Set(order)];
}

function mainOf(place: Place, depth: number): Part {
  const { file, named, given } = place;
  const [name = ""] = partNames(place);
  if (name === "" || depth === 0) return new Part(file, named, given);
  const inner = placeOf(place, name);
  // Older files hold the fields of the text beside the other parts.
  const main = mainOf(inner, depth - 1);
  if (!file.object(name) && holds(file, named)) return new Part(file, rowOf(main.type), main.defaults);
  const causal = named === undefined || isModel(named.row) ? undefined : named.row.causal;
  if (causal === undefined || main.row?.causal !== true) return main;
  const row = { ...main.row, causal, ...(causal === false ? { open: ["causal", "window"] as const } : {}) };
  return new Part(main.file, { type: main.type!, row }, main.defaults);
}

/** A part of parts counts by its main one. */
function otherOf({ name, ...place }: NamedPlace): NamedPart[] {
  const part = mainOf(place, deepest);
  return place.named === undefined || part.row === undefined ? [] : [{ name, part }];
}

/** The part in a field. If the file leaves it out, the class of the whole may have other defaults for it than its own class. */
function placeOf({ file, named }: Place, name: string): Place {
  const type = partsIn(named)?.[name] ?? undefined;
  const own = file.object(name);
  const given = named && (defaultsOf(named.type)[name] as Defaults | undefined);
  const set = setIn(file, named, name);
  if (own === undefined)
    return { file: new ConfigObject(set ?? {}, `${file.path}${name}.`), named: rowOf(type), given };
  const ofPart = rowOfPart(typeOf(own), type, named);
  const isFilled = ofPart?.type === type && fills(named, name);
  const of = set === undefined ? own : own.withFields(set);
  return { file: of, named: ofPart, ...(isFilled ? { given } : {}) };
}

/** The fields that the class of the whole sets in a part. */
function setIn(file: ConfigObject, named: NamedRow | undefined, name: string): object | undefined {
  const set = named === undefined || isModel(named.row) ? undefined : named.row.sets?.[name];
  const valueFrom = (from: boolean | string): unknown => {
    if (typeof from === "boolean") return from;
    return file.isNull(from) ? null : (file.get(from) ?? defaultsOf(named!.type)[from]);
  };
  return set && Object.fromEntries(Object.entries(set).map(([field, from]) => [field, valueFrom(from)]));
}

/**
 * The row of a part. Some files repeat the type of the whole in its parts; others give the whole the type of its text. If the
 * class of the whole always makes the same class for a part, that class counts, whatever type the file names.
 */
function rowOfPart(
  said: unknown,
  type: string | undefined,
  whole: NamedRow | undefined,
): NamedRow | undefined {
  const isOwn = type !== undefined && whole !== undefined && hasOwn(whole, type);
  return rowOf(said === undefined || isOwn || (said === whole?.type && type !== undefined) ? type : said);
}

const fills = (named: NamedRow | undefined, name: string) =>
  named !== undefined && !isModel(named.row) && named.row.fills?.includes(name) === true;

const hasOwn = ({ type: whole, row }: NamedRow, type: string) =>
  !isModel(row) && row.named === undefined && plain(type).startsWith(plain(whole));
const plain = (type: string) => type.replace(/\W|_/g, "");

/** Whether a file has fields of a text beside its parts. Fields that the class of the whole has itself are none. */
const holds = (file: ConfigObject, whole?: NamedRow) => {
  const own = whole === undefined || isModel(whole.row) ? {} : defaultsOf(whole.type);
  const others =
    whole === undefined || isModel(whole.row) ? [] : Object.values(otherNamesOf(whole.type)).flat();
  const isOwn = (name: string) =>
    Object.hasOwn(own, name) ||
    others.includes(name) ||
    (name.startsWith("rope_") && Object.hasOwn(own, "rope_theta"));
  return file.names(ownSigns).some((name) => !isOwn(name));
};
const holdsModel = (file: ConfigObject) =>
  file.names(/^(model_type|depth|n_layers?|num(_hidden)?_layers)$/).length > 0;
const isPart = (name: string) => partName.test(name) && !noPart.test(name);
/** Types of files whose model is one of timm's. */
const ofWrapper = /^(timm_(wrapper|backbone)|gemma3n_vision)$/;
const typeOf = (file: ConfigObject) => {
  const architecture =
    file.get("architecture") ?? (file.get("model_type") === "timm_backbone" && file.get("backbone"));
  // timm's names have a tag of the weights after a point.
  const ofTimm = typeof architecture === "string" ? architecture.split(".", 1)[0] : undefined;
  const type = (file.get("model_type") || undefined) ?? file.get("_class_name");
  return type === undefined || (typeof type === "string" && ofWrapper.test(type)) ? (ofTimm ?? type) : type;
};

/** Finds the parts of a file that have their own layers: a language model, its towers, an encoder, a decoder. */

import { factsIn, type Row, rowOf } from "../types/rows.ts";
import { ConfigObject } from "./config-object.ts";
import { Part } from "./part.ts";

export interface NamedPart {
  /** The field that holds the part; empty for the file itself. */
  name: string;
  part: Part;
}

/** Fields that hold a language model, in order of precedence. */
const mainNames = ["text_config", "language_config", "llm_config", "thinker_config", "decoder"];
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

/** A part that may consist of parts: its object in the file, its row, and facts that differ from the row. */
interface Place {
  file: ConfigObject;
  row: Row | undefined;
  given?: ReadonlyMap<string, string> | undefined;
}

/**
 * The main part, which specs are made for, and the others.
 *
 * @returns Also, as `strangers`, the parts of types that are not in the table; and as `left`, the names of parts beyond the limit.
 */
export function partsOf(file: ConfigObject): {
  main: Part;
  others: NamedPart[];
  strangers: { file: ConfigObject }[];
  left: string[];
} {
  const row = rowOf(typeOf(file));
  const names = partNames({ file, row });
  const places = names.slice(1, 1 + mostParts).map((name) => ({ name, ...placeOf({ file, row }, name) }));
  // A tower alone does not tell what a model of another type does.
  const isTower = row === undefined && !["", ...mainNames].includes(names[0] ?? "");
  return {
    main: mainOf({ file, row }, deepest),
    others: places.flatMap(otherOf),
    strangers: [
      ...(isTower ? [{ file }] : []),
      ...places.filter(({ file, row }) => row === undefined && isModel(file)),
    ],
    left: names.slice(1 + mostParts),
  };
}

/** The fields that hold the parts, the main one first; an empty name stands for the file itself. */
function partNames({ file, row }: Place): string[] {
  const own = row?.how === "parts" ? row.facts.keys() : [];
  const names = new Set([...own, ...file.objectNames().filter(isPart)]);
  const order = [...mainNames, ...names].filter((name) => names.has(name));
  const isWrapped = mainNames.includes(order[0] ?? "") && (row === undefined || !holds(file));
  const isWhole = row === undefined ? !isWrapped && holds(file) : row.how !== "parts" && !isWrapped;
  return isWhole ? ["", ...names] : [...new Set(order)];
}

function mainOf(place: Place, depth: number): Part {
  const { file, row, given } = place;
  const [name = ""] = partNames(place);
  if (name === "" || depth === 0) return new Part(file, row, given);
  const inner = placeOf(place, name);
  // Older files hold the fields of the text beside the other parts.
  if (!file.object(name) && holds(file)) return new Part(file, inner.row ?? row);
  return mainOf(inner, depth - 1);
}

/** A part of parts counts by its main one. */
function otherOf({ name, ...place }: Place & { name: string }): NamedPart[] {
  const part = mainOf(place, deepest);
  return place.row === undefined || part.row === undefined ? [] : [{ name, part }];
}

/** Reads `text_config=qwen2(hidden=1024,heads=16)`: the type of a part, and its facts if the file leaves the part out. */
function placeOf({ file, row }: Place, name: string): Place {
  const text = (row?.how === "parts" && row.facts.get(name)) || "";
  const [, type, facts = ""] = /^([^(]+)(?:\((.*)\))?$/.exec(text) ?? [];
  const own = file.object(name);
  if (own !== undefined) return { file: own, row: rowOfPart(typeOf(own), type, row) };
  const given = factsIn(facts.split(/,(?=[a-z]+=)/));
  return { file: new ConfigObject({}, `${file.path}${name}.`), row: rowOf(type), given };
}

/** The row of a part. Some files repeat the type of the whole in its parts, or name that of the text for the whole. */
const rowOfPart = (said: unknown, type: string | undefined, whole: Row | undefined): Row | undefined =>
  rowOf(said === undefined || (said === whole?.type && type !== undefined) ? type : said);

const holds = (file: ConfigObject) => file.names(ownSigns).length > 0;
const isModel = (file: ConfigObject) =>
  file.names(/^(model_type|depth|n_layers?|num(_hidden)?_layers)$/).length > 0;
const isPart = (name: string) => partName.test(name) && !noPart.test(name);
const typeOf = (file: ConfigObject) => {
  const architecture = file.get("architecture");
  // timm's names have a tag of the weights after a point.
  const ofTimm = typeof architecture === "string" ? architecture.split(".", 1)[0] : undefined;
  const type = file.get("model_type") ?? file.get("_class_name");
  return type === undefined || type === "timm_wrapper" ? (ofTimm ?? type) : type;
};

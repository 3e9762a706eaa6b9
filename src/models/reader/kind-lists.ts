/** The list of the kinds of all layers, in the forms that files have. */
import { show } from "../../api/arguments/check.ts";
import { type Found, isCount, mostCounted, type Part } from "./part.ts";

const lists = ["layer_types", "layers_block_type", "block_types", "attention_types"] as const;
/** Longer names of kinds are cut. */
export const longestKind = 64;
/** More kinds in turns than any model has. */
const mostRepeated = 16;

/** Names of kinds, and the path of their list. One name more than layers may have says that there are too many. */
interface Kinds {
  value: string[];
  path: string;
}

/** The list of kinds in a file, in one of four forms; undefined if there is none, or an empty one. */
export function listIn(part: Part): Kinds | undefined {
  const found = part.file.first(...lists) ?? codedIn(part) ?? indexedIn(part);
  const names = Array.isArray(found?.value) ? unrolled(found.value) : [];
  return names.length === 0 ? undefined : { value: names, path: found!.path };
}

/** GPT-Neo writes `[["global", "local"], 12]` for twelve times both. */
function unrolled(list: readonly unknown[]): string[] {
  const names: string[] = [];
  for (const word of list.slice(0, mostCounted + 1)) {
    const [kinds, times] = Array.isArray(word) ? word : [];
    const repeated = Array.isArray(kinds) ? kinds.slice(0, mostRepeated).map(nameOf) : [nameOf(word)];
    const count = Array.isArray(kinds) ? (isCount(times) ? times : 0) : 1;
    if (repeated.length > 0)
      for (let n = 0; n < count && names.length <= mostCounted; n++) names.push(...repeated);
  }
  return names;
}

const nameOf = (word: unknown): string =>
  typeof word === "string" ? word.slice(0, longestKind) : show(word);

/** Reads `field:kind/other`: the field lists the layers that are of the kind. */
function indexedIn(part: Part): Found | undefined {
  const [field = "", kinds = ""] = part.supplied("among")?.split(":") ?? [];
  const found = part.file.first(field);
  const count = part.size("layers") ?? 0;
  if (found === undefined || !Array.isArray(found.value)) return undefined;
  const [kind = "", other = ""] = kinds.split("/");
  const among = new Set<unknown>(found.value);
  return {
    value: Array.from({ length: count }, (_, layer) => (among.has(layer) ? kind : other)),
    path: found.path,
  };
}

/** Reads `field,code:kind,code:kind`: the field holds a list or a word with a code for each layer. */
function codedIn(part: Part): Found | undefined {
  const [field = "", ...codes] = part.supplied("codes")?.split(",") ?? [];
  const found = part.file.first(field);
  if (found === undefined) return undefined;
  const kinds = new Map(codes.map((code) => code.split(":") as [string, string]));
  const given = typeof found.value === "string" ? [...found.value.slice(0, mostCounted + 1)] : found.value;
  if (!Array.isArray(given)) return undefined;
  const names = given.slice(0, mostCounted + 1).map(nameOf);
  return { value: names.map((code) => kinds.get(code) ?? code), path: found.path };
}

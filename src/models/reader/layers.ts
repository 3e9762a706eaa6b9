/** The layers of a part in order: the kind of each, and whether it rotates queries and keys. */
import { show } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { isCount, mostCounted } from "../types/facts.ts";
import { intervalIn, unrotatedLayers } from "../types/layer-rules.ts";
import type { Stack } from "../types/row.ts";
import type { Found, Part } from "./part.ts";

/** A layer: the name of its kind in the file, and whether it rotates queries and keys. */
export interface Layer {
  readonly kind: string;
  readonly rotates: boolean;
  /** Its place in its stack, and the number of layers there. */
  readonly index: number;
  readonly count: number;
}

/** More kinds of layers than any model has. */
const mostKinds = 64;
/** More kinds in turns than any model has. */
const mostRepeated = 16;
/** Longer names of kinds are cut. */
export const longestKind = 64;

/** Kinds without queries and keys. */
export const noAttention = /linear|conv|mamba|recurrent|moe|mlp|ssm|rwkv|gdn|kda|lightning|deformable/;

/** Fields that show layers beside the plain ones. */
const otherLayers =
  /^(en|de)coder_(num_(hidden_)?)?layers$|^num_(en|de)coder_layers$|^depths$|^layers_per_|_config$/;

const lists = ["layer_types", "layers_block_type", "block_types", "attention_types"] as const;

/** The layers in order; empty if their number is not known. */
export function layersOf(part: Part): readonly Layer[] {
  const { row } = part;
  if (row?.open?.includes("layers")) return unknownNumber(part);
  if (row === undefined && part.file.names(otherLayers).length > 0) return [];
  if (row?.stacks !== undefined) return stacked(part, row.stacks);
  const words = wordsIn(part)?.names;
  const listed = row?.counted === undefined || words === undefined ? undefined : countOf(part, words);
  const said =
    blocksIn(part, words) ??
    stagesIn(part) ??
    pairsIn(part) ??
    listed ??
    part.use("layers", part.inFile("layers"));
  const count = said === undefined ? (words?.length ?? part.value("layers")) : said.value;
  if (!isCount(count) || (words !== undefined && new Set(words).size > mostKinds)) return [];
  const rotating = rotatingIn(part, count);
  const kinds = [...kindsOf(part, { words, count, rotating })];
  if (row?.last !== undefined) kinds[count - 1] = row.last;
  const plain = row?.plain;
  // In a model without a window all layers rotate.
  const hasPlain = plain !== undefined && !part.file.isNull("sliding_window");
  return kinds.map((kind, layer) => ({
    kind,
    rotates: (rotating[layer] ?? true) && !(hasPlain && kind === plain) && !noAttention.test(kind),
    index: layer,
    count,
  }));
}

function unknownNumber(part: Part): readonly Layer[] {
  part.misses(`layers of ${part.type}`, `the layers of ${part.type} are not known: its stacks differ`);
  return [];
}

/** The number of layers that the list of kinds has. Reports another number in the file. */
function countOf(part: Part, words: readonly string[]): Found {
  const said = part.inFile("layers");
  if (said !== undefined && said.value !== words.length)
    part.misses(
      said.path,
      `${said.path} is not read by ${part.type}: its list has ${counted(words.length, "layer")}`,
    );
  return { value: words.length, path: "" };
}

/** The layers of a list that has their parts, too. */
function blocksIn(part: Part, words: readonly string[] | undefined): Found | undefined {
  const list = part.file.first(...lists)?.value;
  const { block } = part.row ?? {};
  if (words === undefined || block === undefined || !Array.isArray(list) || !list.includes(block))
    return undefined;
  return { value: words.length, path: "" };
}

/** Twice the number of blocks of two layers. */
function pairsIn(part: Part): Found | undefined {
  const field = part.row?.pairsOfLayers;
  const pairs = field === undefined ? undefined : part.said(field);
  return isCount(pairs) ? { value: 2 * pairs, path: part.file.pathOf(field!) } : undefined;
}

/** The layers of each stack of the model. */
const stacked = (part: Part, stacks: readonly Stack[]): Layer[] =>
  stacks.flatMap(({ field, otherwise = field, count, kind, rotates = true }) => {
    const given =
      count ??
      part.said(field) ??
      part.file.under(otherwise) ??
      part.get(field) ??
      part.standard(otherwise)?.value;
    const length = Array.isArray(given) ? given.length : given;
    return part.counts(length, part.file.pathOf(field))
      ? Array.from({ length }, (_, index) => ({ kind, rotates, index, count: length }))
      : [];
  });

/** Names of kinds, and the path of their list. One name more than layers may have says that there are too many. */
interface Kinds {
  names: readonly string[];
  path: string;
}

/** The list of kinds in the file, or that the class makes of another field; undefined if there is none, or an empty one. */
function wordsIn(part: Part): Kinds | undefined {
  const found = part.file.first(...lists);
  const rule = found === undefined ? part.row?.list : undefined;
  const otherwise = part.row?.counted === undefined ? undefined : part.standard("layers_block_type")?.value;
  const list = found === undefined ? (rule?.of(part) ?? otherwise) : found.value;
  const names = Array.isArray(list) ? unrolled(list).filter((name) => name !== part.row?.block) : [];
  return names.length === 0
    ? undefined
    : { names, path: found?.path ?? part.file.pathOf(rule?.reads[0] ?? lists[0]) };
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

/** The sum of the layers of all stages, each a number or a list; the value in the file if it is not such a list. */
function stagesIn(part: Part): Found | undefined {
  const field = part.row?.stages;
  if (field === undefined) return undefined;
  const said = part.get(field);
  const stages: unknown = Array.isArray(said)
    ? said.slice(0, mostCounted + 1).map((stage) => (Array.isArray(stage) ? stage.length : stage))
    : said;
  const isList = Array.isArray(stages) && stages.length <= mostCounted && stages.every(isCount);
  if (!isList) return { value: stages, path: part.file.pathOf(field) };
  const built = part.row?.built?.of(part, stages) ?? stages;
  const value = built.reduce((a, b) => a + b, 0);
  return { value, path: part.file.pathOf(field) };
}

function rotatingIn(part: Part, count: number): readonly boolean[] {
  const rule = part.row === undefined ? unrotatedLayers() : part.row.rotating;
  return rule?.of(part, count) ?? [];
}

interface Known {
  words: readonly string[] | undefined;
  count: number;
  rotating: readonly boolean[];
}

function kindsOf(part: Part, { words, count, rotating }: Known): readonly string[] {
  if (words === undefined)
    return (
      part.row?.kinds?.of(part, count, rotating) ?? Array.from({ length: count }, (_, i) => switched(part, i))
    );
  return Array.from({ length: count }, (_, layer) => words[layer % words.length]!);
}

/** The kind of a layer in classes that have a window from one layer on, if the file switches it on. */
function switched(part: Part, layer: number): string {
  const from = part.get("max_window_layers");
  if (part.row?.flat || part.said("use_sliding_window") !== true || typeof from !== "number") return "all";
  return layer >= from ? "sliding_attention" : "full_attention";
}

/** Reports layer fields that contradict the number of layers or the class. */
export function reportLayers(part: Part, layers: readonly Layer[]): void {
  const stages = stagesIn(part);
  if (stages !== undefined) part.counts(stages.value, stages.path);
  const list = part.file.first("layer_types", "layers_block_type");
  const kinds = Array.isArray(list?.value) ? list.value : [];
  if (list !== undefined && (list.value !== kinds || kinds.some((kind) => typeof kind !== "string")))
    part.misses(list.path, `${list.path} must be a list of names; got ${show(list.value)}`);
  reportNames(part, wordsIn(part));
  reportRotating(part, layers);
  if (kinds.length > 0 && kinds.length < layers.length)
    part.misses(
      list!.path,
      `${list!.path} has ${counted(kinds.length, "entry", "entries")} for ${counted(layers.length, "layer")}`,
    );
  const field = part.row?.kinds?.interval;
  if (field === undefined || kinds.length > 0) return;
  const every = part.file.first(field);
  if (every !== undefined && intervalIn(part, field) === undefined)
    part.misses(every.path, `${every.path} must be a whole number above 0; got ${show(every.value)}`);
}

function reportNames(part: Part, kinds: Kinds | undefined): void {
  if (kinds === undefined) return;
  const { names, path } = kinds;
  if (names.length > mostCounted) part.misses(path, `${path} must have at most ${mostCounted} entries`);
  if (new Set(names).size > mostKinds)
    part.misses(path, `${path} must have at most ${mostKinds} different names`);
}

function reportRotating(part: Part, layers: readonly Layer[]): void {
  if (part.row !== undefined && part.row.rotating === undefined) return;
  const list = part.file.first("no_rope_layers");
  const entries = Array.isArray(list?.value) ? list.value.length : undefined;
  if (list !== undefined && entries !== 0 && (entries === undefined || entries < layers.length))
    part.misses(list.path, `${list.path} must be a list with an entry for each layer`);
}

/** The layers of a part in order: the kind of each, and whether it rotates queries and keys. */
import { show } from "../../api/arguments/check.ts";
import { intervalFields } from "../types/facts.ts";
import { intervalIn, mostLayers, unrotatedLayers } from "../types/layer-rules.ts";
import type { Stack } from "../types/row.ts";
import type { Found, Part } from "./part.ts";

/** A layer: the name of its kind in the file, and whether it rotates queries and keys. */
export interface Layer {
  readonly kind: string;
  readonly rotates: boolean;
}

/** More kinds than any model has. */
const mostKinds = 16;

/** Kinds without queries and keys. */
export const noAttention = /linear|conv|mamba|recurrent|moe|mlp|ssm|rwkv|gdn|kda|lightning/;

const lists = ["layer_types", "layers_block_type", "block_types", "attention_types"] as const;

/** The layers in order; empty if their number is not known. */
export function layersOf(part: Part): readonly Layer[] {
  const { row } = part;
  if (row?.stacks !== undefined) return stacked(part, row.stacks);
  const words = wordsIn(part);
  const said = part.use("layers", part.inFile("layers"))?.value;
  const stated = said ?? stagesIn(part) ?? words?.length ?? part.value("layers");
  const count = Math.min(Number(stated ?? 0), mostLayers);
  if (!Number.isInteger(count) || count < 0) return [];
  const rotating = rotatingIn(part, count);
  const kinds = kindsOf(part, { words, count, rotating });
  const plain = row?.plain;
  // In a model without a window all layers rotate.
  const hasPlain = plain !== undefined && !part.file.isNull("sliding_window");
  return kinds.map((kind, layer) => ({
    kind,
    rotates: (rotating[layer] ?? true) && !(hasPlain && kind === plain) && !noAttention.test(kind),
  }));
}

/** The layers of each stack of the model. */
const stacked = (part: Part, stacks: readonly Stack[]): Layer[] =>
  stacks.flatMap(({ field, kind }) => {
    const length = Math.min(Number(part.get(field)) || 0, mostLayers);
    return Array.from({ length }, () => ({ kind, rotates: true }));
  });

/** The list of kinds in the file, or that the class makes of another field. */
function wordsIn(part: Part): readonly unknown[] | undefined {
  const list = part.file.first(...lists)?.value;
  const words = list === undefined ? part.row?.list?.of(part) : Array.isArray(list) ? unrolled(list) : [];
  return words === undefined || words.length === 0 ? undefined : words.slice(0, mostLayers);
}

/** GPT-Neo writes `[["global", "local"], 12]` for twelve times both. */
function unrolled(list: readonly unknown[]): unknown[] {
  const words: unknown[] = [];
  for (const word of list.slice(0, mostLayers)) {
    const [kinds, times] = Array.isArray(word) ? word : [];
    if (!Array.isArray(kinds)) words.push(word);
    else
      for (let n = 0; n < times && words.length < mostLayers; n++) words.push(...kinds.slice(0, mostKinds));
  }
  return words;
}

/** The sum of the layers of all stages. */
function stagesIn(part: Part): number | undefined {
  if (part.row?.stages === undefined) return undefined;
  const stages = part.get(part.row.stages);
  const isList = Array.isArray(stages) && stages.every((count) => Number.isInteger(count) && count >= 0);
  return isList ? stages.reduce((a: number, b: number) => a + b, 0) : Number.NaN;
}

function rotatingIn(part: Part, count: number): readonly boolean[] {
  const rule = part.row === undefined ? unrotatedLayers() : part.row.rotating;
  return rule?.of(part, count) ?? [];
}

interface Known {
  words: readonly unknown[] | undefined;
  count: number;
  rotating: readonly boolean[];
}

function kindsOf(part: Part, { words, count, rotating }: Known): readonly string[] {
  if (words === undefined)
    return (
      part.row?.kinds?.of(part, count, rotating) ?? Array.from({ length: count }, (_, i) => switched(part, i))
    );
  return Array.from({ length: count }, (_, layer) => `${words[layer % words.length]}`);
}

/** The kind of a layer in classes that have a window from one layer on, if the file switches it on. */
function switched(part: Part, layer: number): string {
  const from = part.said("max_window_layers");
  if (part.said("use_sliding_window") !== true || typeof from !== "number") return "all";
  return layer >= from ? "sliding_attention" : "full_attention";
}

/** Reports layer fields that contradict the layer count or the class. */
export function reportLayers(part: Part, layers: readonly Layer[]): void {
  reportCount(part, part.inFile("layers"));
  const list = part.file.first("layer_types", "layers_block_type");
  const kinds = Array.isArray(list?.value) ? list.value : [];
  if (list !== undefined && (list.value !== kinds || kinds.some((kind) => typeof kind !== "string")))
    part.misses(list.path, `${list.path} must be a list of names; got ${show(list.value)}`);
  reportRotating(part, layers);
  if (kinds.length > 0 && kinds.length < layers.length)
    part.misses(list!.path, `${list!.path} has ${kinds.length} entries for ${layers.length} layers`);
  const every = part.file.first(...intervalFields);
  if (every !== undefined && intervalIn(part) === undefined && kinds.length === 0)
    part.misses(every.path, `${every.path} must be a number above 0; got ${show(every.value)}`);
}

function reportCount(part: Part, said: Found | undefined): void {
  const isCount = (value: unknown) => Number.isInteger(Number(value)) && Number(value) >= 0;
  if (said !== undefined && !Array.isArray(said.value) && !isCount(said.value))
    part.misses(said.path, `${said.path} must be a whole number; got ${show(said.value)}`);
}

function reportRotating(part: Part, layers: readonly Layer[]): void {
  if (part.row !== undefined && part.row.rotating === undefined) return;
  const list = part.file.first("no_rope_layers");
  const entries = Array.isArray(list?.value) ? list.value.length : undefined;
  if (list !== undefined && entries !== 0 && (entries === undefined || entries < layers.length))
    part.misses(list.path, `${list.path} must be a list with an entry for each layer`);
}

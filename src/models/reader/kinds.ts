/** The kind of each layer, the layers that rotate, and the rule of each kind. */
import { show } from "../../api/arguments/check.ts";
import { ConfigObject } from "./config-object.ts";
import type { Found, Part } from "./part.ts";
import type { Source } from "./rule.ts";

/** A layer: the name of its kind in the file, and whether it rotates queries and keys. */
export interface Layer {
  kind: string;
  rotates: boolean;
}

/** More layers than any model has. A list in a file may be longer. */
const mostLayers = 4096;
/** More rules than any model has. */
const mostRules = 16;

/** Kinds without queries and keys. */
export const noAttention = /linear|conv|mamba|recurrent|moe|mlp|ssm|rwkv|gdn|kda|lightning/;

const lists = ["layer_types", "layers_block_type", "block_types", "attention_types"] as const;
const everyNames = [
  ...["sliding_window_pattern", "global_attn_every_n_layers", "full_attention_interval"],
  ...["no_rope_layer_interval", "attn_layer_period", "_sliding_window_pattern"],
];

/** The layers in order; empty if their number is not known. */
export function layersOf(part: Part): Layer[] {
  for (const name of everyNames) part.file.get(name);
  const stacks = part.supplied("stacks");
  if (stacks !== undefined) return stacked(part, stacks);
  const list = listIn(part);
  const words = Array.isArray(list?.value) ? list.value.slice(0, mostLayers) : undefined;
  const said = part.said("layers") ?? stagedIn(part) ?? (words && { value: words.length, path: list!.path });
  const count = Math.min(Number((said ?? part.fact("layers"))?.value ?? 0), mostLayers);
  if (!Number.isInteger(count) || count < 0) return [];
  const turning = turningIn(part, count);
  const kinds = kindsIn(part, words, count, turning);
  const plain = plainIn(part, kinds);
  return kinds.map((kind, i) => ({
    kind,
    rotates: (turning[i] ?? true) && !plain.includes(kind) && !noAttention.test(kind),
  }));
}

/** Says what a file has of its layers and does not fit their number or their class. */
export function sayLayers(part: Part, layers: readonly Layer[]): void {
  const said = part.said("layers");
  const isCount = (value: unknown) => Number.isInteger(Number(value)) && Number(value) >= 0;
  if (said !== undefined && !Array.isArray(said.value) && !isCount(said.value))
    part.misses(said.path, `${said.path} must be a whole number; got ${show(said.value)}`);
  const list = part.file.first("layer_types", "layers_block_type");
  const kinds = Array.isArray(list?.value) ? list.value : [];
  if (list !== undefined && (list.value !== kinds || kinds.some((kind) => typeof kind !== "string")))
    part.misses(list.path, `${list.path} must be a list of names; got ${show(list.value)}`);
  const turning = part.knows("unrotated") ? part.file.first("no_rope_layers") : undefined;
  const turns = Array.isArray(turning?.value) ? turning.value.length : undefined;
  if (turning !== undefined && turns !== 0 && (turns === undefined || turns < layers.length))
    part.misses(turning.path, `${turning.path} must be a list with an entry for each layer`);
  if (kinds.length > 0 && kinds.length < layers.length)
    part.misses(list!.path, `${list!.path} has ${kinds.length} entries for ${layers.length} layers`);
  const every = part.file.first(...everyNames);
  if (every !== undefined && everyIn(part) === undefined && kinds.length === 0)
    part.misses(every.path, `${every.path} must be a number above 0; got ${show(every.value)}`);
}

/** Reads `depths:2,2,6,2`: the field lists the layers of each stage. */
function stagedIn(part: Part): Found | undefined {
  const [field = "", text = ""] = part.supplied("stages")?.split(":") ?? [];
  if (text === "") return undefined;
  const stages = part.file.get(field) ?? text.split(",").map(Number);
  const isList = Array.isArray(stages) && stages.every((count) => Number.isInteger(count) && count >= 0);
  return {
    value: isList ? stages.reduce((a: number, b: number) => a + b, 0) : Number.NaN,
    path: part.file.pathOf(field),
  };
}

/** The list of kinds in a file, in one of four forms. */
function listIn(part: Part): Found | undefined {
  const found = part.file.first(...lists) ?? codedIn(part) ?? indexedIn(part);
  return Array.isArray(found?.value) ? { ...found, value: unrolled(found.value) } : found;
}

/** GPT-Neo writes `[["global", "local"], 12]` for twelve times both. */
function unrolled(list: readonly unknown[]): unknown[] {
  const words: unknown[] = [];
  for (const word of list.slice(0, mostLayers)) {
    const [kinds, times] = Array.isArray(word) ? word : [];
    if (!Array.isArray(kinds)) words.push(word);
    else
      for (let n = 0; n < times && words.length < mostLayers; n++) words.push(...kinds.slice(0, mostRules));
  }
  return words;
}

/** Reads `field:kind/other`: the field lists the layers that are of the kind. */
function indexedIn(part: Part): Found | undefined {
  const [field = "", kinds = ""] = part.supplied("among")?.split(":") ?? [];
  const found = part.file.first(field);
  const count = part.number("layers") ?? 0;
  if (found === undefined || !Array.isArray(found.value) || count > mostLayers) return undefined;
  const [kind = "", other = ""] = kinds.split("/");
  const among = new Set<unknown>(found.value);
  return {
    value: Array.from({ length: count }, (_, layer) => (among.has(layer) ? kind : other)),
    path: found.path,
  };
}

/**
 * Reads `encoder_layers:12,decoder_layers:12`: the layers of an encoder, then those of a decoder. A third word in a part is the
 * kind of its layers, which rotate.
 */
function stacked(part: Part, stacks: string): Layer[] {
  return stacks.split(",").flatMap((stack, i) => {
    const [field = "", count, kind] = stack.split(":");
    const length = Math.min(Number(part.file.get(field) ?? count) || 0, mostLayers);
    const layer = { kind: kind ?? (i === 0 ? "encoder" : "decoder"), rotates: kind !== undefined };
    return Array.from({ length }, () => layer);
  });
}

/** Reads `field,code:kind,code:kind`: the field holds a list or a word with a code for each layer. */
function codedIn(part: Part): Found | undefined {
  const [field = "", ...codes] = part.supplied("codes")?.split(",") ?? [];
  const found = part.file.first(field);
  if (found === undefined) return undefined;
  const kinds = new Map(codes.map((code) => code.split(":") as [string, string]));
  const given = typeof found.value === "string" ? [...found.value] : found.value;
  if (!Array.isArray(given)) return undefined;
  return { value: given.map((code) => kinds.get(`${code}`) ?? `${code}`), path: found.path };
}

function kindsIn(
  part: Part,
  words: unknown[] | undefined,
  count: number,
  turning: readonly boolean[],
): string[] {
  const pattern = patternOf(part);
  return Array.from({ length: count }, (_, layer) => {
    if (words !== undefined) return `${words[layer % words.length]}`;
    return pattern?.(layer, count, turning) ?? windowed(part, layer);
  });
}

type Pattern = (layer: number, count: number, turning: readonly boolean[]) => string;

/**
 * Reads `most/other:n`: every nth layer is `other`, the first one at n − 1. `:r` after it moves the first one to layer r,
 * counted from the end if negative; `+r` makes layer r `other`, too. In `most/other:turning`, layers that do not rotate are
 * `other`.
 */
function patternOf(part: Part): Pattern | undefined {
  const text = part.supplied("kinds");
  if (text === undefined) return undefined;
  const [kinds = "", every = "", from, also] = text.split(/:|\+/).length > 1 ? partsOf(text) : [text];
  const [most = "", other = most] = kinds.split("/");
  if (every === "turning") return (layer, _, turning) => (turning[layer] === false ? other : most);
  const n = everyIn(part) ?? Number(every || 1);
  return (layer, count) => {
    const at = (text: string) => (Number(text) < 0 ? count + Number(text) : Number(text));
    const first = from === undefined ? n - 1 : at(from) % n;
    return layer % n === first || (also !== undefined && layer === at(also)) ? other : most;
  };
}

function partsOf(text: string): (string | undefined)[] {
  const [, kinds, every, , from, , also] = /^([^:]+):(\w+)(:(-?\d+))?(\+(-?\d+))?$/.exec(text) ?? [];
  return [kinds, every, from, also];
}

function everyIn(part: Part): number | undefined {
  const said = part.file.first(...everyNames)?.value;
  // EXAONE writes three local layers and a global one as LLLG.
  const value = typeof said === "string" && /^L{1,64}G$/.test(said) ? said.length : said;
  return typeof value === "number" && value >= 1 ? value : undefined;
}

/** The kind of a layer in classes that have a window from one layer on, if the file switches it on. */
function windowed(part: Part, layer: number): string {
  if (part.file.get("use_sliding_window") !== true) return "all";
  const from = part.file.get("max_window_layers");
  return typeof from !== "number" ? "all" : layer >= from ? "sliding_attention" : "full_attention";
}

/** Whether each layer rotates, by a list or an interval in the file, or by the default of the class. */
function turningIn(part: Part, count: number): boolean[] {
  const every = part.supplied("unrotated");
  if (!part.knows("unrotated")) return [];
  const list = part.file.get("no_rope_layers");
  if (Array.isArray(list) && list.length > 0) return list.slice(0, count).map((turns) => Boolean(turns));
  const bases = part.file.get("layer_rope_theta");
  if (Array.isArray(bases)) return bases.slice(0, count).map((base) => base !== 0);
  if (!every) return [];
  const n = everyIn(part) ?? Number(every);
  return Array.from({ length: count }, (_, layer) => (layer + 1) % n !== 0);
}

/** Kinds that never rotate. In a model without a window all layers rotate. */
function plainIn(part: Part, kinds: readonly string[]): string[] {
  const plain = part.supplied("plain");
  if (plain === undefined || part.file.isNull("sliding_window")) return [];
  const rotated = kinds.filter((kind) => kind !== plain);
  return rotated.length > 0 || part.supplied("kinds") !== undefined ? [plain] : [];
}

/** The rules of a part, and the kinds of layers whose rule is null: they do not rotate. */
export function sourcesOf(part: Part): { sources: Source[]; unrotated: string[] } {
  const rule = ruleOf(part);
  const rules = part
    .supplied("rules")
    ?.split(",")
    .map((text) => text.split(":"));
  for (const [, field = ""] of rules ?? []) part.file.get(field);
  const nested = rule?.objectNames() ?? [];
  if (nested.length > 0) {
    part.unknown.push(...nested.slice(mostRules).map((name) => rule!.pathOf(name)));
    const sources = nested.slice(0, mostRules).map((name) => sourceIn(part, name, rule!.object(name)));
    // Fields beside the kinds belong to no rule. `rope_type: "default"` has no effect there.
    if (rule!.get("rope_type") !== "default") rule!.get("type");
    part.unknown.push(...rule!.unasked().map((name) => rule!.pathOf(name)));
    return { sources, unrotated: nullsIn(part, rule!) };
  }
  const named = namedSources(part, rule);
  return { sources: named ?? [sourceIn(part, "all", rule)], unrotated: [] };
}

const nullsIn = (part: Part, rule: ConfigObject): string[] =>
  [...new Set(layersOf(part).map(({ kind }) => kind))].filter((kind) => rule.isNull(kind));

const sourceIn = (part: Part, name: string, rule: ConfigObject | undefined): Source => ({
  name,
  rule,
  theta: thetaOf(part, name, part.said("theta")),
});

/** The object that holds the rule: in the file, in one of two forms, or the default of the class. */
function ruleOf(part: Part): ConfigObject | undefined {
  const { file } = part;
  const forms = ["rope_parameters", "rope_scaling"].filter((name) => file.get(name) !== undefined);
  const objects = forms.flatMap((name) => file.object(name) ?? []);
  const [first, second] = objects;
  part.unknown.push(
    ...forms.filter((name) => file.object(name) === undefined).map((name) => file.pathOf(name)),
  );
  if (second !== undefined && !first!.sameAs(second)) {
    const paths = [first!, second].map(({ path }) => path.slice(0, -1));
    part.misses(paths[1]!, `${paths.join(" and ")} differ; ${paths[0]} counts`);
  }
  if (first !== undefined) return first;
  const own = part.supplied("rule");
  return own === undefined ? undefined : new ConfigObject(ruleIn(own), `rule of ${part.row?.type}.`);
}

/** Reads `{rope_type:yarn,factor:32}`, which is JSON without quotes. */
const ruleIn = (text: string): object =>
  JSON.parse(text.replace(/\b[a-z_]\w+/g, (word) => (word === "false" ? word : `"${word}"`)));

/** The rules of classes with two bases, and of files with a second base. */
function namedSources(part: Part, rule: ConfigObject | undefined): Source[] | undefined {
  const rules = part.supplied("rules");
  if (rules !== undefined) {
    return rules.split(",").map((text) => {
      const [name = "", field = "", value = ""] = text.split(":");
      const [base, factor] = value.split("+");
      const said = thetaOf(part, name, part.file.first(field));
      return {
        name,
        rule: factor === undefined ? undefined : rule,
        theta: said ?? { value: Number(base), path: `${field} of ${part.row?.type}` },
        attentionFactor: factor ? Number(factor) : undefined,
      };
    });
  }
  const local = part.file.first("rope_local_base_freq", "local_rope_theta");
  if (local === undefined) return undefined;
  const theta = part.file.first("global_rope_theta") ?? part.fact("theta");
  return [
    { name: "full_attention", rule, theta },
    { name: "sliding_attention", rule: undefined, theta: local },
  ];
}

/** The base. If the file lists one for each layer, it is that of the layers of this kind. */
function thetaOf(part: Part, name: string, found: Found | undefined): Found | undefined {
  if (!Array.isArray(found?.value)) return found;
  const list: unknown[] = found.value;
  const layers = layersOf(part);
  const bases = new Set(list.filter((_, layer) => layers[layer]?.kind === name));
  if (name === "all" && bases.size === 0) for (const base of list) bases.add(base);
  return bases.size === 1 ? { value: [...bases][0], path: found.path } : found;
}

/** The name of the rule of a kind of layer. */
export function ruleOfKind(part: Part, kind: string): string {
  const uses = part.supplied("uses")?.split(",") ?? [];
  return uses.find((use) => use.startsWith(`${kind}:`))?.split(":")[1] ?? kind;
}

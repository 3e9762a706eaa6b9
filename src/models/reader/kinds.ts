/** The kind of each layer, the layers that rotate, and the rule of each kind. */
import { show } from "../../api/arguments/check.ts";
import { ConfigObject } from "./config-object.ts";
import { listIn, longestKind } from "./kind-lists.ts";
import { type Found, isCount, mostCounted, type Part } from "./part.ts";
import type { Source } from "./rule.ts";

/** A layer: the name of its kind in the file, and whether it rotates queries and keys. */
export interface Layer {
  kind: string;
  rotates: boolean;
}

/** More rules than any model has. */
const mostRules = 16;
/** More kinds of layers than any model has. */
const mostKinds = 64;

/** Kinds without queries and keys. */
export const noAttention = /linear|conv|mamba|recurrent|moe|mlp|ssm|rwkv|gdn|kda|lightning/;

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
  const words = list?.value;
  const said = part.said("layers") ?? stagedIn(part) ?? (words && { value: words.length, path: list!.path });
  const count = (said ?? part.fact("layers"))?.value;
  if (!isCount(count) || (words !== undefined && new Set(words).size > mostKinds)) return [];
  const turning = turningIn(part, count);
  const kinds = kindsIn(part, words, count, turning);
  const plain = plainIn(part, kinds);
  return kinds.map((kind, i) => ({
    kind,
    rotates: (turning[i] ?? true) && !plain.includes(kind) && !noAttention.test(kind),
  }));
}

/** Reports layer fields that contradict the number of layers or the class. */
export function sayLayers(part: Part, layers: readonly Layer[]): void {
  const stages = stagedIn(part);
  if (stages !== undefined && part.said("layers") === undefined) part.counts(stages.value, stages.path);
  const list = part.file.first("layer_types", "layers_block_type");
  const kinds = Array.isArray(list?.value) ? list.value : [];
  if (list !== undefined && (list.value !== kinds || kinds.some((kind) => typeof kind !== "string")))
    part.misses(list.path, `${list.path} must be a list of names; got ${show(list.value)}`);
  const named = listIn(part);
  if (named !== undefined && named.value.length > mostCounted)
    part.misses(named.path, `${named.path} must have at most ${mostCounted} entries`);
  if (named !== undefined && new Set(named.value).size > mostKinds)
    part.misses(named.path, `${named.path} must have at most ${mostKinds} different names`);
  const turning = part.knows("unrotated") ? part.file.first("no_rope_layers") : undefined;
  const turns = Array.isArray(turning?.value) ? turning.value.length : undefined;
  if (turning !== undefined && turns !== 0 && (turns === undefined || turns < layers.length))
    part.misses(turning.path, `${turning.path} must be a list with an entry for each layer`);
  if (kinds.length > 0 && kinds.length < layers.length)
    part.misses(list!.path, `${list!.path} has ${kinds.length} entries for ${layers.length} layers`);
  const every = part.file.first(...everyNames);
  if (every !== undefined && everyIn(part) === undefined && kinds.length === 0)
    part.misses(every.path, `${every.path} must be a whole number above 0; got ${show(every.value)}`);
}

/** Reads `depths:2,2,6,2`: the field lists the layers of each stage. */
function stagedIn(part: Part): Found | undefined {
  const [field = "", text = ""] = part.supplied("stages")?.split(":") ?? [];
  if (text === "") return undefined;
  const stages = part.file.get(field) ?? text.split(",").map(Number);
  const isList = Array.isArray(stages) && stages.length <= mostCounted && stages.every(isCount);
  return {
    value: isList ? stages.reduce((a: number, b: number) => a + b, 0) : stages,
    path: part.file.pathOf(field),
  };
}

/**
 * Reads `encoder_layers:12,decoder_layers:12`: the layers of an encoder, then those of a decoder. A third word in a part is the
 * kind of its layers, which rotate.
 */
function stacked(part: Part, stacks: string): Layer[] {
  return stacks.split(",").flatMap((stack, i) => {
    const [field = "", count, kind] = stack.split(":");
    const length = part.file.get(field) ?? Number(count);
    const layer = { kind: kind ?? (i === 0 ? "encoder" : "decoder"), rotates: kind !== undefined };
    return part.counts(length, part.file.pathOf(field)) ? Array.from({ length }, () => layer) : [];
  });
}

function kindsIn(
  part: Part,
  words: readonly string[] | undefined,
  count: number,
  turning: readonly boolean[],
): string[] {
  const pattern = patternOf(part);
  return Array.from({ length: count }, (_, layer) => {
    if (words !== undefined) return words[layer % words.length]!;
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
  return isCount(value) ? value : undefined;
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
  name: name.slice(0, longestKind),
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

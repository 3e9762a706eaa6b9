/** Reads a part of a file: the recipe of each layer. */
import { show } from "../../api/arguments/check.ts";
import type { PosencError } from "../../api/arguments/errors.ts";
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { checkSpec, type ResolvedSpec } from "../../api/spec.ts";
import { pairings } from "../types/rows.ts";
import type { Draft } from "./draft.ts";
import { headOf } from "./head.ts";
import { type AddedPositions, type BiasPositions, type Instead, insteadOf } from "./instead.ts";
import { type Layer, layersOf, ruleOfKind, sayLayers, sourcesOf } from "./kinds.ts";
import { leftovers } from "./leftovers.ts";
import type { Fact, Part } from "./part.ts";
import { because } from "./reasons.ts";
import { draftOf, type Source } from "./rule.ts";
import {
  causalOf,
  hasSinks,
  type LayerWindow,
  queryScaleOf,
  sayNumbers,
  sayWindow,
  softcapOf,
  softmaxScaleOf,
  windowOf,
} from "./scores.ts";

export type Pairing = ResolvedSpec<"rope">["pairing"];

/** A `rope` spec. Its pairing is null if neither the file, nor the model's type, nor the caller gives it. */
export type ConfigLayer<P = Pairing | null> = P extends unknown
  ? Omit<ResolvedSpec<"rope">, "pairing"> & {
      /** Which channels form a pair; null if that is not known. */
      readonly pairing: P;
    }
  : never;

/** The use of positions in a layer. Layers with the same recipe are the same object. */
export interface LayerPositions {
  /** The name of the layer's kind in the file; `all` in a model with one kind. */
  readonly kind: string;
  /** Number of heads of queries; null if it is not known. */
  readonly heads: number | null;
  /** Number of heads of keys; null if the file does not contain it. */
  readonly keyHeads: number | null;
  /** Channels of a query's head, those that do not rotate included; null if not known. */
  readonly headDim: number | null;
  /** The rotation of queries and keys. It is null if they are not rotated, and `"unknown"` if they are and no spec can be given. */
  readonly rotary: ConfigLayer | "unknown" | null;
  /** The bias on scores; null if there is none. */
  readonly bias: BiasPositions | null;
  /** Whether a query sees no key after itself; null if that is not known. */
  readonly causal: boolean | null;
  /** The keys that a query sees, apart from a causal mask; null if there is no window. */
  readonly window: LayerWindow | null;
  /** The factor of queries if it depends on the position, or null. */
  readonly queryScale: QueryScale | null;
  /** The factor of scores before the softmax; null if it is not known. */
  readonly softmaxScale: number | null;
  /** Scores become softcap · tanh(score / softcap); null if they are not capped. */
  readonly softcap: number | null;
  /** Whether each head has a learned logit in the denominator of its softmax. */
  readonly sinks: boolean;
}

export interface PartReading {
  layers: LayerPositions[];
  added: AddedPositions | null;
  /** The spec of each rule by its name; undefined if a field was not understood. */
  specs: Map<string, ConfigLayer | undefined>;
}

/** Fields with the type of a model, in transformers, diffusers and timm. */
const typeNames = ["model_type", "_class_name", "architecture"] as const;

/** Reasons why the rotation of a known model has no spec. */
const beyond: Record<string, string> = {
  axes: "its pairs and axes go through all heads at once",
  blocks: "each axis has a block of channels with halves of its own",
  linear:
    "its frequencies go from π/2 up, for positions from −1 to 1, and its pairs go through all heads: rotateBy takes its angles",
  time: "its angles come from times, not from counts: rotateBy takes them",
  tiled: "its sines are tiled against its pairs, which is no rotation",
  mixed: "its angles come from a learned direction for each pair and head: rotateBy takes them",
  points: "its angles come from learned or given coordinates: rotateBy takes them",
};

export function readPart(part: Part, given: Pairing | undefined): PartReading {
  const how = howOf(part);
  part.saySizes();
  const layers = layersOf(part);
  const rotates = how === undefined || how in pairings;
  const instead: Instead = insteadOf(
    part,
    rotates ? (part.supplied("adds") ?? "none") : otherwise(part, how),
  );
  const { sources, unrotated } = rotates ? sourcesOf(part) : { sources: [], unrotated: [] };
  const pairing = rotates ? (given ?? pairingOf(part, how)) : null;
  const specs = new Map(
    sources.map((source): [string, ConfigLayer | undefined] => [
      source.name,
      specOf(part, { source, pairing, layers }),
    ]),
  );
  sayDisputed(part);
  sayLayers(part, layers);
  sayNumbers(part, sources[0]?.rule);
  sayRules(part, layers, { specs, unrotated });
  sayWindow(part);
  const left = leftovers(part, how);
  if (left !== undefined) withoutSpecs(part, specs, left);
  const recipe = recipes({ part, layers, specs, sources, instead, unrotated });
  const { added } = instead;
  return { layers: layers.map(recipe), added, specs };
}

/** Says which kinds of layers have no rule in a file that has rules for others. */
function sayRules(
  part: Part,
  layers: readonly Layer[],
  { specs, unrotated }: { specs: PartReading["specs"]; unrotated: readonly string[] },
): void {
  if (specs.size === 0 || specs.has("all")) return;
  const kinds = new Set(layers.filter(({ rotates }) => rotates).map(({ kind }) => kind));
  for (const kind of kinds) {
    if (specs.has(ruleOfKind(part, kind)) || unrotated.includes(kind)) continue;
    part.misses(part.file.pathOf("rope_parameters"), `no rule is given for layers of kind ${kind}`);
  }
}

/** A field that was not read may change every rotation of its part. */
function withoutSpecs(part: Part, specs: PartReading["specs"], path: string): void {
  for (const [name, spec] of specs) {
    if (spec === undefined) continue;
    specs.set(name, undefined);
    part.notes.push(`${path} is not known, so that ${name} layers have no spec${because(path)}`);
  }
}

/** Reads `fact:other`: published programs differ in the fact, unless the file contains the other one. Without `other`, always. */
function sayDisputed(part: Part): void {
  const [fact, other] = (part.supplied("disputed")?.split(":") ?? []) as (Fact | undefined)[];
  if (fact === undefined || (other !== undefined && (part.said(other) || !part.said(fact)))) return;
  const path = part.fact(fact)!.path;
  part.misses(path, `published programs differ in ${path} of ${part.row?.type}`);
}

/** MPT's files may replace ALiBi by learned positions. */
const otherwise = (part: Part, how: string): string =>
  how === "alibi" && part.file.object("attn_config")?.get("alibi") === false ? "learned" : how;

/** The word of the table for the part. In some types a field of the file decides between two words. */
function howOf(part: Part): string | undefined {
  const decides = part.supplied("if");
  if (decides === undefined) return part.row?.how;
  const [field = "", value, otherwise] = decides.split(":");
  const said = part.file.get(field);
  const text = typeof said === "boolean" ? `${said}` : said;
  return (text ?? otherwise) === value ? part.row?.how : part.supplied("else");
}

function pairingOf(part: Part, how: string | undefined): Pairing | null {
  const interleave = part.file.get("rope_interleave");
  if (typeof interleave === "boolean" && (how === undefined || how === "interleave"))
    return interleave ? "interleaved" : "halves";
  const turns = part.file.get("rotary_emb_interleaved");
  if (typeof turns === "boolean") return turns ? "interleaved" : "halves";
  const pairing = how === undefined ? undefined : pairings[how];
  if (pairing !== undefined) return pairing;
  const { value: type, path } = part.file.first(...typeNames) ?? { path: part.file.pathOf("model_type") };
  const said = type === undefined ? `${path} is missing and` : `${path} ${show(type)}`;
  part.misses(path, `${said} does not tell the pairing; give it as an option`);
  return null;
}

interface Ruled {
  source: Source;
  pairing: Pairing | null;
  layers: readonly Layer[];
}

function specOf(part: Part, { source, pairing, layers }: Ruled): ConfigLayer | undefined {
  const draft = draftOf(part, source, headOf(part, source.name, layers));
  const reason = beyond[part.supplied("beyond") ?? ""];
  if (reason !== undefined) {
    part.misses(`rotation of ${part.row?.type}`, `${part.row?.type} rotates, but ${reason}`);
    return undefined;
  }
  const spec = draft && checked(part, draft, source.name);
  return spec && (Object.freeze({ ...spec, pairing }) as ConfigLayer);
}

/** The checked spec without its pairing, which no check of another field depends on. */
function checked(part: Part, { fields, paths }: Draft, layer: string): ResolvedSpec<"rope"> | undefined {
  try {
    return checkSpec({ ...fields, method: "rope", pairing: "halves" } as never) as ResolvedSpec<"rope">;
  } catch (error) {
    const { param, message } = error as PosencError;
    const path = paths.get(param.replace(/\[\d+\]$/, "")) ?? param;
    part.misses(path, `${message.replace(param, path)}, so that ${layer} layers have no spec`);
    return undefined;
  }
}

interface Recipe extends Pick<PartReading, "specs"> {
  part: Part;
  layers: readonly Layer[];
  sources: readonly Source[];
  instead: Instead;
  unrotated: readonly string[];
}

/** Makes the recipe of each layer; layers that do not differ share one. */
function recipes(from: Recipe): (layer: Layer) => LayerPositions {
  const made = new Map<string, LayerPositions>();
  return (layer) => {
    const key = `${layer.rotates} ${layer.kind}`;
    const recipe = made.get(key) ?? Object.freeze(recipeOf(from, layer));
    made.set(key, recipe);
    return recipe;
  };
}

function recipeOf(from: Recipe, { kind, rotates }: Layer): LayerPositions {
  const { part, specs, instead } = from;
  const name = specs.has("all") ? "all" : ruleOfKind(part, kind);
  const rule = from.sources.find((source) => source.name === name)?.rule;
  const turns = rotates && !from.unrotated.includes(kind) && specs.size > 0;
  const spec = specs.get(name);
  const headDim = spec?.headDim ?? widthIn(from, name);
  return {
    kind,
    heads: part.size("heads") ?? null,
    keyHeads: part.size("keyHeads") ?? null,
    headDim,
    rotary: turns ? (spec ?? "unknown") : null,
    bias: instead.bias(kind),
    causal: causalOf(part, kind),
    window: windowOf(part, kind),
    queryScale: queryScaleOf(part, rule, turns),
    softmaxScale: softmaxScaleOf(part, rule, headDim),
    softcap: softcapOf(part),
    sinks: hasSinks(part, kind),
  };
}

/** The width of a head of layers without a spec. */
function widthIn({ part, layers }: Recipe, rule: string): number | null {
  const width = headOf(part, rule, layers)?.whole;
  return width !== undefined && part.counts(width.value, width.path) ? width.value : null;
}

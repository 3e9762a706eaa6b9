/** Reads a part of a file: the recipe of each layer. */
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { type Positions, rotates } from "../types/row.ts";
import type { LayerWindow } from "../types/score-rules.ts";
import { headOf } from "./head.ts";
import { type AddedPositions, type BiasPositions, type Instead, insteadOf } from "./instead.ts";
import { type Layer, layersOf, reportLayers } from "./layers.ts";
import { leftovers } from "./leftovers.ts";
import type { Part } from "./part.ts";
import { because } from "./reasons.ts";
import { type FileRules, ruleOfKind, rulesOf } from "./rules.ts";
import {
  causalOf,
  hasSinks,
  queryScaleOf,
  reportScores,
  softcapOf,
  softmaxScaleOf,
  windowOf,
} from "./scores.ts";
import { type ConfigLayer, type Pairing, type Specs, specsOf } from "./spec.ts";

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
  layers: readonly LayerPositions[];
  added: AddedPositions | null;
  /** The spec of each rule by its name; undefined if a field was not understood. */
  specs: Specs;
  /** The rules that the specs are of. */
  rules: FileRules;
}

const noRules: FileRules = { rules: [], unrotated: [], reads: [], nested: false };

/** @param given The pairing, if the caller gives it. */
export function readPart(part: Part, given: Pairing | undefined): PartReading {
  const positions = positionsIn(part);
  part.reportSizes();
  const isRotating = positions === undefined || rotates(positions);
  const layers = layersOf(part);
  const instead = insteadOf(part, isRotating ? (part.row?.adds ?? "none") : positions);
  const rules = isRotating ? rulesOf(part, layers) : noRules;
  const specs: Specs = isRotating
    ? specsOf(part, { rules: rules.rules, positions, given, layers })
    : new Map();
  reportDisputed(part);
  reportKinds(part, layers, { specs, rules });
  reportLayers(part, layers);
  reportScores(part, rules.rules[0]?.rule);
  const left = leftovers(part, { positions, rules });
  if (left !== undefined) dropSpecs(part, specs, left);
  const recipe = recipes({ part, layers, specs, rules, instead });
  return { layers: layers.map(recipe), added: instead.added, specs, rules };
}

/** What the part does, by its row and the fields that decide; undefined if its type is not in the atlas. */
function positionsIn(part: Part): Positions | undefined {
  const positions = part.row?.unless?.of(part) ?? part.row?.positions;
  // MPT's files may replace ALiBi by learned positions.
  const isOff = positions === "alibi" && part.file.object("attn_config")?.get("alibi") === false;
  return isOff ? "learned" : positions;
}

/** Reports a fact in which published programs differ. */
function reportDisputed(part: Part): void {
  const disputed = part.row?.disputed;
  if (disputed === undefined) return;
  const { fact, other } = disputed;
  if (other !== undefined && (part.inFile(other) || !part.inFile(fact))) return;
  const path = part.fact(fact)!.path;
  part.misses(path, `published programs differ in ${path} of ${part.type}`);
}

/** Reports kinds of layers without a rule in a file that has rules for others. */
function reportKinds(
  part: Part,
  layers: readonly Layer[],
  { specs, rules }: Pick<PartReading, "specs" | "rules">,
): void {
  if (specs.size === 0 || specs.has("all")) return;
  const kinds = new Set(layers.filter(({ rotates }) => rotates).map(({ kind }) => kind));
  for (const kind of kinds) {
    if (specs.has(ruleOfKind(part, kind)) || rules.unrotated.includes(kind)) continue;
    part.misses(part.file.pathOf("rope_parameters"), `no rule is given for layers of kind ${kind}`);
  }
}

/** A field that was not read may change every rotation of its part. */
function dropSpecs(part: Part, specs: Specs, path: string): void {
  for (const [name, spec] of specs) {
    if (spec === undefined) continue;
    specs.set(name, undefined);
    part.notes.push(`${path} is not known, so that ${name} layers have no spec${because(path)}`);
  }
}

interface Recipe extends Pick<PartReading, "specs" | "rules"> {
  part: Part;
  layers: readonly Layer[];
  instead: Instead;
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

function recipeOf({ part, layers, specs, rules, instead }: Recipe, { kind, rotates }: Layer): LayerPositions {
  const name = specs.has("all") ? "all" : ruleOfKind(part, kind);
  const rule = rules.rules.find((rule) => rule.name === name)?.rule;
  const turns = rotates && !rules.unrotated.includes(kind) && specs.size > 0;
  const spec = specs.get(name);
  const headDim = spec?.headDim ?? widthIn(part, name, layers);
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
function widthIn(part: Part, rule: string, layers: readonly Layer[]): number | null {
  const width = headOf(part, rule, layers)?.whole;
  return width !== undefined && part.counts(width.value, width.path) ? width.value : null;
}

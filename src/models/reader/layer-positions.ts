/** The recipe of a layer: what it attends to, its heads, and everything that depends on positions. */
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import type { LayerFacts } from "../types/each-rule.ts";
import { isCount } from "../types/facts.ts";
import type { Mixer, OpenFact } from "../types/row.ts";
import type { Causality, LayerWindow, Scale } from "../types/score-rules.ts";
import { sizesUnknown } from "../types/size-rules.ts";
import { headOf } from "./head.ts";
import { indexerOf, type LayerIndexer, sharedLayers } from "./indexer.ts";
import type { BiasPositions, Instead } from "./instead.ts";
import { type Layer, noAttention } from "./layers.ts";
import type { Part } from "./part.ts";
import { configOfLayer, hasNoFields } from "./per-layer.ts";
import { type FileRules, ruleOfKind } from "./rules.ts";
import { causalOf, hasSinks, queryScaleOf, softcapOf, softmaxScaleOf, windowOf } from "./scores.ts";
import { sizesOf } from "./sizes.ts";
import type { ConfigLayer, Specs } from "./spec.ts";
import { ofUnknownType } from "./unknown-type.ts";

/** What a layer attends to. */
export interface LayerAttention {
  /** Whether queries attend to the keys of their own sequence; null if that is not known. */
  readonly self: boolean | null;
  /** Whether queries attend to the keys of another stack or of an image; null if that is not known. */
  readonly cross: boolean | null;
}

/**
 * The use of positions in a layer. Layers with the same recipe are the same object. The facts are about the attention of a layer
 * to its own sequence; of a layer that only attends to another, about that. A layer without attention has null in all of them.
 */
export interface LayerPositions {
  /** The name of the layer's kind in the file; `all` in a model with one kind. */
  readonly kind: string;
  /** Whether tokens attend to their own sequence and to another one; null where that is not known. */
  readonly attention: LayerAttention;
  /** How a layer without attention knows the order of tokens; null if it attends. */
  readonly mixer: Mixer | null;
  /** Number of heads of queries; null if it is not known. */
  readonly heads: number | null;
  /** Number of heads of keys; in latent attention, after the expansion. Null if it is not known. */
  readonly keyHeads: number | null;
  /** Channels of a query's head, those that do not rotate included; null if not known. */
  readonly headDim: number | null;
  /** Channels of a value's head; null if not known. */
  readonly valueDim: number | null;
  /** The rotation of queries and keys; null if they are not rotated, `"unknown"` if no spec can be given or it is not known. */
  readonly rotary: ConfigLayer | "unknown" | null;
  /**
   * The heads that choose the keys of sparse attention; null if there are none, `"shared"` if the layer takes the keys that the
   * last indexer before it chose, `"unknown"` if that is not known.
   */
  readonly indexer: LayerIndexer | "shared" | "unknown" | null;
  /** The bias on scores; null if there is none, `"unknown"` if that is not known. */
  readonly bias: BiasPositions | "unknown" | null;
  /** Whether a query sees no key after itself, or none after a prefix; null if that is not known. */
  readonly causal: Causality | null;
  /** The keys that a query sees, apart from a causal mask; null if there is no window, `"unknown"` if that is not known. */
  readonly window: LayerWindow | "unknown" | null;
  /**
   * The factor of queries by position; null if it does not depend on the position, `"learned"` if each head has learned numbers
   * for it, `"unknown"` if that is not known.
   */
  readonly queryScale: QueryScale | "learned" | "unknown" | null;
  /**
   * The factor of scores before the softmax; `"learned"` if queries and keys have a fixed or bounded length, and learned numbers
   * multiply them; null if it is not known.
   */
  readonly softmaxScale: number | "learned" | null;
  /** Scores become softcap · tanh(score / softcap); null if they are not capped, `"unknown"` if that is not known. */
  readonly softcap: number | "unknown" | null;
  /** Whether each head has a learned logit in the denominator of its softmax; null if that is not known. */
  readonly sinks: boolean | null;
}

/** Words in the kinds of layers without attention. */
const mixers: Readonly<Record<string, Mixer>> = {
  linear: "linear attention",
  lightning: "linear attention",
  gdn: "linear attention",
  kda: "linear attention",
  conv: "convolution",
  mamba: "state space",
  ssm: "state space",
  recurrent: "recurrence",
  rwkv: "recurrence",
};

interface Recipe {
  part: Part;
  layers: readonly Layer[];
  specs: Specs;
  rules: FileRules;
  instead: Instead;
  /** Whether neither a row nor the caller says what the layers do. */
  isUnknown: boolean;
}

/** Makes the recipe of each layer; layers that do not differ share one. What layers of a kind have in common is read once. */
export function recipes(from: Recipe): (layer: Layer) => LayerPositions {
  const { part } = from;
  const commons = new Map<string, Common>();
  const made = new Map<string, LayerPositions>();
  const byText = new Map<string, LayerPositions>();
  const shared = sharedLayers(part, from.layers.length);
  const isAlike = hasNoFields(part);
  return (layer) => {
    const isShared = shared[layer.index] ?? false;
    const own = isAlike ? undefined : configOfLayer(part, layer);
    const kind = `${layer.rotates} ${layer.kind} ${isShared} ${own === undefined ? "" : layer.index}`;
    const common = commons.get(kind) ?? commonOf(from, layer, { isShared, own });
    commons.set(kind, common);
    const each = common.attends ? part.row?.each?.of(part, layer, common.recipe) : undefined;
    const key = `${kind} ${JSON.stringify(each)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const recipe = common.attends ? recipeOf(part, common, each) : common.recipe;
    const text = JSON.stringify(recipe);
    const first = byText.get(text) ?? Object.freeze(recipe);
    byText.set(text, first);
    made.set(key, first);
    return first;
  };
}

/** A layer without attention. */
const without = {
  heads: null,
  keyHeads: null,
  headDim: null,
  valueDim: null,
  rotary: null,
  indexer: null,
  bias: null,
  causal: null,
  window: null,
  queryScale: null,
  softmaxScale: null,
  softcap: null,
  sinks: false,
} as const;

/** A layer before the class's own rule for single layers. */
type Common =
  | { readonly attends: false; readonly recipe: LayerPositions }
  | {
      readonly attends: true;
      readonly recipe: LayerPositions;
      readonly spec: ConfigLayer | undefined;
      /** Whether its queries and keys rotate. */
      readonly turns: boolean;
      readonly own: OwnConfig;
      readonly scaleFor: (headDim: number | null) => Scale;
    };

type OwnConfig = ReturnType<typeof configOfLayer>;

function commonOf(
  from: Recipe,
  layer: Layer,
  { isShared, own }: { isShared: boolean; own: OwnConfig },
): Common {
  const { part, layers, specs, rules, instead } = from;
  const { kind, rotates } = layer;
  if (from.isUnknown) return { attends: false, recipe: ofUnknownType(part, layer) };
  const mixer = mixerOf(part, kind);
  if (mixer !== null) {
    const open = part.touched.has("attention") ? openFacts.attention : {};
    const cross = part.row?.crosses?.includes(kind) ?? false;
    const recipe = { kind, attention: { self: false, cross }, mixer, ...without, ...open };
    return { attends: false, recipe };
  }
  const name = specs.has("all") ? "all" : ruleOfKind(part, kind);
  const rule = rules.rules.find((rule) => rule.name === name)?.rule;
  const turns = rotates && !rules.unrotated.includes(kind) && specs.size > 0;
  const spec = specs.get(name);
  const sizes = { ...sizesOf(part, layer, spec?.headDim ?? widthIn(part, name, layers)), ...own?.sizes };
  const scaleFor = (headDim: number | null) => softmaxScaleOf(part, rule, headDim);
  const recipe = {
    kind,
    attention: attentionOf(part, kind),
    mixer,
    ...sizes,
    rotary: turns ? (spec ?? ("unknown" as const)) : null,
    indexer: indexerOf(part, layer, isShared, turns ? spec : null),
    bias: instead.bias(kind),
    causal: causalOf(part, kind),
    window: windowOf(part, kind, own?.config),
    queryScale: queryScaleOf(part, rule, { rotates: turns, kind }),
    softmaxScale: scaleFor(sizes.headDim),
    softcap: softcapOf(part),
    sinks: hasSinks(part, kind),
  };
  return { attends: true, recipe, spec, turns, own, scaleFor };
}

function recipeOf(
  part: Part,
  { recipe, spec, turns, own, scaleFor }: Common & { readonly attends: true },
  each: Partial<LayerFacts> | undefined,
): LayerPositions {
  const isOtherHead = own?.sizes.headDim !== undefined && own.sizes.headDim !== spec?.headDim;
  const hasOwnScale = each?.headDim != null && each.softmaxScale === undefined;
  return {
    ...recipe,
    ...(hasOwnScale ? { softmaxScale: scaleFor(each.headDim) } : {}),
    ...inRange(each),
    ...own?.sizes,
    ...(turns && isOtherHead ? { rotary: "unknown" as const } : {}),
    ...openOf(part),
  };
}

/** A class's own rule computes sizes from fields of the file, which may be any numbers: sizes that cannot be are not known. */
function inRange<Facts extends Partial<LayerFacts>>(each: Facts | undefined): Facts | undefined {
  if (each === undefined) return undefined;
  const counts = (["heads", "keyHeads", "headDim", "valueDim"] as const).filter(
    (name) => each[name] != null && !isCount(each[name]),
  );
  const { softmaxScale: scale } = each;
  const isScale = scale == null || scale === "learned" || (scale > 0 && Number.isFinite(scale));
  return {
    ...each,
    ...Object.fromEntries(counts.map((name) => [name, null])),
    ...(isScale ? {} : { softmaxScale: null }),
  };
}

/** What the answer says of facts that are not known of the class. */
const openFacts: Readonly<Record<OpenFact, Partial<LayerPositions>>> = {
  layers: {},
  attention: {
    attention: { self: null, cross: null },
    mixer: null,
    rotary: "unknown",
    window: "unknown",
    queryScale: "unknown",
  },
  causal: { causal: null },
  window: { window: "unknown" },
  rotation: { rotary: "unknown" },
  indexer: { indexer: "unknown" },
  bias: { bias: "unknown" },
  scale: { softmaxScale: null },
  softcap: { softcap: "unknown" },
  sizes: sizesUnknown,
};

const openOf = ({ row, touched }: Part): Partial<LayerPositions> =>
  Object.assign({}, ...[...(row?.open ?? []), ...touched].map((fact) => openFacts[fact]));

/** What a layer has in place of attention. */
function mixerOf(part: Part, kind: string): Mixer | null {
  if (part.row?.mixer !== undefined) return part.row.mixer;
  const found = Object.entries(mixers).find(([word]) => kind.includes(word));
  return found?.[1] ?? (noAttention.test(kind) ? "other" : null);
}

function attentionOf(part: Part, kind: string): LayerAttention {
  const { row } = part;
  const isAdded = part.get("add_cross_attention") === true;
  const cross =
    row?.crosses?.includes(kind) ??
    ((isAdded && kind !== "encoder") || (row?.stacks !== undefined && kind === "decoder"));
  const isOnlyCross = row?.crossOnly?.includes(kind) ?? false;
  return { self: !isOnlyCross, cross: cross || isOnlyCross };
}

/** The width of a head of layers without a spec. */
function widthIn(part: Part, rule: string, layers: readonly Layer[]): number | null {
  const width = headOf(part, rule, layers)?.whole;
  return width !== undefined && part.counts(width.value, width.path) ? width.value : null;
}

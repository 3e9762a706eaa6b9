/** Rules that give each layer its kind, or say which layers rotate. */
import { type Config, isCount, mostCounted, numberOf, type Rule } from "./facts.ts";

/** Gives one word for each layer; undefined if the file does not say. */
export type ListRule = Rule<(config: Config) => readonly unknown[] | undefined>;
/** Gives the kind of each of `count` layers; `rotating` is empty if all of them rotate. */
export interface KindRule
  extends Rule<(config: Config, count: number, rotating: readonly boolean[]) => readonly string[]> {
  /** The field with n, where every nth layer is of another kind. */
  readonly interval?: string;
}
/** Says of each of `count` layers whether it rotates; empty if all of them do. */
export type RotatingRule = Rule<(config: Config, count: number) => readonly boolean[]>;

/** The n of "every nth layer" in a field. EXAONE writes three local layers and a global one as LLLG. */
export function intervalIn(config: Config, field: string): number | undefined {
  const said = config.get(field);
  const value = typeof said === "string" && /^L{1,64}G$/.test(said) ? said.length : said;
  return isCount(value) ? value : undefined;
}

interface Nth {
  /** The kind of every nth layer. */
  readonly nth: string;
  /** The kind of the others. */
  readonly others: string;
  /** The first one of kind `nth`, counted from the end if negative. Default: layer n − 1. */
  readonly from?: number;
  /** One more layer of kind `nth`, counted from the end if negative. */
  readonly also?: number;
  /** The field with n. Left out: n is the same in all files. */
  readonly field?: string;
}

/** Every nth layer is of another kind. */
export const everyNth = (n: number, { nth, others, from, also, field }: Nth): KindRule => ({
  reads: field === undefined ? [] : [field],
  ...(field !== undefined && { interval: field }),
  of(config, count) {
    const every = (field !== undefined && intervalIn(config, field)) || n;
    const at = (layer: number) => (layer < 0 ? count + layer : layer);
    const first = from === undefined ? every - 1 : at(from) % every;
    return Array.from({ length: count }, (_, layer) =>
      layer % every === first || (also !== undefined && layer === at(also)) ? nth : others,
    );
  },
});

/** Every nth layer has full attention, and the others a window. */
export const fullEvery = (n: number, more: Omit<Nth, "nth" | "others"> = {}): KindRule =>
  everyNth(n, { nth: "full_attention", others: "sliding_attention", ...more });

/** Every other layer below `max_window_layers` has a window, if the file switches it on. */
export const everyOtherBelow: KindRule = {
  reads: ["use_sliding_window", "max_window_layers"],
  of(config, count) {
    const isOn = config.said("use_sliding_window") === true;
    const most = numberOf(config.get("max_window_layers") ?? count);
    const kindAt = (layer: number) =>
      layer % 2 === 0 && layer < most ? "sliding_attention" : "full_attention";
    return Array.from({ length: count }, (_, layer) => (isOn ? kindAt(layer) : "all"));
  },
};

/** Layers from `max_window_layers` on have a window, in a class without a switch. */
export const slidingFrom: KindRule = {
  reads: ["max_window_layers"],
  of(config, count) {
    const from = numberOf(config.get("max_window_layers") ?? count);
    return Array.from({ length: count }, (_, layer) =>
      layer >= from ? "sliding_attention" : "full_attention",
    );
  },
};

/** All layers are of one kind. */
export const allOf = (kind: string): KindRule => ({
  reads: [],
  of: (_, count) => new Array<string>(count).fill(kind),
});

/** The kind of a layer follows from whether it rotates. */
export const byRotation = (rotated: string, unrotated: string): KindRule => ({
  reads: [],
  of: (_, count, rotating) =>
    Array.from({ length: count }, (_, layer) => (rotating[layer] === false ? unrotated : rotated)),
});

/** The field lists the numbers of the layers that are of a kind. */
export const listed = (field: string, kind: string, other: string): ListRule => ({
  reads: [field],
  of(config) {
    const [among, count] = [config.get(field), config.value("layers")];
    if (!Array.isArray(among)) return undefined;
    const layers = new Set<unknown>(among);
    return Array.from({ length: isCount(count) ? count : 0 }, (_, layer) =>
      layers.has(layer) ? kind : other,
    );
  },
});

/** Lists in an object have the numbers of the layers of each kind, counted from 1. */
export const numbered = (object: string, kinds: Readonly<Record<string, string>>): ListRule => ({
  reads: [object],
  of(config) {
    const count = config.value("layers");
    const lists = Object.entries(kinds).map(([name, kind]) => [kind, config.inside(object, name)] as const);
    if (!isCount(count) || lists.some(([, list]) => !Array.isArray(list))) return undefined;
    const of = new Map(lists.flatMap(([kind, list]) => (list as unknown[]).map((layer) => [layer, kind])));
    return Array.from({ length: count }, (_, layer) => of.get(layer + 1) ?? "unknown");
  },
});

const isCode = (code: unknown): code is string | number =>
  typeof code === "string" || typeof code === "number";

/** The field has a code for each layer, in a list or a word. */
export const coded = (field: string, kinds: Readonly<Record<string, string>>): ListRule => ({
  reads: [field],
  of(config) {
    const said = config.said(field);
    const codes: unknown = typeof said === "string" ? [...said.slice(0, mostCounted + 1)] : said;
    if (!Array.isArray(codes)) return undefined;
    return codes
      .slice(0, mostCounted + 1)
      .map((code) => (isCode(code) && Object.hasOwn(kinds, code) ? kinds[code] : code));
  },
});

/** A list in the file, or bases of 0, say which layers do not rotate; otherwise every nth, for classes with an n. */
export const unrotatedLayers = (n?: number): RotatingRule => ({
  reads: ["no_rope_layers", "layer_rope_theta", ...(n === undefined ? [] : ["no_rope_layer_interval"])],
  of(config, count) {
    const list = config.said("no_rope_layers");
    if (Array.isArray(list) && list.length > 0) return list.slice(0, count).map(Boolean);
    const bases = config.said("layer_rope_theta");
    if (Array.isArray(bases)) return bases.slice(0, count).map((base) => base !== 0);
    if (n === undefined) return [];
    const every = intervalIn(config, "no_rope_layer_interval") ?? n;
    return Array.from({ length: count }, (_, layer) => (layer + 1) % every !== 0);
  },
});

/** Bases of 0 say which layers do not rotate; otherwise every nth, counted from the last one. */
export const unrotatedFromLast = (n: number): RotatingRule => ({
  reads: ["layer_rope_theta"],
  of(config, count) {
    const bases = config.said("layer_rope_theta");
    if (Array.isArray(bases)) return bases.slice(0, count).map((base) => base !== 0);
    return Array.from({ length: count }, (_, layer) => (count - 1 - layer) % n !== 0);
  },
});

/** Layer i is of kind `at` if i mod period is the offset, by two fields. */
export const periodic = (kinds: { at: string; others: string }): KindRule => ({
  reads: ["attn_layer_period", "attn_layer_offset"],
  of(config, count) {
    const [period, offset] = [
      numberOf(config.get("attn_layer_period")),
      numberOf(config.get("attn_layer_offset")),
    ];
    return Array.from({ length: count }, (_, layer) => (layer % period === offset ? kinds.at : kinds.others));
  },
});

/** The kinds by the number of each layer. */
export const byNumber = (kind: (layer: number, count: number) => string): KindRule => ({
  reads: [],
  of: (_, count) => Array.from({ length: count }, (_, layer) => kind(layer, count)),
});

/** The last layer of each group is of kind `last`. Layers after the last whole group are of kind `rest`. */
export const lastOfGroups = (field: string, last: string, others: string, rest = others): KindRule => ({
  reads: [field],
  of(config, count) {
    const size = config.get(field);
    if (!isCount(size)) return new Array<string>(count).fill("unknown");
    const whole = count - (count % size);
    return Array.from({ length: count }, (_, layer) =>
      layer >= whole ? rest : (layer + 1) % size === 0 ? last : others,
    );
  },
});

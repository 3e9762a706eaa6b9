/** The fields of single layers, which files of any type may give in `per_layer_config`. */
import { type Config, isCount } from "../types/facts.ts";
import type { ConfigObject } from "./config-object.ts";
import type { Part } from "./part.ts";
import type { Sizes } from "./sizes.ts";

export const perLayer = "per_layer_config";

const numbersIn = (all: ConfigObject): ReadonlyMap<number, string> =>
  new Map(
    all
      .objectNames()
      .filter((name) => /^\d{1,8}$/.test(name))
      .map((name) => [Number(name), name]),
  );
const namesOf = new WeakMap<Part, ReadonlyMap<number, string>>();

/** The object of a layer: keys may have zeros in front. */
export function objectOfLayer(part: Part, layer: number): ConfigObject | undefined {
  const all = part.file.object(perLayer);
  if (all === undefined) return undefined;
  const names = namesOf.get(part) ?? numbersIn(all);
  namesOf.set(part, names);
  const name = names.get(layer);
  return name === undefined ? undefined : all.object(name);
}

/** Fields of single layers that are read. */
const sizeNames = {
  num_attention_heads: "heads",
  num_key_value_heads: "keyHeads",
  head_dim: "headDim",
} as const;

/** What a layer's own fields change; undefined if it has none. */
export function configOfLayer(
  part: Part,
  layer: number,
): { config: Config; sizes: Partial<Sizes> } | undefined {
  const own = objectOfLayer(part, layer);
  if (own === undefined) return undefined;
  const sizes: Partial<Record<keyof Sizes, number | null>> = {};
  for (const [name, size] of Object.entries(sizeNames)) {
    const value = own.get(name);
    if (value === undefined) continue;
    sizes[size] = isCount(value) ? value : null;
    if (size === "headDim") sizes.valueDim = sizes.headDim ?? null;
  }
  const config: Config = {
    said: (field) => own.get(field) ?? part.said(field),
    get: (field) => own.get(field) ?? part.get(field),
    value: (fact) => own.first(...part.namesOf(fact))?.value ?? part.value(fact),
    inside: (object, field) => part.inside(object, field),
    has: (field) => part.has(field),
    isNull: (fact) =>
      part.namesOf(fact).some((name) => own.isNull(name)) ||
      (own.first(...part.namesOf(fact)) === undefined && part.isNull(fact)),
  };
  return { config, sizes };
}

/** Names of the fields of single layers that are read. */
export const readPerLayer: ReadonlySet<string> = new Set([...Object.keys(sizeNames), "sliding_window"]);

/** The fields of single layers, which files of any type may give in `per_layer_config`. */
import { type Config, isCount } from "../types/facts.ts";
import { ConfigObject } from "./config-object.ts";
import type { Layer } from "./layers.ts";
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

type Place = Pick<Layer, "kind" | "index">;

/** The object of a layer, whose key may have zeros in front; in a file without such objects, the fields of its kind. */
export function objectOfLayer(part: Part, { kind, index }: Place): ConfigObject | undefined {
  const all = part.file.object(perLayer);
  const rule = part.row?.ofKind;
  if (all === undefined)
    return rule?.kind === kind ? new ConfigObject(rule.of(part), `${kind} of ${part.type}.`) : undefined;
  const names = namesOf.get(part) ?? numbersIn(all);
  namesOf.set(part, names);
  const name = names.get(index);
  return name === undefined ? undefined : all.object(name);
}

/** Whether no layer has fields of its own. */
export const hasNoFields = ({ file, row }: Part): boolean =>
  file.object(perLayer) === undefined && row?.ofKind === undefined;

/** Fields of single layers that are read. */
const sizeNames = {
  num_attention_heads: "heads",
  num_key_value_heads: "keyHeads",
  head_dim: "headDim",
} as const;

/** What a layer's own fields change; undefined if it has none. */
export function configOfLayer(
  part: Part,
  layer: Place,
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
  if (part.row?.latent === "parts") Object.assign(sizes, latentSizes(part, own));
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

/** The widths of latent attention, of which a layer may have some of its own. */
function latentSizes(part: Part, own: ConfigObject): Partial<Sizes> {
  const [nope, rope, value] = latentNames.map((name) => own.get(name) ?? part.get(name));
  return {
    headDim: isCount(nope) && isCount(rope) ? nope + rope : null,
    valueDim: isCount(value) ? value : null,
  };
}

const latentNames = ["qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"] as const;
const read = new Set([...Object.keys(sizeNames), "sliding_window"]);
const readInLatent = new Set([...read, ...latentNames]);

/** Names of the fields of single layers that are read. */
export const readPerLayer = ({ row }: Part): ReadonlySet<string> =>
  row?.latent === "parts" ? readInLatent : read;

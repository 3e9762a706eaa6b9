/** The rows of the atlas: what is known about each model type. */
import { wrongType } from "../../api/arguments/check.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { hint } from "../../api/arguments/hints.ts";
import { pairings, type Row, rows } from "./rows.ts";
import { type AtlasSource, familyOf } from "./sources.ts";

/** What a model works on. */
export type AtlasKind =
  | "text"
  | "vision"
  | "audio"
  | "video"
  | "multimodal"
  | "time-series"
  | "reinforcement"
  | "diffusion";

/** A model type and what is known about its use of positions. */
export interface AtlasModel {
  /** As `model_type` in a config.json; for diffusion models, as `_class_name`; for models of timm, as `architecture`, without the tag. */
  readonly type: string;
  /** The folder of transformers or the file of diffusers that has its code, or the type itself. */
  readonly family: string;
  /** The year of publication. It is left out if the source does not give it. */
  readonly year?: number;
  /** What it works on; for a part of a model, what that part works on. */
  readonly kind: AtlasKind;
  /**
   * `halves` or `interleaved` if it rotates: the pairing of channels, unless a file's `rope_interleave` changes it.
   * `parts` if it consists of other types. Otherwise the encoding or bias that it uses instead, such as `learned`, `alibi` or `none`.
   */
  readonly positions: string;
  /**
   * The defaults of its class, for fields that a file leaves out, by short names: `hidden`, `heads`, `head`, `layers`, `theta`,
   * … For a type of parts, the type of each, by the field that holds it.
   */
  readonly defaults: Readonly<Record<string, string | number>>;
  /** Where this can be read. */
  readonly source: AtlasSource;
}

let models: readonly AtlasModel[] | undefined;

/**
 * All model types whose use of positions is known, with the defaults that `recipe` and `modelPositions` take.
 *
 * @returns One row for each type, in no particular order. It is made at the first call, and is the same object at each.
 * @example
 * atlas().find(({ type }) => type === "smollm3")?.defaults.theta; // 2000000
 */
export function atlas(): readonly AtlasModel[] {
  models ??= Object.freeze([...rows().values()].map((row) => Object.freeze(modelOf(row))));
  return models;
}

/** Suffixes of types that are parts of models. */
const parts: readonly [AtlasKind, RegExp][] = [
  ["text", /_text(_model|_text_model)?$/],
  ["vision", /[_-](vision|image|vit)(_model|_encoder)?$|_vqgan$/],
  ["audio", /_audio(_model|_encoder)?$/],
];

function modelOf({ type, how, facts }: Row): AtlasModel {
  const { name, area, year, source } = familyOf(type);
  const part = how === "parts" ? undefined : parts.find(([, suffix]) => suffix.test(type))?.[0];
  const defaults = Object.fromEntries([...facts].map(([fact, text]) => [fact, factOf(text)]));
  return {
    type,
    family: name,
    ...(year === undefined ? {} : { year }),
    kind: part ?? (area as AtlasKind),
    positions: pairings[how] ?? how,
    defaults: Object.freeze(defaults),
    source,
  };
}

const factOf = (text: string): string | number => (/^-?[\d.]+(e\d+)?$/.test(text) ? Number(text) : text);

/** Throws unless a type is in the atlas. */
export function checkType(type: unknown): string {
  if (typeof type !== "string") throw wrongType("type", 'a model type, such as "llama"', type);
  if (rows().has(type)) return type;
  const text = `type must be a model type of the atlas; got ${JSON.stringify(type.slice(0, 40))}${hint(type, [...rows().keys()], 3)}`;
  throw rangeError(text, { code: "range", param: "type", value: type });
}

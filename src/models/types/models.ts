/** The rows of the atlas: what is known about each model type. */

import { show, wrongType } from "../../api/arguments/check.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { hint } from "../../api/arguments/hints.ts";
import data from "./data/families.json" with { type: "json" };
import read from "./data/read.json" with { type: "json" };
import { defaultsOf } from "./defaults.ts";
import { type Fact, fieldsOf } from "./facts.ts";
import { type AtlasKind, isModel, type ModelRow, type Row } from "./row.ts";
import { rows } from "./rows.ts";
import type { AtlasSource } from "./sources.ts";

/** A group of model types that were published together. */
interface Family {
  readonly name: string;
  readonly area: AtlasKind;
  /** Undefined if it is not known. */
  readonly year?: number | undefined;
  readonly source: AtlasSource;
}

const transformers = { repository: "zucchini-nlp/transformers", commit: data.source.commit };

interface Group {
  readonly area: string;
  readonly year?: number;
  /** The release of transformers that was executed, of folders that came after the commit that was read. */
  readonly release?: string;
  readonly folders: readonly string[];
}

let folders: ReadonlyMap<string, Family> | undefined;

function readFolders(): ReadonlyMap<string, Family> {
  const found = new Map<string, Family>();
  for (const { area, year, release, folders } of data.families as readonly Group[])
    for (const name of folders) {
      const from =
        release === undefined ? transformers : { repository: "huggingface/transformers", commit: release };
      const source = { ...from, path: `src/transformers/models/${name}` };
      found.set(name, { name, area: area as AtlasKind, year, source });
    }
  return found;
}

/** The family of a type: its folder, which is the longest one that the type begins with; or the type itself, outside transformers. */
function familyOf(type: string, { folder, source, area = "text" }: Row): Family {
  if (source !== undefined) {
    if (source.repository === "huggingface/diffusers") {
      // As transformer_flux.py and ace_step_transformer.py.
      const file = source.path.slice(source.path.lastIndexOf("/") + 1, -".py".length);
      return { name: file.replace(/^transformer_|_transformer$/, ""), area: "diffusion", source };
    }
    return { name: type, area, source };
  }
  folders ??= readFolders();
  let name = folder ?? type.replaceAll("-", "_");
  while (!folders.has(name) && name.includes("_")) name = name.slice(0, name.lastIndexOf("_"));
  return folders.get(name)!;
}

export type { AtlasKind } from "./row.ts";
export type { AtlasSource } from "./sources.ts";

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
  /** Whether a run of its program was compared with what is said of it; if not, it was read in the source alone. */
  readonly executed: boolean;
}

let onlyRead: ReadonlySet<string> | undefined;

/** Whether a run of the type's program was compared with the answers. */
function wasExecuted(type: string): boolean {
  onlyRead ??= new Set(read.types.split(" "));
  return !onlyRead.has(type);
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
  models ??= Object.freeze([...rows()].map(([type, row]) => Object.freeze(modelOf(type, row))));
  return models;
}

/** Suffixes of types that are parts of models. */
const parts: readonly [AtlasKind, RegExp][] = [
  ["text", /_text(_model|_text_model)?$/],
  ["vision", /[_-](vision|image|vit)(_model|_encoder)?$|_vqgan$/],
  ["audio", /_audio(_model|_encoder)?$/],
];

function modelOf(type: string, row: Row): AtlasModel {
  const { name, area, year, source } = familyOf(type, row);
  const part = isModel(row) ? parts.find(([, suffix]) => suffix.test(type))?.[0] : undefined;
  return {
    type,
    family: name,
    ...(year === undefined ? {} : { year }),
    kind: part ?? area,
    positions: isModel(row) ? row.positions : "parts",
    defaults: Object.freeze(isModel(row) ? numbersOf(type, row) : partsOf(row.parts)),
    source,
    executed: wasExecuted(type),
  };
}

function numbersOf(type: string, { fields, stacks, stages, open }: ModelRow): Record<string, number> {
  const defaults = defaultsOf(type);
  const numbers: Record<string, number> = {};
  for (const [fact, names] of Object.entries(fieldsOf) as [Fact, readonly string[]][]) {
    const own = fields?.[fact];
    const value = (own === undefined ? names : [own])
      .map((name) => defaults[name])
      .find((one) => typeof one === "number");
    // The layers of stacks and stages are counted by fields of their own.
    if (typeof value === "number" && !(fact === "layers" && (stacks ?? stages ?? open?.includes("layers"))))
      numbers[fact] = value;
  }
  return numbers;
}

/** A part that the file must name has no type. */
const partsOf = (types: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(types).map(([field, type]) => [field, type ?? ""]));

/** Throws unless a type is in the atlas. */
export function checkType(type: unknown): string {
  if (typeof type !== "string") throw wrongType("type", 'a model type, such as "llama"', type);
  if (rows().has(type)) return type;
  const text = `type must be a model type of the atlas; got ${show(type)}${hint(type, [...rows().keys()], 3)}`;
  throw rangeError(text, { code: "range", param: "type", value: type });
}

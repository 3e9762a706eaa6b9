/** One kind of layer in a config file as the fields of a `rope` spec, each with its path in the file. */
import { scaling } from "../rotary/scaling.ts";
import type { ConfigObject } from "./config-object.ts";

/** Fields that have not been checked, and their paths in the file. */
export interface Draft {
  fields: Record<string, unknown>;
  paths: Map<string, string>;
}

/** The sources of a kind of layer: the model's part of the file, and the object with the scaling rule, if there is one. */
export interface Source {
  layer: string;
  text: ConfigObject;
  rule: ConfigObject | undefined;
  /** Takes precedence over every other base. */
  base?: { value: unknown; path: string } | undefined;
}

/** Our names for rules that have another name in the files, old names included. */
const aliases: Record<string, string> = { default: "none", mrope: "none", su: "longrope" };
const typeOf = (name: unknown) =>
  typeof name === "string" && Object.hasOwn(aliases, name) ? aliases[name] : name;

/** A field's name in the files: ours in snake case, except for `originalLength`. */
const nameInFile = (field: string) =>
  field === "originalLength"
    ? "original_max_position_embeddings"
    : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const lengthNames = ["max_position_embeddings", "n_positions"] as const;

/** The draft of a spec, or the path of a field that was not understood. */
export function draftOf(source: Source, unknown: string[]): Draft | string {
  const { text, rule } = source;
  const draft: Draft = { fields: {}, paths: new Map() };
  const head = headDim(source);
  if (head === undefined) return `${text.path}head_dim`;
  set(draft, "headDim", head);
  set(
    draft,
    "base",
    source.base ??
      rule?.first("rope_theta") ??
      text.first("rope_theta", "rotary_emb_base", "global_rope_theta"),
  );

  const type = rule?.first("rope_type", "type");
  const old = rule?.get("type");
  const known = typeOf(type?.value ?? "default");
  if (old !== undefined && typeOf(old) !== known) unknown.push(`${rule!.path}type`);
  if (typeof known !== "string" || !Object.hasOwn(scaling.of, known)) return type!.path;
  const partial = rule?.first("partial_rotary_factor") ?? text.first("partial_rotary_factor", "rotary_pct");
  if (!("partialRotaryFactor" in scaling.of[known as keyof typeof scaling.of]))
    set(draft, "rotaryDim", rotaryDim(source, head.value, partial));
  readScaling(source, known as keyof typeof scaling.of, partial, draft);
  set(draft, "sections", rule?.first("mrope_section"));
  set(draft, "interleavedSections", rule?.first("mrope_interleaved"));
  return draft;
}

type Found = { value: unknown; path: string } | undefined;

function set({ fields, paths }: Draft, param: string, found: Found): void {
  if (found === undefined) return;
  fields[param] = found.value;
  paths.set(param, found.path);
}

function headDim({ layer, text }: Source): Found {
  const names = ["qk_rope_head_dim", "head_dim"];
  const given = text.first(...(layer === "full_attention" ? ["global_head_dim", ...names] : names));
  if (given !== undefined) return given;
  const width = text.first("hidden_size", "n_embd");
  const heads = text.first("num_attention_heads", "n_head");
  if (width === undefined || typeof heads?.value !== "number") return undefined;
  const value = typeof width.value === "number" ? Math.floor(width.value / heads.value) : width.value;
  return { value, path: width.path };
}

/** A fraction of the head is rounded down to whole channels, as in transformers. */
function rotaryDim({ text }: Source, head: unknown, partial: Found): Found {
  const given = text.first("rotary_dim");
  if (given !== undefined || partial === undefined) return given;
  const { value, path } = partial;
  return {
    value: typeof value === "number" && typeof head === "number" ? Math.trunc(head * value) : value,
    path,
  };
}

function readScaling(
  { text, rule }: Source,
  type: keyof typeof scaling.of,
  partial: Found,
  draft: Draft,
): void {
  const found: Record<string, Found> = {};
  for (const field of Object.keys(scaling.of[type])) found[field] = rule?.first(nameInFile(field));
  if ("originalLength" in found) {
    found.originalLength ??= text.first(nameInFile("originalLength"), ...lengthNames);
    found.factor ??= ratio(text.first(...lengthNames), found.originalLength);
  }
  if ("partialRotaryFactor" in found) found.partialRotaryFactor ??= partial;
  const values: Record<string, unknown> = { type };
  for (const [field, of] of Object.entries(found)) {
    if (of !== undefined) values[field] = of.value;
    draft.paths.set(`scaling.${field}`, of?.path ?? `${rule?.path ?? text.path}${nameInFile(field)}`);
  }
  draft.fields.scaling = values;
}

/** The factor of a rule that gives none: the ratio of the lengths. */
function ratio(length: Found, original: Found): Found {
  if (typeof length?.value !== "number" || typeof original?.value !== "number") return undefined;
  return { value: length.value / original.value, path: length.path };
}

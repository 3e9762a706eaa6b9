/** The scaling rule of a kind of layer as the fields of a `rope` spec, each with its path in the file. */

import { show } from "../../api/arguments/check.ts";
import { scaling } from "../../api/rotary/scaling.ts";
import type { ConfigObject } from "./config-object.ts";
import { type Draft, set } from "./draft.ts";
import { evenWidth } from "./odd-width.ts";
import { type Found, isCount, mostCounted, type Part } from "./part.ts";
import { because } from "./reasons.ts";
import { disagreeing, type Head, setHead } from "./rotated-head.ts";
import { setSections } from "./sections.ts";

/** The source of a rule in a part of a file. */
export interface Source {
  /** The name of the rule: `all` if it is the only one. */
  name: string;
  rule: ConfigObject | undefined;
  /** The base of a rule that gives none. */
  theta: Found | undefined;
  /** The attention factor of a rule that gives none. */
  attentionFactor?: number | undefined;
}

/** Our names for rules that have another name in the files, old names included. Our own `none` and `ntk` are not known in files. */
const aliases: Record<string, string> = { default: "none", mrope: "none", su: "longrope", none: "", ntk: "" };
/** A field that turns a rule into another one: HunYuan's `alpha` is the factor of NTK scaling. */
const replaced: Record<string, { field: string; type: keyof typeof scaling.of }> = {
  dynamic: { field: "alpha", type: "ntk" },
};

/** A field's name in the files: ours in snake case, except for two. */
const nameInFile = (field: string) =>
  ownNames[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ownNames: Record<string, string> = {
  originalLength: "original_max_position_embeddings",
  shortAttentionFactor: "short_mscale",
};

/** Field names of all rules. In a rule that does not use them they have no effect. */
const words = new Set([
  ...Object.values(scaling.of).flatMap((fields) => Object.keys(fields).map(nameInFile)),
  ...["alpha", "finetuned", "long_mscale", "mrope_interleaved"],
]);

/** The draft of a spec; undefined if a field was not understood. The part then lists the field. */
export function draftOf(part: Part, source: Source, head: Head | undefined): Draft | undefined {
  const { rule } = source;
  const draft: Draft = { fields: {}, paths: new Map() };
  if (head === undefined) return missing(part, `${part.file.path}head_dim`, source.name);
  for (const width of [head.whole, head.last])
    if (width !== undefined && !part.counts(width.value, width.path))
      return missing(part, width.path, source.name);
  setHead(draft, head);
  const base = baseOf(part, source);
  if (base === undefined && part.row === undefined)
    return missing(part, `${part.file.path}rope_theta`, source.name);
  set(draft, "base", base);
  const type = typeOf(part, rule);
  if (typeof type !== "object") {
    part.misses(type, `${type} ${show(nameOf(rule))} has no spec${because(nameOf(rule))}`);
    return undefined;
  }
  const partial = agreed(part, rule?.first("partial_rotary_factor"), part.said("partial")) ?? partialOf(part);
  const wrong = disagreeing(head, partial);
  if (wrong !== undefined) return missing(part, wrong, source.name);
  if (head.last === undefined && !("partialRotaryFactor" in scaling.of[type.name])) {
    const width = rotaryDim(part, head.whole, partial);
    if (typeof width === "string") return missing(part, width, source.name);
    set(draft, "rotaryDim", width);
  }
  if (!evenWidth(part, draft, { rule: type.name, path: head.whole.path }))
    return missing(part, undefined, source.name);
  readScaling({ part, source, type, partial }, draft);
  if (part.supplied("direction") === "-1") draft.fields.direction = "backward";
  if (!setSections(part, rule, draft)) return missing(part, undefined, source.name);
  return strangers(part, rule) ? missing(part, undefined, source.name) : draft;
}

const nameOf = (rule: ConfigObject | undefined): unknown => rule?.first("rope_type", "type")?.value;

function missing(part: Part, path: string | undefined, layer: string): undefined {
  const without = `so that ${layer} layers have no spec`;
  if (path === undefined)
    part.notes.push(`${part.unknown.at(-1)} is not known, ${without}${reasonOf(part.unknown.at(-1)!)}`);
  else part.misses(path, `${path} is missing or not known, ${without}`);
}

const reasonOf = (path: string) => because(path.slice(path.lastIndexOf(".") + 1));

/** The first of two values for the same fact. If the other one differs, the part lists it. */
function agreed(part: Part, first: Found | undefined, other: Found | undefined): Found | undefined {
  if (first === undefined || other === undefined || first.value === other.value) return first ?? other;
  part.misses(other.path, `${first.path} and ${other.path} differ; ${first.path} counts`);
  return first;
}

function baseOf(part: Part, { rule, theta }: Source): Found | undefined {
  const own = rule?.first("rope_theta");
  const beside = part.supplied("rules") === undefined ? part.said("theta") : undefined;
  const base = own === undefined ? (theta ?? part.fact("theta")) : agreed(part, own, beside);
  if (base !== undefined) part.sources.theta = base.path;
  const ratio = part.file.first(part.supplied("ratio") ?? "")?.value;
  if (ratio === undefined) return base;
  return {
    value: typeof ratio === "number" ? ratio * numberIn(base?.value ?? 10000) : ratio,
    path: part.file.pathOf(part.supplied("ratio")!),
  };
}

/** Without the methods of an object, which may throw. */
const numberIn = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

const partialOf = (part: Part): Found | undefined => part.fact("partial");

interface RuleType {
  name: keyof typeof scaling.of;
  /** The field that holds the factor, if its name is not `factor`. */
  factor?: string;
}

/** The type of a rule, or the path of the field that was not understood. */
function typeOf(part: Part, rule: ConfigObject | undefined): RuleType | string {
  const given = rule?.first("rope_type", "type");
  const old = rule?.first("type");
  const known = ours(given?.value ?? "default");
  if (old !== undefined && ours(old.value) !== known) agreed(part, given, old);
  if (typeof known !== "string" || !Object.hasOwn(scaling.of, known)) return given!.path;
  const other = Object.hasOwn(replaced, known) ? replaced[known] : undefined;
  if (other !== undefined && rule?.get(other.field) !== undefined)
    return { name: other.type, factor: other.field };
  return { name: known as keyof typeof scaling.of };
}

const ours = (name: unknown) =>
  typeof name === "string" && Object.hasOwn(aliases, name) ? aliases[name] : name;

/** The number of channels that rotate, rounded down as in transformers; or the path of the field that was not understood. */
function rotaryDim(part: Part, head: Found, partial: Found | undefined): Found | string | undefined {
  const given = part.fact("rotary");
  if (given !== undefined && !isCount(given.value)) return given.path;
  // A class with a width of its own takes null for the width of the whole model, which fits no head.
  const isNull = part.fieldsOf("rotary").find((name) => part.file.isNull(name));
  if (isNull !== undefined && part.said("rotary") === undefined && given !== undefined)
    return part.file.pathOf(isNull);
  if (given !== undefined && partial !== undefined) {
    const width = Math.trunc(numberIn(head.value) * numberIn(partial.value));
    const isSaid = part.said("partial") !== undefined && part.said("rotary") !== undefined;
    if (isSaid) agreed(part, given, { value: width, path: partial.path });
  }
  if (given !== undefined || partial === undefined) return given;
  const { value, path } = partial;
  if (typeof value !== "number" || typeof head.value !== "number") return path;
  const width = Math.trunc(head.value * value);
  if (!(width >= 0 && width <= mostCounted)) return path;
  // A class that does not know the factor rotates the whole head.
  if (value !== 1 && !part.knows("partial")) return path;
  return { value: width, path };
}

interface ScalingSource {
  part: Part;
  source: Source;
  type: RuleType;
  partial: Found | undefined;
}

function readScaling(from: ScalingSource, draft: Draft): void {
  const { part, source, type } = from;
  const { rule } = source;
  const found: Record<string, Found | undefined> = {};
  for (const field of Object.keys(scaling.of[type.name]))
    if (field !== "shortAttentionFactor" || part.knows("mscales"))
      found[field] = rule?.first(nameInFile(field));
  if (type.factor !== undefined) found.factor = rule?.first(type.factor);
  for (const [field, of] of Object.entries(defaults[type.name] ?? {})) found[field] = of(found[field], from);
  const values: Record<string, unknown> = { type: type.name };
  for (const [field, of] of Object.entries(found)) {
    if (of !== undefined) values[field] = of.value;
    draft.paths.set(`scaling.${field}`, of?.path || `${rule?.path ?? part.file.path}${nameInFile(field)}`);
  }
  draft.fields.scaling = values;
}

type Default = (given: Found | undefined, from: ScalingSource) => Found | undefined;

/** The model's own original length takes precedence over its rule's; the default is the length that the model serves. */
const trainedLength: Default = (given, { part, source }) => {
  const own = source.name === "all" ? part.file.first("original_max_position_embeddings") : undefined;
  return own === undefined ? (given ?? part.fact("length")) : agreed(part, own, given);
};

const servedLength: Default = (given, { part }) => {
  const length = part.fact("length");
  return length === undefined ? given : agreed(part, length, given);
};

/** The factor of a rule that gives none: the ratio of the lengths. */
const ratio: Default = (given, from) => {
  const length = from.part.fact("length");
  const original = trainedLength(from.source.rule?.first("original_max_position_embeddings"), from);
  if (given !== undefined || typeof length?.value !== "number" || typeof original?.value !== "number")
    return given;
  return { value: length.value / original.value, path: length.path };
};

/** Classes that read a factor for long texts take it instead. */
const ofLongTexts: Default = (given, { part, source }) =>
  (part.knows("mscales") ? source.rule?.first("long_mscale") : undefined) ?? given;

const ofSource: Default = (given, { source: { name, attentionFactor } }) =>
  given ??
  (attentionFactor === undefined
    ? undefined
    : { value: attentionFactor, path: `attention factor of ${name}` });

/** For fields with a default in our specs, but none in transformers. */
const required: Default = (given) => given ?? { value: null, path: "" };

/** Defaults of fields that a rule leaves out. */
const defaults: Partial<Record<keyof typeof scaling.of, Record<string, Default>>> = {
  dynamic: { originalLength: servedLength },
  yarn: {
    originalLength: trainedLength,
    factor: (given, from) => (from.source.rule?.isNull("factor") ? ratio(given, from) : given),
    attentionFactor: ofSource,
  },
  longrope: { originalLength: trainedLength, factor: ratio, attentionFactor: ofLongTexts },
  llama3: { originalLength: trainedLength, lowFreqFactor: required, highFreqFactor: required },
  proportional: { partialRotaryFactor: (given, { partial }) => given ?? partial },
};

/** Lists the fields of a rule that were not read. Returns whether one of them belongs to no rule. */
function strangers(part: Part, rule: ConfigObject | undefined): boolean {
  // The first is read with the scores; the second repeats the model's own length.
  rule?.first("llama_4_scaling_beta", "max_position_embeddings");
  rule?.get("max_position_embeddings");
  const left = rule?.unasked() ?? [];
  part.unknown.push(...left.filter((name) => words.has(name)).map((name) => rule!.pathOf(name)));
  const strange = left.filter((name) => !words.has(name) && rule!.get(name) !== false);
  part.unknown.push(...strange.map((name) => rule!.pathOf(name)));
  return strange.length > 0;
}

/** The scaling of a rule as the field `scaling` of a `rope` spec. */
import { scaling } from "../../api/rotary/scaling.ts";
import type { ConfigObject } from "./config-object.ts";
import type { Draft } from "./draft.ts";
import type { Found, Part } from "./part.ts";
import type { FileRule } from "./rules.ts";

/** Our names for rules that have another name in the files, old names included. Our own `none` and `ntk` are not known in files. */
const aliases: Record<string, string> = { default: "none", mrope: "none", su: "longrope", none: "", ntk: "" };
/** A field that turns a rule into another one: HunYuan's `alpha` is the factor of NTK scaling. */
const replaced: Record<string, { field: string; type: RuleName }> = {
  dynamic: { field: "alpha", type: "ntk" },
};

type RuleName = keyof typeof scaling.of;

export interface RuleType {
  name: RuleName;
  /** The field that holds the factor, if its name is not `factor`. */
  factor?: string;
}

/** A field's name in the files: ours in snake case, except for two. */
const nameInFile = (field: string) =>
  ownNames[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ownNames: Record<string, string> = {
  originalLength: "original_max_position_embeddings",
  shortAttentionFactor: "short_mscale",
};

const isRule = (name: unknown): name is RuleName =>
  typeof name === "string" && Object.hasOwn(scaling.of, name);

/** The first of two values for the same fact. If the other one differs, the part lists it. */
export function agreed(part: Part, first: Found | undefined, other: Found | undefined): Found | undefined {
  if (first === undefined || other === undefined || first.value === other.value) return first ?? other;
  part.misses(other.path, `${first.path} and ${other.path} differ; ${first.path} counts`);
  return first;
}

/** The type of a rule, or the path of the field that was not understood. */
export function typeOfRule(part: Part, rule: ConfigObject | undefined): RuleType | string {
  const given = rule?.first("rope_type", "type");
  const old = rule?.first("type");
  const known = isAxial(part, given) ? "none" : ours(given?.value ?? "default");
  if (old !== undefined && ours(old.value) !== known) agreed(part, given, old);
  if (!isRule(known)) return given!.path;
  const other = Object.hasOwn(replaced, known) ? replaced[known] : undefined;
  return other !== undefined && rule?.get(other.field) !== undefined
    ? { name: other.type, factor: other.field }
    : { name: known };
}

/** Towers with an axis for rows and one for columns call the rule without a scaling `axial`. */
const isAxial = ({ row }: Part, type: Found | undefined) =>
  type?.value === "axial" && row?.axes !== undefined;

const ours = (name: unknown) =>
  typeof name === "string" && Object.hasOwn(aliases, name) ? aliases[name] : name;

interface ScalingSource {
  part: Part;
  source: FileRule;
  type: RuleType;
  partial: Found | undefined;
}

/** The fields of a rule that the class reads: our name and the file's. */
function fieldsOf(part: Part, { name, factor }: RuleType): [field: string, inFile: string][] {
  return Object.keys(scaling.of[name])
    .filter((field) => field !== "shortAttentionFactor" || part.reads("mscales"))
    .map((field) => [field, field === "factor" && factor !== undefined ? factor : nameInFile(field)]);
}

/** Sets the scaling. Returns whether there can be a spec: whether each field of the rule belongs to a rule. */
export function setScaling(from: ScalingSource, draft: Draft): boolean {
  const { part, source, type } = from;
  const { rule } = source;
  const found = new Map(fieldsOf(part, type).map(([field, name]) => [field, rule?.first(name)]));
  for (const [field, of] of Object.entries(defaults[type.name] ?? {}))
    found.set(field, of(found.get(field), from));
  const values: Record<string, unknown> = { type: type.name };
  for (const [field, of] of found) {
    if (of !== undefined) values[field] = of.value;
    draft.paths.set(`scaling.${field}`, of?.path || `${rule?.path ?? part.file.path}${nameInFile(field)}`);
  }
  draft.fields.scaling = values;
  return !hasStrangers(part, rule, type);
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
  (part.reads("mscales") ? source.rule?.first("long_mscale") : undefined) ?? given;

const ofSource: Default = (given, { source: { name, attentionFactor } }) =>
  given ??
  (attentionFactor === undefined
    ? undefined
    : { value: attentionFactor, path: `attention factor of ${name}` });

/** For fields with a default in our specs, but none in transformers. */
const required: Default = (given) => given ?? { value: null, path: "" };

/** Defaults of fields that a rule leaves out. */
const defaults: Partial<Record<RuleName, Record<string, Default>>> = {
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

/** Fields that any rule may have: the scores read one of them, and one repeats the model's own length. */
const ofAnyRule = [
  ...["rope_type", "type", "rope_theta", "partial_rotary_factor", "mrope_section"],
  ...["llama_4_scaling_beta", "max_position_embeddings"],
];

/** Field names of all rules. In a rule that does not use them they have no effect. */
const words = new Set([
  ...Object.values(scaling.of).flatMap((fields) => Object.keys(fields).map(nameInFile)),
  ...["alpha", "finetuned", "long_mscale", "mrope_interleaved"],
]);

/** Lists the fields of a rule that its class does not read. Returns whether one of them belongs to no rule. */
function hasStrangers(part: Part, rule: ConfigObject | undefined, type: RuleType): boolean {
  if (rule === undefined) return false;
  const { row } = part;
  const known = new Set([
    ...ofAnyRule,
    ...fieldsOf(part, type).flatMap(([field, name]) => [name, nameInFile(field)]),
  ]);
  if (row?.axes === undefined && row?.widths === undefined) known.add("mrope_interleaved");
  else known.delete("mrope_section");
  if (type.name === "longrope" && part.reads("mscales")) known.add("long_mscale");
  const left = rule.namesBut(known);
  part.unknown.push(...left.filter((name) => words.has(name)).map((name) => rule.pathOf(name)));
  const strange = left.filter((name) => !words.has(name) && rule.get(name) !== false);
  part.unknown.push(...strange.map((name) => rule.pathOf(name)));
  return strange.length > 0;
}

/** The rotation rules of a part: one for all layers, or one for each kind. */
import type { NamedBase } from "../types/row.ts";
import { ConfigObject } from "./config-object.ts";
import { type Layer, longestKind } from "./layers.ts";
import type { Found, Part } from "./part.ts";

/** A rule of a file. */
export interface FileRule {
  /** The name of the rule: `all` if it is the only one. */
  name: string;
  rule: ConfigObject | undefined;
  /** The base of a rule that gives none. */
  theta: Found | undefined;
  /** The base, whatever the rule gives. */
  fixed?: Found | undefined;
  /** The attention factor of a rule that gives none. */
  attentionFactor?: number | undefined;
}

export interface FileRules {
  rules: readonly FileRule[];
  /** Kinds of layers whose rule is null: they do not rotate. */
  unrotated: readonly string[];
  /** Fields beside `rope_parameters` and `rope_scaling` that a rule is from. */
  reads: readonly string[];
  /** Whether the rules are nested by kind. */
  nested: boolean;
}

/** More rules than any model has. */
const mostRules = 16;

/** The older form counts if a file has both: transformers 5.23, executed. */
const forms = ["rope_scaling", "rope_parameters"] as const;
const localFields = ["rope_local_base_freq", "local_rope_theta", "global_rope_theta"] as const;

const listOfBases = "layer_rope_theta";

/** The name of the rule of a kind of layer. */
export const ruleOfKind = ({ row }: Part, kind: string): string => row?.uses?.[kind] ?? kind;

export function rulesOf(part: Part, layers: readonly Layer[]): FileRules {
  const rule = ruleOf(part);
  const names = rule?.objectNames() ?? [];
  const bases = part.row?.bases;
  const reads = bases === undefined ? [] : Object.values(bases).map(({ field }) => field);
  if (rule !== undefined && names.length > 0) return { ...nestedIn(part, { rule, names, layers }), reads };
  const one = { unrotated: [], nested: false, reads };
  if (bases !== undefined)
    return { ...one, rules: namedBases(part, { bases, rule: withoutNewForm(part, rule), layers }) };
  const listed = listedBases(part, rule, layers);
  if (listed !== undefined) return { ...one, rules: listed };
  if (part.row?.widths?.inRow !== undefined) {
    const kinds = new Set(layers.map(({ kind }) => kind));
    return { ...one, rules: [...kinds].map((name) => ({ name, rule, theta: part.inFile("theta") })) };
  }
  const local = part.file.first(...localFields.slice(0, 2));
  if (local === undefined)
    return { ...one, rules: [{ name: "all", rule, theta: thetaOf(layers, "all", part.inFile("theta")) }] };
  const theta = part.file.first("global_rope_theta") ?? part.fact("theta");
  return {
    ...one,
    rules: [
      { name: "full_attention", rule, theta },
      { name: "sliding_attention", rule: undefined, theta: local },
    ],
    reads: localFields,
  };
}

/** Some classes take one rule of the older form for all kinds, and not one of the newer form: transformers 5.23, executed. */
function withoutNewForm(part: Part, rule: ConfigObject | undefined): ConfigObject | undefined {
  const path = part.file.pathOf(forms[1]);
  if (!part.row?.nested || rule === undefined) return rule;
  if (!rule.path.startsWith(path)) return asNamed(part, rule);
  part.misses(path, `${path} has no rule for each kind of layer, and ${part.type} reads nothing else there`);
  return undefined;
}

/** These classes add the rule to one that has a name in `rope_type`, so that a name in `type` alone changes nothing: 5.24, executed. */
function asNamed(part: Part, rule: ConfigObject): ConfigObject {
  if (rule.get("rope_type") !== undefined || rule.get("type") === undefined) return rule;
  part.notes.push(`${part.type} reads the name of a rule in rope_type, so ${rule.path}type has no effect`);
  const kept = ["rope_theta", "partial_rotary_factor"].map((name) => [name, rule.get(name)]);
  return new ConfigObject(Object.fromEntries(kept), rule.path);
}

/** The object that holds the rule: in the file, in one of two forms, or the default of the class. */
function ruleOf(part: Part): ConfigObject | undefined {
  const { file } = part;
  const objects = forms.flatMap((name) => {
    if (part.row?.idle?.includes(name)) return [];
    const object = file.object(name);
    if (object === undefined && file.get(name) !== undefined) part.unknown.push(file.pathOf(name));
    return object ?? [];
  });
  const [first, second] = objects;
  if (first !== undefined && second !== undefined && !first.sameAs(second)) {
    const [used, other] = [first, second].map(({ path }) => path.slice(0, -1));
    part.misses(other!, `${used} and ${other} differ; ${used} counts`);
  }
  if (first !== undefined) return first;
  const own = part.standard("rope_parameters")?.value;
  return typeof own === "object" && own !== null ? new ConfigObject(own, `rule of ${part.type}.`) : undefined;
}

interface Nested {
  rule: ConfigObject;
  names: readonly string[];
  layers: readonly Layer[];
}

function nestedIn(part: Part, { rule, names, layers }: Nested): Omit<FileRules, "reads"> {
  part.unknown.push(...names.slice(mostRules).map((name) => rule.pathOf(name)));
  const used = names.slice(0, mostRules);
  // Fields beside the kinds belong to no rule. `rope_type: "default"` has no effect there.
  const known = new Set([...used, "rope_type", ...(rule.get("rope_type") === "default" ? [] : ["type"])]);
  part.unknown.push(...rule.namesBut(known).map((name) => rule.pathOf(name)));
  const bases = part.row?.baseOfRule === undefined ? (part.row?.bases ?? {}) : {};
  const own = namedBases(part, { bases, rule: undefined, layers });
  return {
    rules: [
      ...used.map((name) => ({
        name: name.slice(0, longestKind),
        rule: rule.object(name),
        theta: own.find((base) => base.name === name)?.theta ?? thetaOf(layers, name, part.inFile("theta")),
      })),
      ...own.filter(({ name }) => !used.includes(name) && !rule.isNull(name)),
    ],
    unrotated: [...new Set(layers.map(({ kind }) => kind))].filter((kind) => rule.isNull(kind)),
    nested: true,
  };
}

interface Based {
  bases: Readonly<Record<string, NamedBase>>;
  rule: ConfigObject | undefined;
  layers: readonly Layer[];
}

/** The rules of classes with several bases. */
const namedBases = (part: Part, { bases, rule, layers }: Based): FileRule[] =>
  Object.entries(bases).map(([name, { field, scaled, ofClass, attentionFactor }]) => {
    const isOwn = attentionFactor !== undefined;
    const own = (ofClass ? undefined : thetaOf(layers, name, part.file.first(field))) ?? part.standard(field);
    const theta = scaled === "whole" && rule !== undefined ? undefined : own;
    return {
      name,
      rule: scaled || isOwn ? rule : undefined,
      theta,
      attentionFactor,
      fixed: isOwn ? theta : undefined,
    };
  });

/** Rules of kinds of layers whose bases are listed, in classes that read such a list; a layer with base 0 does not rotate. */
function listedBases(
  part: Part,
  rule: ConfigObject | undefined,
  layers: readonly Layer[],
): FileRule[] | undefined {
  const list = part.said(listOfBases);
  if (!Array.isArray(list) || !part.row?.rotating?.reads.includes(listOfBases)) return undefined;
  const path = part.file.pathOf(listOfBases);
  const kinds = new Set(layers.filter(({ rotates }) => rotates).map(({ kind }) => kind));
  const all = new Set(list.slice(0, layers.length).filter((base) => base));
  if (all.size === 1) return [{ name: "all", rule, theta: undefined, fixed: { value: [...all][0], path } }];
  return [...kinds].map((kind) => {
    const bases = new Set(list.filter((base, layer) => layers[layer]?.kind === kind && base));
    return {
      name: kind,
      rule,
      theta: undefined,
      fixed: { value: bases.size === 1 ? [...bases][0] : list, path },
    };
  });
}

/** The base. If the file lists one for each layer, it is that of the layers of this kind. */
function thetaOf(layers: readonly Layer[], name: string, found: Found | undefined): Found | undefined {
  if (!Array.isArray(found?.value)) return found;
  const list: unknown[] = found.value;
  const bases = new Set(list.filter((_, layer) => layers[layer]?.kind === name));
  if (name === "all" && bases.size === 0) for (const base of list) bases.add(base);
  return bases.size === 1 ? { value: [...bases][0], path: found.path } : found;
}

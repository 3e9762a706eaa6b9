/** Checks specs against the methods and presets of an entry of the package. */
import { checkNames, checkWord, readFields, show } from "../arguments/check.ts";
import { rangeError, typeError } from "../arguments/errors.ts";
import { type Read, resolve } from "./resolve.ts";
import type { Fields, Method } from "./rules.ts";

export interface Vocabulary {
  methods: Readonly<Record<string, unknown>>;
  presets: Readonly<Record<string, PresetRow>>;
  /** The entry that has all methods and presets, if this one does not. */
  elsewhere?: string;
}

interface PresetRow {
  spec: { readonly method: string };
  open: readonly string[];
}

/** A checked spec of any method of the vocabulary. */
export type SpecData = Readonly<{ version: 1; method: string }>;

/** The version of the fields' names and meanings. */
export const specVersion = 1;

/** A method without the types of its fields, for code that works with any method. */
export const methodOf = ({ methods }: Vocabulary, name: string) => methods[name] as Method<Fields>;

/** The last checked spec and its fields. Without them, small calls in a loop would spend most of their time on checks. */
let last: { vocabulary: Vocabulary; given: Read; spec: SpecData } | undefined;

/**
 * @param refuse May throw a clearer error than the check of the fields.
 * @returns The same object as the last time, if the fields are the same.
 */
export function checkSpecIn(vocabulary: Vocabulary, spec: unknown, refuse?: (given: Read) => void): SpecData {
  const given = readFields("spec", spec);
  if (last?.vocabulary === vocabulary && isSame(last.given, given)) return last.spec;
  refuse?.(given);
  checkVersion(given.get("version"));
  const isPreset = given.get("preset") !== undefined;
  const checked = isPreset ? checkPreset(vocabulary, given) : checkFields(vocabulary, given);
  last = { vocabulary, given, spec: checked };
  return checked;
}

/** Whether two specs have the same fields. Objects are never the same: their contents may have changed. */
function isSame(one: Read, other: Read): boolean {
  if (one.size !== other.size) return false;
  for (const [name, value] of one)
    if (typeof value === "object" || !Object.is(value, other.get(name))) return false;
  return true;
}

function checkVersion(version: unknown): void {
  if (version === undefined || version === specVersion) return;
  const text = `version must be ${specVersion}, the only version; got ${show(version)}`;
  throw rangeError(text, { code: "range", param: "version", value: version });
}

function checkFields(vocabulary: Vocabulary, given: Read): SpecData {
  const method = checkKnown("method", given.get("method"), vocabulary.methods, vocabulary);
  const row = methodOf(vocabulary, method);
  checkNames(`the method "${method}"`, given, ["version", "preset", "method", ...Object.keys(row.fields)]);
  return Object.freeze({ version: specVersion, method, ...resolve(row, given) });
}

/** The fields that a preset leaves open. `precision` is always open: a model does not fix the rounding. */
export function openIn(vocabulary: Vocabulary, preset: string): readonly string[] {
  const { spec, open } = vocabulary.presets[preset]!;
  return "precision" in methodOf(vocabulary, spec.method).fields ? [...open, "precision"] : open;
}

function checkPreset(vocabulary: Vocabulary, given: Read): SpecData {
  const name = checkKnown("preset", given.get("preset"), vocabulary.presets, vocabulary);
  const { spec } = vocabulary.presets[name]!;
  const fields = Object.keys(methodOf(vocabulary, spec.method).fields);
  const open = openIn(vocabulary, name);
  const fixed = fields.find((field) => given.get(field) !== undefined && !open.includes(field));
  if (fixed !== undefined) throw fixedField(name, fixed, given.get(fixed));
  checkNames(`the preset "${name}"`, given, ["version", "preset", ...open]);
  const opened = open.map((field) => [field, given.get(field)] as const);
  return checkFields(vocabulary, new Map([...Object.entries(spec), ...opened]));
}

function fixedField(preset: string, field: string, value: unknown) {
  const other = typeof value === "object" ? "…" : show(value);
  const text = `the preset "${preset}" fixes ${field}; for another value write { ...presets["${preset}"].spec, ${field}: ${other} }`;
  return typeError(text, { code: "unknown-option", param: field, value });
}

function checkKnown(param: string, value: unknown, rows: object, { elsewhere }: Vocabulary): string {
  const names = Object.keys(rows);
  if (elsewhere === undefined || typeof value !== "string" || names.includes(value))
    return checkWord(param, value, names);
  const text = `${param} ${show(value)} is not in this entry; import ${elsewhere}, which has all of them`;
  throw rangeError(text, { code: "unsupported", param, value });
}

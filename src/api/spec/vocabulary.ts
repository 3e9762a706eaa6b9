/** Checks specs against the methods and presets that an entry of the package knows. */
import { checkNames, checkWord, readFields, show } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import type { ResolvedSpec } from "./methods.ts";
import { type Read, resolve } from "./resolve.ts";
import type { Fields, Method } from "./rules.ts";

export interface Vocabulary {
  methods: Readonly<Record<string, unknown>>;
  presets: Readonly<Record<string, PresetRow>>;
  /** Where the words that are not here may be; nowhere when all are. */
  elsewhere?: string;
}

interface PresetRow {
  spec: { readonly method: string };
  open: readonly string[];
}

/** The version of the fields' names and meanings. */
export const specVersion = 1;

/** A row, its field types given up: for code that works on any. */
export const methodOf = ({ methods }: Vocabulary, name: string) => methods[name] as Method<Fields>;

export function checkSpecIn(vocabulary: Vocabulary, spec: unknown): ResolvedSpec {
  const given = readFields("spec", spec);
  checkVersion(given.get("version"));
  return given.get("preset") === undefined ? checkFields(vocabulary, given) : checkPreset(vocabulary, given);
}

function checkVersion(version: unknown): void {
  if (version === undefined || version === specVersion) return;
  const text = `version must be ${specVersion}, the only one there is; got ${show(version)}`;
  throw rangeError(text, { code: "range", param: "version", value: version });
}

function checkFields(vocabulary: Vocabulary, given: Read): ResolvedSpec {
  const method = checkKnown("method", given.get("method"), vocabulary.methods, vocabulary);
  const row = methodOf(vocabulary, method);
  checkNames(`the method "${method}"`, given, ["version", "preset", "method", ...Object.keys(row.fields)]);
  return Object.freeze({ version: specVersion, method, ...resolve(row, given) }) as ResolvedSpec;
}

function checkPreset(vocabulary: Vocabulary, given: Read): ResolvedSpec {
  const name = checkKnown("preset", given.get("preset"), vocabulary.presets, vocabulary);
  const { spec, open } = vocabulary.presets[name]!;
  checkNames(`the preset "${name}"`, given, ["version", "preset", ...open]);
  const opened = open.map((field) => [field, given.get(field)] as const);
  return checkFields(vocabulary, new Map([...Object.entries(spec), ...opened]));
}

function checkKnown(param: string, value: unknown, rows: object, { elsewhere }: Vocabulary): string {
  const names = Object.keys(rows);
  if (elsewhere === undefined || typeof value !== "string" || names.includes(value))
    return checkWord(param, value, names);
  const text = `${param} ${show(value)} is not known here; ${elsewhere} has all of them`;
  throw rangeError(text, { code: "unsupported", param, value });
}

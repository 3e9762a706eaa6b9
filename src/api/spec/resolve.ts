/** Checks unknown data against the rules of a method: gives the resolved fields, or throws the first error. */
import {
  checkFlag,
  checkNames,
  checkNumber,
  checkWord,
  guarded,
  kindOf,
  readFields,
  show,
  wrongType,
} from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { type Conflict, currentWord, type Field, type Fields, type Method } from "./rules.ts";

export type Read = ReadonlyMap<string, unknown>;
export type Data = Record<string, unknown>;

/** Checks the fields of a method one by one, then together. @returns them in the order of the rules */
export function resolve(row: Method<Fields>, given: Read): Data {
  const spec = resolveFields(row.fields, given);
  const conflict = firstConflict(row, spec);
  if (conflict !== undefined) throw conflictError(conflict);
  return spec;
}

export function firstConflict(row: Method<Fields>, spec: Data): Conflict | undefined {
  for (const relation of row.relations ?? []) {
    const conflict = relation(spec as never);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
}

function conflictError({ param, value, expected }: Conflict) {
  const got = Array.isArray(value) ? "" : `; got ${show(value)}`;
  return rangeError(`${param} must be ${expected}${got}`, { code: "range", param, value });
}

/** Checks fields one by one. */
export function resolveFields(fields: Fields, given: Read, path = ""): Data {
  const spec: Data = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = resolveField(path + name, field, given.get(name), spec);
    if (value !== undefined) spec[name] = value;
  }
  return spec;
}

function resolveField(param: string, field: Field, value: unknown, before: Data): unknown {
  switch (field.kind) {
    case "number":
      if (value === undefined && field.sameAs !== undefined) return before[field.sameAs];
      if (value === undefined && field.optional) return undefined;
      if (typeof value === "string" && field.or !== undefined) return checkWord(param, value, field.or);
      return checkNumber(param, value, field);
    case "word":
      return checkWord(param, currentWord(field, value), field.words, field.default);
    case "flag":
      return checkFlag(param, value, field.default);
    case "list":
      return checkList(param, field, value);
    case "choice":
      return checkChoice(param, field, value);
  }
}

function checkList(
  param: string,
  field: Field & { kind: "list" },
  value: unknown,
): readonly number[] | undefined {
  if (value === undefined && field.default !== undefined) return field.default;
  if (value === undefined && field.optional) return undefined;
  const { least, most } = field;
  const expected = `an array of ${least === most ? least : `${least} to ${most}`} numbers`;
  if (kindOf(value) !== "Array") throw wrongType(param, expected, value);
  const given = value as unknown[];
  const length = guarded(param, value, () => given.length);
  if (length < least || length > most) {
    throw rangeError(`${param} must be ${expected}; got ${length}`, { code: "length", param, value });
  }
  const items = Array.from({ length }, (_, i) => guarded(param, value, () => given[i]));
  return Object.freeze(items.map((item, i) => checkNumber(`${param}[${i}]`, item, field.each)));
}

function checkChoice(param: string, field: Field & { kind: "choice" }, value: unknown): Data {
  const given = value === undefined ? new Map([["type", field.default]]) : readFields(param, value);
  const type = checkWord(`${param}.type`, given.get("type"), Object.keys(field.of));
  const fields = field.of[type]!;
  checkNames(`${param} "${type}"`, given, ["type", ...Object.keys(fields)]);
  return Object.freeze({ type, ...resolveFields(fields, given, `${param}.`) });
}

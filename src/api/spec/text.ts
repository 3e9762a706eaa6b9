/** A spec as a line of text, for links. */
import { show, wrongType } from "../arguments/check.ts";
import { type Data, firstConflict, resolveFields } from "./resolve.ts";
import type { Conflict, Fields, Method } from "./rules.ts";
import { TextReader } from "./text-reader.ts";
import { checkSpecIn, methodOf, openIn, type SpecData, specVersion, type Vocabulary } from "./vocabulary.ts";

export const textOf = (spec: SpecData): string => Object.entries(spec).flatMap(format).join("&");

/** A nested object becomes its type, then its other fields. */
function format([name, value]: [name: string, value: unknown]): string[] {
  if (typeof value !== "object") return [`${name}=${String(value).replace("+", "")}`];
  if (Array.isArray(value)) return [`${name}=${value.join().replaceAll("+", "")}`];
  const { type, ...fields } = value as { type: string };
  return [
    `${name}=${type}`,
    ...Object.entries(fields).flatMap(([field, of]) => format([`${name}.${field}`, of])),
  ];
}

/** Reads a spec from a text. Values that cannot be used are replaced, with a note. */
export function parseSpecIn(vocabulary: Vocabulary, text: unknown): { spec: SpecData; notes: string[] } {
  if (typeof text !== "string") throw wrongType("text", "a string", text);
  const reader = new TextReader(text);
  reader.word("version", [`${specVersion}`]);
  const name = reader.word("preset", Object.keys(vocabulary.presets));
  const preset = name === undefined ? undefined : vocabulary.presets[name];
  const method =
    preset?.spec.method ?? reader.word("method", Object.keys(vocabulary.methods)) ?? "sinusoidal";
  const row = methodOf(vocabulary, method);
  const open = name === undefined ? row.fields : pick(row.fields, openIn(vocabulary, name));
  const fields = { ...preset?.spec, ...reader.fields(open) };
  settle(row, fields, (note) => reader.note(note));
  return { spec: checkSpecIn(vocabulary, { ...fields, method }), notes: reader.finish() };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]!]));
}

/** A repair may cause another conflict. Methods have few relations, so this limit is enough. */
const mostRepairs = 16;

/** Changes fields until none of them conflict. */
function settle(row: Method<Fields>, fields: Data, note: (text: string) => void): void {
  for (let repairs = 0; repairs < mostRepairs; repairs++) {
    const conflict = firstConflict(row, resolveFields(row.fields, new Map(Object.entries(fields))));
    if (conflict === undefined) return;
    repair(fields, conflict);
    const { param, value, expected, instead } = conflict;
    const change = instead === undefined ? "was left out" : "was changed";
    note(`${param}${typeof value === "object" ? "" : ` ${show(value)}`} ${change}: it must be ${expected}`);
  }
}

function repair(fields: Data, { param, instead }: Conflict): void {
  const [name, nested] = param.split(".") as [string, string | undefined];
  if (nested !== undefined) fields[name] = { ...(fields[name] as object), [nested]: instead };
  else if (instead === undefined) delete fields[name];
  else fields[name] = instead;
}

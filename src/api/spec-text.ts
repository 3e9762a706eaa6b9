/** The spec as a line of text, for links. */
import { show, wrongType } from "./check.ts";
import { presets } from "./presets.ts";
import { methodNames, type ResolvedSpec, rowOf } from "./spec/methods.ts";
import { type Data, firstConflict, resolveFields } from "./spec/resolve.ts";
import type { Conflict, Fields, Method } from "./spec/rules.ts";
import { TextReader } from "./spec/text-reader.ts";
import { checkSpec, presetNames, type Spec, specVersion } from "./spec.ts";

/**
 * The canonical text of a spec, for a link's fragment: every field, in one order, as a query string. Fields of a nested
 * object follow it with its name and a dot; numbers of a list are apart by commas.
 *
 * @param spec A {@link Spec}.
 * @returns For example `version=1&method=sine&dModel=512&base=10000&start=0&precision=exact`.
 * @throws As {@link checkSpec} does.
 * @example
 * formatSpec({ preset: "simple-pe", dModel: 16 }); // "version=1&method=sine&dModel=16&base=10000&start=0&precision=exact"
 */
export function formatSpec(spec: Spec): string {
  return Object.entries(checkSpec(spec)).flatMap(format).join("&");
}

/** An object of a choice is its type, then its other fields. */
function format([name, value]: [name: string, value: unknown]): string[] {
  if (typeof value !== "object") return [`${name}=${String(value).replace("+", "")}`];
  if (Array.isArray(value)) return [`${name}=${value.join().replaceAll("+", "")}`];
  const { type, ...fields } = value as { type: string };
  return [
    `${name}=${type}`,
    ...Object.entries(fields).flatMap(([field, of]) => format([`${name}.${field}`, of])),
  ];
}

/**
 * Reads the text of a spec that may come from anywhere, such as a link: what cannot be used is replaced, and a note
 * says so.
 *
 * @param text A query string, as {@link formatSpec} makes it, of which the first 65536 characters are read; `preset` may
 * stand for the fields it names. A width that is left out is that of a common model.
 * @returns The spec, and one sentence for each thing that was not taken as it stood.
 * @throws TypeError when `text` is not a string; never because of its content.
 * @example
 * parseSpec("dModel=7.5").notes; // ["dModel \"7.5\" became 8"]
 */
export function parseSpec(text: string): { spec: ResolvedSpec; notes: string[] } {
  if (typeof text !== "string") throw wrongType("text", "a string", text);
  const reader = new TextReader(text);
  reader.word("version", [`${specVersion}`]);
  const name = reader.word("preset", presetNames);
  const preset = name === undefined ? undefined : presets[name];
  const method = preset?.spec.method ?? reader.word("method", methodNames) ?? "sinusoidal";
  const row = rowOf(method);
  const fields = { ...preset?.spec, ...reader.fields(preset ? pick(row.fields, preset.open) : row.fields) };
  settle(row, fields, (note) => reader.note(note));
  return { spec: checkSpec({ ...fields, method }), notes: reader.finish() };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]!]));
}

/** A repair may bring up the next conflict; rows have few relations. */
const mostRepairs = 16;

/** Changes fields that are right one by one until they go together. */
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

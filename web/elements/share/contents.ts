import type { Language } from "../../methods/code.ts";
import { formatInteger } from "../../plot/numbers.ts";
import type { AnyDefinition } from "../definition/definition.ts";
import type { Entries, NamedArray } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";
import { countEntries, gather, range } from "./entries.ts";
import { toCsv, toNpy } from "./files.ts";
import { csvOf, npyOf } from "./named-array.ts";

/** A figure as exports see it. */
export interface Source {
  readonly definition: AnyDefinition;
  /** Undefined until it is loaded. */
  readonly module: object | undefined;
  /** Undefined until it is drawn. */
  readonly shown: object | undefined;
}

/** Most entries in one file: 64 MiB as float32. */
const LARGEST = 2 ** 24;

function drawn({ module, shown }: Source): [module: object, shown: object] {
  if (!module || !shown) throw new Error("Nothing is drawn yet.");
  return [module, shown];
}

function entriesOf({ definition }: Source, shown: object): Entries | undefined {
  const entries = definition.entries?.(shown);
  if (entries === undefined) return undefined;
  const count = countEntries(entries);
  if (count <= LARGEST) return entries;
  throw new Error(
    `The view has ${formatInteger(count)} entries; a file holds at most ${formatInteger(LARGEST)}. Zoom in.`,
  );
}

/** The numbers of the picture as it is now. */
export function arrayOf(source: Source): NamedArray {
  const [pe, shown] = drawn(source);
  const entries = entriesOf(source, shown);
  if (entries === undefined) return source.definition.array?.(shown, pe) as NamedArray;
  const { positions, dimensions } = entries;
  const rows = "start" in positions ? range(positions.start, positions.start + positions.length) : positions;
  return { corner: "position", rows, columns: dimensions, values: gather(pe as Light, entries) };
}

/** Code that makes the same numbers, ending with the variable `values`. */
export async function codeOf(source: Source, language: Language): Promise<string> {
  const [, shown] = drawn(source);
  const entries = source.definition.entries?.(shown);
  const code = entries
    ? (await import("./entries-code.ts")).entriesCode(entries)
    : await source.definition.code?.(shown);
  return code?.[language] ?? "";
}

export async function csvFile(source: Source): Promise<Blob> {
  const [pe, shown] = drawn(source);
  const entries = entriesOf(source, shown);
  if (entries) return toCsv(pe as Light, entries);
  return new Blob([csvOf(arrayOf(source))], { type: "text/csv" });
}

export async function npyFile(source: Source): Promise<Blob> {
  const [pe, shown] = drawn(source);
  const entries = entriesOf(source, shown);
  if (entries) return toNpy(pe as Light, entries);
  return new Blob(npyOf(arrayOf(source)), { type: "application/octet-stream" });
}

import type { Light } from "../../../src/entries/index.ts";
import type { Language } from "../../methods/code.ts";
import { nextFrame } from "../../plot/layered-plot.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { npyHeader } from "../../plot/picture.ts";
import type { AnyDefinition } from "../definition/definition.ts";
import {
  blocks,
  countEntries,
  type Entries,
  gather,
  type NamedArray,
  range,
} from "../definition/figure-spec.ts";

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

// Table entries as files.

/** Comma-separated text: a column of positions, then one column for each dimension. */
async function toCsv(pe: Light, entries: Entries): Promise<Blob> {
  const parts = [`position,${entries.dimensions.join(",")}\n`];
  const width = entries.dimensions.length;
  for (const { positions, values } of blocks(pe, entries)) {
    const lines = positions.map((position, row) => {
      const cells = values.subarray(row * width, (row + 1) * width);
      return `${position},${Array.from(cells, shortest).join(",")}\n`;
    });
    parts.push(lines.join(""));
    await nextFrame();
  }
  return new Blob(parts, { type: "text/csv" });
}

/** Nine significant digits read back as the same float32. */
export const shortest = (value: number): string => String(Number(value.toPrecision(9)));

/** NumPy's array file, version 1.0: float32, (positions, dimensions), C order. */
async function toNpy(pe: Light, entries: Entries): Promise<Blob> {
  const parts: BlobPart[] = [npyHeader([entries.positions.length, entries.dimensions.length])];
  for (const { values } of blocks(pe, entries)) {
    parts.push(values as Float32Array<ArrayBuffer>);
    await nextFrame();
  }
  return new Blob(parts, { type: "application/octet-stream" });
}

/** Matrices of one width below each other. */
export function stacked(
  corner: string,
  rows: readonly string[],
  width: number,
  parts: readonly Float32Array[],
): NamedArray {
  const values = new Float32Array(rows.length * width);
  let filled = 0;
  for (const part of parts) {
    values.set(part, filled);
    filled += part.length;
  }
  return { corner, rows, columns: range(0, width), values };
}

/** Comma-separated text: a column of the rows' names, then the values. */
export function csvOf({ corner, rows, columns, values }: NamedArray): string {
  const text = values instanceof Float32Array ? shortest : String;
  const lines = rows.map((row, index) => {
    const cells = values.slice(index * columns.length, (index + 1) * columns.length);
    return [csvText(row), ...Array.from(cells, text)].join(",");
  });
  return [[corner, ...columns].map(csvText).join(","), ...lines, ""].join("\n");
}

/** The first character of what a spreadsheet takes for a formula. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]/;

/**
 * A name as a field of CSV: in quotes if a comma, a quote or a line break would split it, and behind an apostrophe if a
 * spreadsheet would compute it. Numbers stay numbers: −1 is `-1`.
 */
function csvText(name: string | number): string {
  const isFormula = FORMULA.test(String(name)) && Number.isNaN(Number(name));
  const text = isFormula ? `'${name}` : String(name);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** NumPy's array file: float32 for a Float32Array, else float64. */
export function npyOf({ rows, columns, values }: NamedArray): BlobPart[] {
  const shape = [rows.length, columns.length];
  if (values instanceof Float32Array) return [npyHeader(shape), values as Float32Array<ArrayBuffer>];
  return [npyHeader(shape, "<f8"), Float64Array.from(values)];
}

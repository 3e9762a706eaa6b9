import { npyHeader } from "../../plot/file.ts";
import type { NamedArray } from "../definition/figure-spec.ts";
import { range } from "./entries.ts";
import { shortest } from "./files.ts";

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

import type { Contents } from "./contents.ts";
import { npyHeader, shortest } from "./files.ts";
import type { Language } from "./snippets.ts";

/** The numbers of a picture as one matrix with names: what figures give away that show no entries of a table. */
export interface NamedArray {
  /** Heading of the rows' names, such as "offset". */
  readonly corner: string;
  readonly rows: readonly (string | number)[];
  readonly columns: readonly (string | number)[];
  /** (rows, columns), row-major. */
  readonly values: Float32Array | Float64Array | readonly number[];
  /** Code that ends with the variable `values`, the same matrix. */
  readonly code: Readonly<Record<Language, string>>;
}

/** The contents of a figure that shows one matrix of numbers. */
export function arrayContents(figure: {
  /** Undefined until the module is loaded. */
  readonly module: unknown;
  array(): NamedArray;
}): Contents {
  const array = () => {
    if (figure.module === undefined) throw new Error("Nothing is drawn yet.");
    return figure.array();
  };
  return {
    csv: () => new Blob([csvOf(array())], { type: "text/csv" }),
    npy: () => new Blob(npyOf(array()), { type: "application/octet-stream" }),
    code: (language) => array().code[language],
  };
}

function csvOf({ corner, rows, columns, values }: NamedArray): string {
  const text = values instanceof Float32Array ? shortest : String;
  const lines = rows.map((row, index) => {
    const cells = values.slice(index * columns.length, (index + 1) * columns.length);
    return [csvText(row), ...Array.from(cells, text)].join(",");
  });
  return [[corner, ...columns].map(csvText).join(","), ...lines, ""].join("\n");
}

/** Quoted where a comma, a quote or a line break would split it. */
const csvText = (text: string | number): string =>
  /[",\n]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text);

function npyOf({ rows, columns, values }: NamedArray): BlobPart[] {
  const shape = [rows.length, columns.length];
  if (values instanceof Float32Array) return [npyHeader(shape), values as Float32Array<ArrayBuffer>];
  return [npyHeader(shape, "<f8"), Float64Array.from(values)];
}

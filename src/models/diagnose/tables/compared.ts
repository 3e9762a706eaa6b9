/** The input of a comparison, and the words for its result. */
import { counted } from "../../../api/arguments/counted.ts";
import type { Comparison, Picture } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, precisionText } from "../findings/precision.ts";
import type { Storage } from "./candidates.ts";
import { compareWith, entryAt, someRows, type Table } from "./comparison.ts";
import type { Expected } from "./expectation.ts";
import { bestFit, type Candidate, type Fit, type Search } from "./fit.ts";

/** Some entries of a table and of what is expected, for a picture of their difference. */
const MOST = 48;

function spread(count: number): number[] {
  const step = Math.max(1, count / MOST);
  return Array.from({ length: Math.min(count, MOST) }, (_, k) => Math.floor(k * step));
}

export function pictureOf({ table, sheet, places }: Fit): Picture {
  const width = Math.min(table.columns, sheet.columns.length);
  const [rows, columns] = [spread(table.rows), spread(width)];
  const cells = rows.flatMap((row) => columns.map((at) => ({ row, at })));
  return {
    rows,
    columns,
    found: cells.map(({ row, at }) => Number(table.at(row, at).toPrecision(6))),
    expected: cells.map(({ row, at }) => {
      const column = sheet.columns[at]!;
      if (sheet.zeroFirst && row === 0) return 0;
      const position = (places[column.axis] ?? places[0]!)(sheet.zeroFirst ? row - 1 : row);
      if (sheet.zeroAt !== undefined && position === sheet.zeroAt) return 0;
      return Number(entryAt(sheet, column, position).toPrecision(6));
    }),
  };
}

export interface Against {
  readonly table: Table;
  readonly storage: Storage;
  readonly subject: string;
  readonly expected: readonly Expected[];
  readonly positions: readonly Float64Array[] | undefined;
  /** The numbers of the rows, if some were left out. */
  readonly rowNumbers?: Float64Array | undefined;
  readonly precision: Precision;
  /** Relative differences that count as equal whatever the precision. */
  readonly allow: number;
}

export const searchOf = ({
  positions,
  rowNumbers,
  precision,
  allow,
}: Pick<Against, "positions" | "rowNumbers" | "precision" | "allow">): Search => ({
  positions,
  rowNumbers,
  bounds: { precision, allow },
});

/** Short floats are noted only if the exact numbers are not short themselves. */
export function roundingIn(
  { table, sheet, places, isRecipe }: Fit,
  { precision }: Pick<Against, "precision">,
): Draft[] {
  const { type } = precision;
  if (type !== "bfloat16" && type !== "float16") return [];
  const exact: Precision = { ...precision, type: "float32", errorOf: precision.printErrorOf };
  const counts = compareWith(table, sheet, places, { precision: exact, isRecipe }, someRows(table.rows));
  if (counts.outside === 0) return [];
  const bits = type === "bfloat16" ? 8 : 11;
  return [draft("cache-rounded", ["bits", bits, "bits"], ["largest rounding", counts.largest])];
}

export function comparisonOf({ precision }: Pick<Against, "precision">, fit: Fit): Comparison {
  const { counts, sheet, start, of, isTransposed, isFalling, cut, isRecipe } = fit;
  const turned = `${isTransposed ? ", transposed" : ""}${isFalling ? ", positions fall by 1 a row" : ""}`;
  return {
    ...counts,
    with: of.name,
    equal: counts.outside === 0,
    layout: `${sheet.layout}${turned}`,
    start,
    precision: `${precisionText(precision)}${isRecipe ? ", phases in float32" : ""}`,
    notCompared: notComparedIn(fit, cut),
  };
}

function notComparedIn({ sheet, table, of, counts, places, start }: Fit, cut: number): string[] {
  const found: string[] = [...(sheet.notCompared ?? [])];
  if (of.spec.method === "rope" || of.spec.method === "xpos") {
    if (sheet.pairing === undefined) found.push("the pairing, which this layout does not show");
    else if (of.anyPairing) found.push("the pairing, which the config does not tell");
    const waves = new Set(sheet.columns.map(({ wave }) => wave));
    if (!waves.has("sin")) found.push("sines");
    if (!waves.has("cos")) found.push("cosines");
    const axes = Math.max(...sheet.columns.map(({ axis }) => axis));
    if (axes > 0 && places.length <= axes) found.push("axes: all had the same positions");
  }
  if (cut > 0) found.push(`${counted(cut, "column")} that the file does not have`);
  const missing = table.rows * Math.min(table.columns, sheet.columns.length) - counts.compared;
  if (missing > 0) found.push(counted(missing, "value that is not finite", "values that are not finite"));
  if (table.rows === 1 && start === 0) found.push("frequencies, which the row of position 0 does not show");
  return found;
}

/** Entries that are not numbers. */
export function brokenIn({ rows, columns, at, lists }: Table): Draft[] {
  if (lists?.every(isWhole)) return [];
  let [count, first] = [0, [0, 0]];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (Number.isFinite(at(row, column))) continue;
      if (count++ === 0) first = [row, column];
    }
  if (count === 0) return [];
  return [draft("not-a-number", ["entries", count, "entries"], ["row", first[0]!], ["column", first[1]!])];
}

function isWhole(list: Float64Array | Float32Array): boolean {
  for (let at = 0; at < list.length; at++) if (!Number.isFinite(list[at])) return false;
  return true;
}

/** Most entries differ. */
export const isFar = ({ outside, compared }: Pick<Comparison, "outside" | "compared">): boolean =>
  outside > 0.5 * compared;

/** The first candidate that is equal to the whole table: some rows are looked at first. */
export function firstEqual(
  input: Omit<Against, "expected">,
  candidates: Iterable<Candidate>,
): Fit | undefined {
  const search = { ...searchOf(input), scans: false, isExact: true, isOnlyEqual: true };
  for (const candidate of candidates) {
    const fit = bestFit(input.table, [candidate], search);
    if (fit !== undefined) return fit;
  }
  return undefined;
}

/** The rows that hold something, and the finding about the others; undefined if there are none. */
export function solidRows<Input extends Omit<Against, "expected">>(
  input: Input,
): { input: Input; fault: Draft; zeros: number[] } | undefined {
  const { table, positions } = input;
  const isZero = (row: number) => {
    for (let column = 0; column < table.columns; column++) if (table.at(row, column) !== 0) return false;
    return true;
  };
  const all = Array.from({ length: table.rows }, (_, row) => row);
  const zeros = all.filter(isZero);
  if (zeros.length === 0 || zeros.length === table.rows) return undefined;
  const empty = new Set(zeros);
  const rows = all.filter((row) => !empty.has(row));
  const solid: Table = {
    rows: rows.length,
    columns: table.columns,
    at: (row, column) => table.at(rows[row]!, column),
  };
  const given = positions?.map((list) => Float64Array.from(rows, (row) => list[row]!));
  const fault = draft("rows-zero", ["rows", zeros.length, "rows"], ["first row", zeros[0]!]);
  return {
    input: { ...input, table: solid, positions: given, rowNumbers: Float64Array.from(rows) },
    fault,
    zeros,
  };
}

/** What is compared if nothing is expected. */
export type Unexpected = Omit<Against, "expected">;

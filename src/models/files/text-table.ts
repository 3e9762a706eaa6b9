/** Rows of numbers in a text: CSV, TSV, JSON, or the output of NumPy and PyTorch. */

import { checkNumber, readOptions, wrongType } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { plainForm } from "./text-forms.ts";

/** Which rows of a text are read. */
export interface TextOptions {
  /** How many rows are read at most, 1 or more. Default: all. */
  rows?: number | undefined;
}

/** Rows of numbers, as a text has them. */
export interface TextTable {
  /** What the file is. */
  readonly kind: "table";
  /** The rows that were read, all of the same length. */
  readonly rows: readonly (readonly number[])[];
  /** The names of the columns, if the first line has names; otherwise null. */
  readonly names: readonly string[] | null;
  /** How many rows the text has. */
  readonly count: number;
  /** The largest error that a number may have because it was printed with few digits. */
  readonly roundingOf: (value: number) => number;
}

const number = /^[-+−]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i;
/** The smallest float64 with all its digits has 1077 characters. */
const longestNumber = 1100;
const mostCharacters = 2 ** 26;

/**
 * Reads the rows of a table from a text: CSV or TSV with or without names of the columns, with decimal points or commas, Markdown,
 * lists of JSON, or what NumPy, PyTorch, pandas and R print. Labels of rows are left out.
 *
 * @param text The text, of at most 67 million characters.
 * @param options `rows`: how many are read at most. Default: all.
 * @returns The rows, and how far their numbers may be off because of the digits that were printed.
 * @throws TypeError for arguments of another type; RangeError for a text that leaves out values ("…"), that has rows of
 * different lengths, words that are no numbers, or nothing.
 * @example
 * readTable("tensor([[0., 1.],\n        [0.8415, 0.5403]])").rows[1]; // [0.8415, 0.5403]
 */
export function readTable(text: string, options: TextOptions = {}): TextTable {
  if (typeof text !== "string") throw wrongType("text", "a string", text);
  const { rows: wanted } = readOptions("options", options, ["rows"]);
  const counts = { from: 1, to: Number.MAX_SAFE_INTEGER, integer: true };
  const most = checkNumber("rows", wanted, { ...counts, default: counts.to });
  if (text.length > mostCharacters)
    throw wrong(`text must have at most ${mostCharacters} characters; got ${text.length}`, text.length);
  if (/\.\.\.|…/.test(text))
    throw wrong(
      "values are left out where the text has “…”: print the rows in full, and take them again",
      "…",
    );
  const lines = rowsIn(plainForm(text));
  const names = namesIn(lines);
  if (names !== null) lines.shift();
  if (lines.length === 0) throw wrong("the text has no row of numbers", text.slice(0, 40));
  const whole = lines.slice(0, most).map(wordsOf);
  const isIndexed = names?.[0] === "" && whole[0]?.length === names.length; // as pandas and R write CSV
  const words = isIndexed ? whole.map((row) => row.slice(1)) : withoutLabels(whole);
  const rows = words.map((line, row) => line.map((word) => numberOf(word, row)));
  const width = rows[0]?.length ?? 0;
  const odd = rows.findIndex((row) => row.length !== width);
  if (odd > 0)
    throw wrong(
      `row ${odd + 1} has ${counted(rows[odd]!.length, "number")}, and the first one ${width}`,
      rows[odd]?.length,
    );
  const isNamed = words !== whole && names?.length === width + 1; // the labels have a name, too
  return {
    kind: "table",
    rows,
    names: isNamed ? names.slice(1) : names,
    count: lines.length,
    roundingOf: roundingIn(words),
  };
}

const wrong = (sentence: string, value: unknown) =>
  rangeError(sentence, { code: "range", param: "text", value });

/** The text in innermost brackets, if there are any, because a print may break a long row into lines; otherwise lines. */
function rowsIn(text: string): string[] {
  const plain = text.replaceAll(/\b(tensor|array|dtype\s*=\s*[\w.]+|device\s*=\s*['"][^'"]*['"])/g, "");
  const bracketed = [...plain.matchAll(/\[([^[\]]*)\]/g)].map(([, row = ""]) => row);
  const lines = plain.replace(/^\uFEFF/, "").split(/\r?\n/);
  const rows = bracketed.length > 0 ? bracketed : lines.filter((line) => !line.startsWith("#")); // NumPy's savetxt
  return rows.filter((row) => /[^\s,;]/.test(row));
}

const wordsOf = (line: string): string[] => line.split(/[\s,;]+/).filter((word) => word !== "");

/** The cells of the first line, if none is a number and there are rows below; the column of row labels may have no name. */
function namesIn([first = "", second]: readonly string[]): string[] | null {
  const cells = first.split(/[,;\t]/).map((cell) => cell.trim().replace(/^(["'])(.*)\1$/, "$2"));
  const isName = (cell: string) =>
    /^[\p{L}_][\p{L}\p{N}_ .:()/-]{0,80}$/u.test(cell) && !/^(nan|inf(inity)?)$/i.test(cell);
  const [own = "", ...others] = cells;
  const areNames = others.every(isName) || others.every((cell, column) => cell === `${column}`);
  const isHead = (isName(own) || (own === "" && others.length > 1)) && areNames;
  return second !== undefined && isHead ? cells : null;
}

/** Rows without the numbers that they begin with: whole ones that count up by 1, where all others have decimals. */
function withoutLabels(rows: string[][]): string[][] {
  const first = Number(rows[0]?.[0]);
  const isLabeled =
    rows.length > 2 &&
    rows.every(
      ([label = "", ...rest], row) =>
        /^\d{1,9}$/.test(label) &&
        Number(label) === first + row &&
        rest.length > 1 &&
        rest.every((word) => word.includes(".")),
    );
  return isLabeled ? rows.map((row) => row.slice(1)) : rows;
}

function numberOf(word: string, row: number): number {
  if (word.length <= longestNumber && number.test(word)) return Number(word.replace("−", "-"));
  throw wrong(`“${word.slice(0, 40)}” in row ${row + 1} is no number`, word.slice(0, 40));
}

/** Some programs print a fixed count of decimals, others of significant digits: the looser of the two is allowed. */
function roundingIn(rows: readonly (readonly string[])[]): (value: number) => number {
  let decimals = 0;
  let digits = 1;
  for (const row of rows)
    for (const word of row) {
      decimals = Math.max(decimals, decimalsOf(word));
      digits = Math.max(digits, digitsOf(word));
    }
  return (value) => {
    const first = value === 0 ? -decimals : Math.floor(Math.log10(Math.abs(value))); // place of the first digit
    return 0.5 * 10 ** Math.max(-decimals, first - digits + 1);
  };
}

/** The count of significant digits as printed, with zeros at the end. */
const digitsOf = (word: string): number =>
  word
    .toLowerCase()
    .replace(/e.*|[-+−.]/g, "")
    .replace(/^0+/, "").length;

/** The count of decimals without an exponent: 1.5e-3 has four. */
function decimalsOf(word: string): number {
  const [digits = "", power = "0"] = word.toLowerCase().split("e");
  return (digits.split(".")[1]?.length ?? 0) - Number(power);
}

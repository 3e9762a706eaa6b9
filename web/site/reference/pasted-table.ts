/** Rows of numbers out of a text that somebody pasted: CSV, JSON, or what NumPy and PyTorch print. */

export interface PastedTable {
  readonly rows: readonly (readonly number[])[];
  /** By how much a number may be off because it was printed with few digits. */
  readonly roundingOf: (value: number) => number;
  /** What was left out, in words; empty when nothing was. */
  readonly note: string;
}

/** More rows decide nothing that these do not. */
const MOST_ROWS = 16;
const MOST_CHARACTERS = 1_000_000;

const NUMBER = /^[-+−]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** Reads a text; throws a RangeError with a sentence for the reader when it is no table. */
export function readTable(text: string): PastedTable {
  const read = text.slice(0, MOST_CHARACTERS);
  if (/\.\.\.|…/.test(read))
    throw new RangeError(
      "Values are left out where the text has “…”: print the rows in full, and paste them again.",
    );
  const lines = rowsIn(read);
  const rows = lines.slice(0, MOST_ROWS).map((line, row) => wordsOf(line).map((word) => numberOf(word, row)));
  const width = rows[0]?.length ?? 0;
  const odd = rows.findIndex((row) => row.length !== width);
  if (odd > 0)
    throw new RangeError(`Row ${odd + 1} has ${rows[odd]?.length} numbers, and the first one ${width}.`);
  const words = lines.slice(0, MOST_ROWS).flatMap(wordsOf);
  const cut = lines.length > MOST_ROWS || text.length > MOST_CHARACTERS;
  return {
    rows,
    roundingOf: roundingIn(words),
    note: cut ? `The first ${Math.min(MOST_ROWS, rows.length)} rows are compared.` : "",
  };
}

/** Between innermost brackets, where there are some, or else line by line; a print may break a long row into lines. */
function rowsIn(text: string): string[] {
  const plain = text.replaceAll(/\b(tensor|array|dtype\s*=\s*[\w.]+|device\s*=\s*['"][^'"]*['"])/g, "");
  const bracketed = [...plain.matchAll(/\[([^[\]]*)\]/g)].map(([, row = ""]) => row);
  return (bracketed.length > 0 ? bracketed : plain.split("\n")).filter((row) => row.trim() !== "");
}

const wordsOf = (line: string): string[] => line.split(/[\s,;]+/).filter((word) => word !== "");

function numberOf(word: string, row: number): number {
  if (NUMBER.test(word)) return Number(word.replace("−", "-"));
  throw new RangeError(`“${word.slice(0, 40)}” in row ${row + 1} is no number.`);
}

/** Some programs print all numbers with so many decimals, others with so many significant digits: the looser holds. */
function roundingIn(words: readonly string[]): (value: number) => number {
  const decimals = words.reduce((most, word) => Math.max(most, decimalsOf(word)), 0);
  const digits = words.reduce((most, word) => Math.max(most, digitsOf(word)), 1);
  return (value) => {
    const first = value === 0 ? -decimals : Math.floor(Math.log10(Math.abs(value))); // place of the first digit
    return 0.5 * 10 ** Math.max(-decimals, first - digits + 1);
  };
}

/** Significant digits, zeros at the end included, as they were printed. */
const digitsOf = (word: string): number =>
  word
    .toLowerCase()
    .replace(/e.*|[-+−.]/g, "")
    .replace(/^0+/, "").length;

/** Digits after the point, counted from the units: 1.5e-3 has four. */
function decimalsOf(word: string): number {
  const [digits = "", power = "0"] = word.toLowerCase().split("e");
  return (digits.split(".")[1]?.length ?? 0) - Number(power);
}

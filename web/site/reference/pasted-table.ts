/** Rows of numbers from a pasted text: CSV, JSON, or the output of NumPy and PyTorch. */

export interface PastedTable {
  readonly rows: readonly (readonly number[])[];
  /** The largest error of a number because it was printed with few digits. */
  readonly roundingOf: (value: number) => number;
  /** A sentence about rows that were left out; empty if there are none. */
  readonly note: string;
}

/** These are enough to decide. */
const MOST_ROWS = 16;
const MOST_CHARACTERS = 1_000_000;

const NUMBER = /^[-+−]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** Reads a text; throws a RangeError with a sentence for the reader if it is not a table. */
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

/** The text in innermost brackets, if there are any, because a print may break a long row into lines; otherwise lines. */
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

/** Some programs print a fixed count of decimals, others of significant digits: the looser of the two is allowed. */
function roundingIn(words: readonly string[]): (value: number) => number {
  const decimals = words.reduce((most, word) => Math.max(most, decimalsOf(word)), 0);
  const digits = words.reduce((most, word) => Math.max(most, digitsOf(word)), 1);
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

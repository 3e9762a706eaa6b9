/** Forms of tables in texts that are made plain before they are read: Markdown, decimal commas, labels of rows. */

/** The same table as lines of numbers between blanks or commas. */
export function plainForm(text: string): string {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return withoutLabels(withPoints(withoutBars(withoutIndexes(lines)))).join("\n");
}

/** R prints `[,1] [,2]` above and `[1,]` before the numbers. */
function withoutIndexes(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => /^\s*\[\d+,\]/.test(line))) return lines;
  return lines.filter((line) => !/^\s*\[,\d+\]/.test(line)).map((line) => line.replace(/^\s*\[\d+,\]/, ""));
}

/** Markdown has bars between cells, and a line of dashes under the names. */
function withoutBars(lines: readonly string[]): readonly string[] {
  const cells = lines.filter((line) => line.trim() !== "");
  if (cells.length === 0 || !cells.every((line) => line.includes("|"))) return lines;
  return cells
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) => line.trim().replace(/^\|/, "").replace(/\|$/, "").replaceAll("|", "\t"));
}

/** Commas stand for points if semicolons, tabs or blanks stand between numbers. */
function withPoints(lines: readonly string[]): readonly string[] {
  const words = lines.flatMap((line) => line.split(/[;\t ]+/)).filter((word) => word !== "");
  const decimals = words.filter((word) => /^[-+−]?\d+,\d+(e[-+]?\d+)?$/i.test(word)).length;
  const others = words.filter((word) => /[.,]/.test(word)).length;
  if (decimals === 0 || decimals < others || words.length < 2) return lines;
  const isRow = lines.some((line) => /\d[;\t ]+[-+−]?\d/.test(line));
  return isRow ? lines.map((line) => line.replaceAll(/(\d),(\d)/g, "$1.$2")) : lines;
}

const isNumber = (word: string) => /^[-+−]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i.test(word);
const wordsOf = (line: string) => line.trim().split(/[\s,;]+/);

/** Labels that end with a colon: `0: 0.5`, `position 3: 0.5`. */
function withoutColons(rows: readonly string[]): readonly string[] {
  const label = /^[\p{L}\p{N}_ .-]{1,40}:(?=\s)/u;
  return rows.every((line) => label.test(line.trim()))
    ? rows.map((line) => line.trim().replace(label, ""))
    : rows;
}

/** A word before the numbers of each row, or a column of row numbers under a line of column numbers, as pandas prints them. */
function withoutLabels(lines: readonly string[]): readonly string[] {
  const rows = withoutColons(lines.filter((line) => line.trim() !== ""));
  const [head, ...rest] = rows;
  if (head === undefined || rest.length === 0 || rows.some((line) => /[[\](){}#]/.test(line))) return lines;
  const counts = rest.map((line) => wordsOf(line).length);
  const isLabelled = rest.every((line) => {
    const [first = "", second = ""] = wordsOf(line);
    const isWord = /^["']?[\p{L}_]/u.test(first) && !/^(nan|inf)/i.test(first);
    return (isWord || /^(["'])\d+\1$/.test(first)) && isNumber(second);
  });
  const isNumbered =
    rest.every((line, row) => wordsOf(line)[0] === `${row}`) &&
    wordsOf(head).every((word, column) => word === `${column}`) &&
    counts.every((count) => count === wordsOf(head).length + 1);
  if (!isLabelled && !isNumbered) return rows;
  const cut = (line: string) => line.trim().replace(/^[^\s,;]+[\s,;]+/, "");
  const isHead = isNumbered || !isNumber(wordsOf(head)[1] ?? "");
  return isHead ? rest.map(cut) : rows.map(cut);
}

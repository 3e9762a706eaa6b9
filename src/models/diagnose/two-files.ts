/** Two files that belong together: the parts of one thing, or numbers and what they should be. */
import type { ReadFile } from "../files/read-file.ts";
import { type FileNumbersOptions, fileNumbers, holdsNumbers } from "./file-numbers.ts";
import type { ToDiagnose } from "./inputs.ts";

/** A file and its name, which tells the parts of one thing apart. */
export interface NamedFile {
  /** The name of the file, without its folder. */
  readonly name: string;
  /** What `readFile` gave. */
  readonly file: ReadFile;
}

/** The numbers of two files. */
export interface NumbersOfTwo {
  /** For {@link diagnose}. */
  readonly numbers: ToDiagnose;
  /** What they should be, for the option `expected`: a config.json as text, or numbers. Undefined if both files are parts. */
  readonly expected?: string | ToDiagnose;
  /** The two files in their roles: cosines, then sines; before, then after; found, then expected. */
  readonly order: readonly [NamedFile, NamedFile];
}

/** Words in the names of files that belong together: `rope_cos.npy`, `cosCached.npy` and `cos0.npy` have “cos”, `cosmos.npy` does not. */
const parts = [
  { kinds: ["cos", "sin"], words: [/(^|[^a-z])cos(ines?)?([^a-z]|$)/, /(^|[^a-z])sin(es?)?([^a-z]|$)/] },
  { kinds: ["before", "after"], words: [/(^|[^a-z])before([^a-z]|$)/, /(^|[^a-z])after([^a-z]|$)/] },
] as const;

/** Whether a file's name has a word; a capital letter begins a word. */
const hasWord = ({ name }: NamedFile, word: RegExp): boolean =>
  word.test(name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());

/**
 * Takes the numbers of two files for {@link diagnose}: cosines and sines, or vectors before and after, by the names of the files;
 * otherwise the second file is what the first should be. A config.json is always what is expected.
 *
 * @param files Two files with their names.
 * @param options `as`: what a single array of either file is.
 * @returns The numbers, and what is expected.
 * @throws What {@link fileNumbers} throws: two configs have no numbers.
 * @example
 * const text = (rows) => ({ kind: "table", rows, names: null, count: 2, roundingOf: () => 5e-5 });
 * const two = await numbersOfTwo([{ name: "sin.csv", file: text([[0], [0.8415]]) }, { name: "cos.csv", file: text([[1], [0.5403]]) }]);
 * two.order[0].name; // "cos.csv"
 */
export async function numbersOfTwo(
  files: readonly [NamedFile, NamedFile],
  options: FileNumbersOptions = {},
): Promise<NumbersOfTwo> {
  const [first, second] = files;
  for (const { kinds, words } of parts)
    for (const order of [[first, second] as const, [second, first] as const]) {
      const [one, other] = order;
      if (!hasWord(one, words[0]) || !hasWord(other, words[1])) continue;
      if (hasWord(one, words[1]) && hasWord(other, words[0])) continue; // both names have both words
      const [start, end] = [
        await fileNumbers(one.file, { as: kinds[0] }),
        await fileNumbers(other.file, { as: kinds[1] }),
      ];
      return { numbers: { ...start, ...end } as ToDiagnose, order };
    }
  const order = isConfig(first.file) ? ([second, first] as const) : files;
  const [found, wanted] = order;
  const numbers = await fileNumbers(found.file, options);
  if (wanted.file.kind === "config" && isConfig(wanted.file))
    return { numbers, expected: wanted.file.text, order };
  const [kind] = Object.keys(numbers) as [FileNumbersOptions["as"]];
  return { numbers, expected: await fileNumbers(wanted.file, { as: options.as ?? kind }), order };
}

const isConfig = (file: ReadFile): boolean => file.kind === "config" && !holdsNumbers(file.text);

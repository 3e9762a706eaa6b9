/** Two files that belong together: the parts of one thing, or numbers and what they should be. */

import { checkWord, readOptions, show, wrongType } from "../../../api/arguments/check.ts";
import { failure, rangeError } from "../../../api/arguments/errors.ts";
import type { ReadFile } from "../../files/read-file.ts";
import type { NumberArray } from "../../files/rows.ts";
import type { ToDiagnose } from "./inputs.ts";

// Numbers of a file in the words of `diagnose`.

/** What the numbers of a single array may be. */
const kinds = [
  "table",
  "cos",
  "sin",
  "before",
  "after",
  "frequencies",
  "slopes",
  "bias",
  "positionIds",
  "positions",
  "mask",
] as const;
type Kind = (typeof kinds)[number];

/** Names that programs give to the same numbers. */
const aliases: Readonly<Record<string, Kind>> = {
  cos_cached: "cos",
  sin_cached: "sin",
  cos_cache: "cos",
  sin_cache: "sin",
  cos_sin_cache: "table",
  freqs_cis: "table",
  pe: "table",
  inv_freq: "frequencies",
  position_ids: "positionIds",
  attention_mask: "mask",
};

/** What is known of a file beside its numbers. */
export interface FileNumbersOptions {
  /** What a single array is. Default: `table`, or `frequencies` for one row. */
  as?: Kind | undefined;
}

/**
 * Takes the numbers of a file for {@link diagnose}. A .npy file, a text, and a .npz or .safetensors file with one array give what `as`
 * says. Several arrays, and a JSON object, are taken by name: `table`, `cos` and `sin`, `before` and `after`, `positions` …, or
 * by the names that programs use, such as `cos_cached`, `freqs_cis`, `inv_freq`.
 *
 * @param file What `readFile` of `posenc/files` gave.
 * @param options `as`, for a file with one array.
 * @returns The numbers. Large arrays are flat, with their `shape`.
 * @throws TypeError for arguments of another type; RangeError for a word that is not known, and for arrays with other names; Error
 * with the code `unsupported` for a file without numbers; and what reading an array throws.
 * @example
 * const text = { kind: "table", rows: [[0, 1], [0.8415, 0.5403]], names: null, count: 2, roundingOf: () => 5e-5 };
 * (await fileNumbers(text)).table.length; // 2
 */
export async function fileNumbers(file: ReadFile, options: FileNumbersOptions = {}): Promise<ToDiagnose> {
  const { as } = readOptions("options", options, ["as"]);
  const kindOf = (axes: number): Kind => checkWord("as", as, kinds, axes === 1 ? "frequencies" : "table");
  switch (file?.kind) {
    case "array":
      // Tables and caches are stored as floats, and position ids as whole numbers.
      return only(as === undefined && isWhole(file) ? "positionIds" : kindOf(file.shape.length), file);
    case "table": {
      const { rows } = file;
      const kind = kindOf(rows.length === 1 ? 1 : 2);
      return made({ [kind]: isList(kind) ? rows.flat() : rows });
    }
    case "arrays": {
      const { arrays, read } = file;
      return ofArrays([...arrays.keys()], read, as, kindOf);
    }
    case "safetensors": {
      const { tensors, read } = file;
      const known = [...tensors.keys()].filter((name) => nameOf(name) !== undefined);
      if (tensors.size > 1 && known.length === 0) return refuse(file.kind);
      return ofArrays(tensors.size === 1 ? [...tensors.keys()] : known, read, as, kindOf);
    }
    case "config":
      return ofObject(file.text) ?? refuse(file.kind);
    case "gguf":
      return refuse(file.kind);
    default:
      throw wrongType("file", "what readFile gave", file);
  }
}

const isWhole = ({ dtype }: NumberArray) => dtype === "int64" || dtype === "int32";

const isList = (kind: Kind) => kind === "frequencies" || kind === "slopes" || kind === "positions";

/** `diagnose` checks the names and the lists. */
const made = (numbers: object) => numbers as ToDiagnose;

function refuse(kind: ReadFile["kind"]): never {
  const text = `the file has no numbers but ${kind}; modelPositions and compare read it`;
  throw failure(text, { code: "unsupported", param: "file", value: kind });
}

/** An object of JSON with the names of `diagnose`; undefined for a config. */
function ofObject(text: string): ToDiagnose | undefined {
  try {
    const given: unknown = JSON.parse(text);
    const isNumbers = Object.keys(given as object).some((name) => nameOf(name) !== undefined);
    return isNumbers ? made(given as object) : undefined;
  } catch {
    return undefined; // the reader of configs says what is wrong
  }
}

/** Whether a JSON object holds arrays of numbers under the names of `diagnose`, and is not a config. */
const holdsNumbers = (text: string): boolean => ofObject(text) !== undefined;

/** The kind of an array by its name, the last part of which counts. */
function nameOf(name: string): Kind | undefined {
  const last = name.split(".").at(-1)!;
  return kinds.find((kind) => kind === last) ?? (Object.hasOwn(aliases, last) ? aliases[last] : undefined);
}

async function ofArrays(
  names: readonly string[],
  read: (name: string) => Promise<NumberArray>,
  as: unknown,
  kindOf: (axes: number) => Kind,
): Promise<ToDiagnose> {
  const [first] = names;
  if (first === undefined) return refuse("arrays");
  const own = nameOf(first);
  if (names.length === 1 && (as !== undefined || own === undefined)) {
    const array = await read(first); // such as arr_0, the name that numpy.savez gives
    return only(kindOf(array.shape.length), array);
  }
  const strange = names.find((name) => nameOf(name) === undefined);
  if (strange !== undefined) {
    const text = `the file has an array ${show(strange)}; its arrays may be called ${kinds.join(", ")}, ${Object.keys(aliases).join(", ")}`;
    throw rangeError(text, { code: "range", param: "file", value: strange });
  }
  const arrays: [Kind, NumberArray][] = [];
  for (const name of names) arrays.push([nameOf(name)!, await read(name)]);
  const large = arrays.filter(([kind, array]) => isShaped(kind, array));
  const [main] = large;
  const isOne = main !== undefined && large.every(([, { shape }]) => shape.join() === main[1].shape.join());
  const entries = arrays.map(([kind, array]) => [
    kind,
    isOne && isShaped(kind, array) ? array.values : nested(array),
  ]);
  return made({ ...Object.fromEntries(entries), ...(isOne && { shape: main[1].shape }) });
}

/** What `diagnose` takes flat, with a shape: tables, and biases of several heads. */
const isShaped = (kind: Kind, { shape }: NumberArray) =>
  ["table", "cos", "sin", "before", "after"].includes(kind) || (kind === "bias" && shape.length > 2);

function only(kind: Kind, array: NumberArray): ToDiagnose {
  if (isShaped(kind, array))
    return made({ [kind]: array.values, shape: array.shape.length === 0 ? [1] : array.shape });
  return made({ [kind]: isList(kind) ? array.values : nested(array) });
}

/** The numbers as lists in lists. */
function nested({ shape, values }: NumberArray): unknown {
  const within = (from: number, [count = 0, ...rest]: readonly number[]): unknown => {
    if (rest.length === 0) return values.slice(from, from + count);
    const each = rest.reduce((a, b) => a * b, 1);
    return Array.from({ length: count }, (_, i) => within(from + i * each, rest));
  };
  return within(0, shape.length === 0 ? [1] : shape);
}

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

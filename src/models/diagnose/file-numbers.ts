/** Numbers of a file in the words of `diagnose`. */
import { checkWord, readOptions, wrongType } from "../../api/arguments/check.ts";
import { failure, rangeError } from "../../api/arguments/errors.ts";
import type { NpyFile } from "../files/npy.ts";
import type { NpzFile } from "../files/npz.ts";
import type { ReadFile } from "../files/read-file.ts";
import type { ToDiagnose } from "./inputs.ts";

/** What the numbers of a single array may be. */
const kinds = ["table", "frequencies", "slopes", "bias", "positionIds"] as const;

/** What is known of a file beside its numbers. */
export interface FileNumbersOptions {
  /** What a single array is: `table`, `frequencies`, `slopes`, `bias` or `positionIds`. Default: `table`, or `frequencies` for one row. */
  as?: (typeof kinds)[number] | undefined;
}

/**
 * Takes the numbers of a file for {@link diagnose}: those of a .npy file, of a text or of the only array of a .npz file as what `as`
 * says, and several arrays of a .npz file or those of a JSON object by their names, which are those of `diagnose`: `table`, `cos` and `sin`, `before` and `after`,
 * `positions` …
 *
 * @param file What `readFile` of `posenc/files` gave.
 * @param options `as`, for a file with one array.
 * @returns The numbers as nested lists.
 * @throws TypeError for arguments of another type; RangeError for a word that is not known, and for arrays with other names; Error
 * with the code `unsupported` for a file without numbers; and what reading an array throws.
 * @example
 * const text = { kind: "table", rows: [[0, 1], [0.8415, 0.5403]], names: null, count: 2, roundingOf: () => 5e-5 };
 * (await fileNumbers(text)).table.length; // 2
 */
export async function fileNumbers(file: ReadFile, options: FileNumbersOptions = {}): Promise<ToDiagnose> {
  const { as } = readOptions("options", options, ["as"]);
  const kindOf = (axes: number) => checkWord("as", as, kinds, axes === 1 ? "frequencies" : "table");
  switch (file?.kind) {
    case "array":
      return { [kindOf(file.shape.length)]: nested(file) } as unknown as ToDiagnose;
    case "table": {
      const { rows } = file;
      const kind = kindOf(rows.length === 1 ? 1 : 2);
      const isList = kind === "frequencies" || kind === "slopes";
      return { [kind]: isList ? rows.flat() : rows } as unknown as ToDiagnose;
    }
    case "arrays": {
      const [name, ...others] = file.arrays.keys();
      if (name === undefined || others.length > 0 || arrayNames.includes(name)) return ofArrays(file);
      const only = await file.read(name); // such as arr_0, the name that numpy.savez gives
      return { [kindOf(only.shape.length)]: nested(only) } as unknown as ToDiagnose;
    }
    case "config":
      return ofObject(file.text) ?? refuse(file.kind);
    case "gguf":
    case "safetensors":
      return refuse(file.kind);
    default:
      throw wrongType("file", "what readFile gave", file);
  }
}

function refuse(kind: ReadFile["kind"]): never {
  const text = `the file has no numbers but ${kind}; modelPositions and compare read it`;
  throw failure(text, { code: "unsupported", param: "file", value: kind });
}

/** An object of JSON with the names of `diagnose`; undefined for a config. */
function ofObject(text: string): ToDiagnose | undefined {
  try {
    const given: unknown = JSON.parse(text);
    const isNumbers = Object.keys(given as object).some((name) => arrayNames.includes(name));
    return isNumbers ? (given as ToDiagnose) : undefined;
  } catch {
    return undefined; // the reader of configs says what is wrong
  }
}

/** What the arrays of a .npz file may be called. */
const arrayNames: readonly string[] = [...kinds, "cos", "sin", "before", "after", "positions", "mask"];

async function ofArrays({ arrays, read }: NpzFile): Promise<ToDiagnose> {
  const strange = [...arrays.keys()].find((name) => !arrayNames.includes(name));
  if (strange !== undefined) {
    const text = `the file has an array ${JSON.stringify(strange)}; its arrays may be called ${arrayNames.join(", ")}`;
    throw rangeError(text, { code: "range", param: "file", value: strange });
  }
  const entries = [];
  for (const name of arrays.keys()) entries.push([name, nested(await read(name))]);
  return Object.fromEntries(entries);
}

/** The numbers as lists in lists. */
function nested({ shape, values }: NpyFile): unknown {
  const within = (from: number, [count = 0, ...rest]: readonly number[]): unknown => {
    if (rest.length === 0) return values.slice(from, from + count);
    const each = rest.reduce((a, b) => a * b, 1);
    return Array.from({ length: count }, (_, i) => within(from + i * each, rest));
  };
  return within(0, shape.length === 0 ? [1] : shape);
}

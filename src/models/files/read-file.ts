/** Reads a file of any kind that is known here. */
import { readOptions, show, wrongType } from "../../api/arguments/check.ts";
import { type GgufFile, isGguf, readGguf } from "./gguf.ts";
import { isNpy, type NpyFile, readNpy } from "./npy.ts";
import { type NpzFile, readNpz } from "./npz.ts";
import { mostAxes, type NumberArray } from "./rows.ts";
import { isSafetensors, readSafetensors, type SafetensorsFile } from "./safetensors.ts";
import { Bytes, damaged, type FileSource, textOf, tooLarge, unread } from "./source.ts";
import { readTable, type TextTable } from "./text-table.ts";
import { isZip } from "./zip.ts";

/** The numbers of nested lists, whose lengths must agree. */
function jsonArray(text: string): NumberArray {
  const value = parsed(text);
  const shape: number[] = [];
  for (let list: unknown = value; Array.isArray(list); list = list[0]) {
    shape.push(list.length);
    if (shape.length > mostAxes) throw unread(`the lists are more than ${mostAxes} deep`, shape.length);
  }
  const numbers: number[] = [];
  flatten(value, shape, 0, numbers);
  return { dtype: "float64", shape, values: Float64Array.from(numbers) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(`the file is not JSON: ${(cause as Error).message}`, text.slice(0, 40));
  }
}

function flatten(value: unknown, shape: readonly number[], axis: number, into: number[]): void {
  if (!Array.isArray(value)) {
    if (axis < shape.length || typeof value !== "number") {
      const text = `the lists hold ${show(value)} where a number or a list is due`;
      throw damaged(text, value);
    }
    into.push(value);
    return;
  }
  if (value.length !== shape[axis])
    throw damaged(`the lists have different lengths, ${shape[axis]} and ${value.length}`, value.length);
  for (const item of value) flatten(item, shape, axis + 1, into);
}

/** A config.json, as text: for `modelPositions` and `specFromConfig`. */
export interface ConfigFile {
  /** What the file is. */
  readonly kind: "config";
  /** The file's text. */
  readonly text: string;
}

/** What {@link readFile} gives. */
export type ReadFile = NpyFile | NpzFile | SafetensorsFile | GgufFile | TextTable | ConfigFile;

/** What is known of a file beside its bytes. */
export interface ReadFileOptions {
  /** Its name, whose ending tells texts apart: `.json`, or any other. Default: it is told by its contents. */
  name?: string | undefined;
}

const mostText = 2 ** 26;
/** Enough for the first bytes of every format. */
const startBytes = 16;

/**
 * Reads a file: .npy, .npz, .safetensors, .gguf, config.json, JSON lists, CSV and TSV, or a text as NumPy and PyTorch print
 * it. Its kind is told by its first bytes. Of the first four, only headers and what is asked for are read, by slices.
 *
 * @param source The file: a Blob or File, bytes, or an object with `size` and `slice(from, to)`.
 * @param options `name` of the file.
 * @returns An object whose `kind` tells what it is: `array`, `arrays`, `safetensors`, `gguf`, `table` or `config`.
 * @throws As {@link readNpy}, {@link readNpz}, {@link readSafetensors}, {@link readGguf} and {@link readTable} do; Error with
 * the code `unsupported` for other files, and `memory-limit` for texts of more than 64 MiB.
 * @example
 * const file = await readFile(new TextEncoder().encode("position,sin,cos\n0,0,1\n1,0.8415,0.5403\n"));
 * file.kind === "table" && file.names.join(); // "position,sin,cos"
 */
export async function readFile(source: FileSource, options: ReadFileOptions = {}): Promise<ReadFile> {
  const { name = "" } = readOptions("options", options, ["name"]);
  if (typeof name !== "string") throw wrongType("name", "the name of the file", name);
  const file = new Bytes(source);
  const start = await file.read(0, Math.min(startBytes, file.size), "its start");
  if (isNpy(start)) return readNpy(source);
  if (isZip(start)) return readZipped(source);
  if (isGguf(start)) return readGguf(source);
  if (isSafetensors(start) || /\.safetensors$/i.test(name)) return readSafetensors(source);
  if (/\.gguf$/i.test(name)) return readGguf(source);
  if (/\.npy$/i.test(name)) return readNpy(source);
  if (/\.npz$/i.test(name)) return readNpz(source);
  return readText(file, name);
}

/** PyTorch's files are zip files, too. */
async function readZipped(source: FileSource): Promise<NpzFile> {
  const archive = await readNpz(source);
  if (archive.arrays.size > 0) return archive;
  throw unread(
    "the archive has no .npy file: save arrays with numpy.savez, and weights as .safetensors",
    "zip",
  );
}

async function readText(file: Bytes, name: string): Promise<NpyFile | TextTable | ConfigFile> {
  if (file.size > mostText)
    throw tooLarge("texts of more than 64 MiB are not read; this file has", file.size);
  const bytes = await file.read(0, file.size, "its text");
  if (bytes.includes(0))
    throw unread("this kind of file is not known: it is neither an array, nor weights, nor text", name);
  const text = textOf(bytes, "the file");
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) throw damaged("the file is empty", file.size);
  if (first === "{") return configOf(text);
  return /\.json$/i.test(name) ? { kind: "array", ...jsonArray(text) } : readTable(text);
}

/** The index of a model in several files looks like a config, and says nothing of positions. */
function configOf(text: string): ConfigFile {
  if (/"weight_map"\s*:/.test(text))
    throw unread("this is the index of a model in several files: take its config.json", "weight_map");
  return { kind: "config", text };
}

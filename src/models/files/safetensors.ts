/** Files .safetensors. Format: huggingface/safetensors, safetensors/src/tensor.rs, 000a16f45cff0d4169ca15b67ea002895234d671. */

import { show } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { countOf, type NumberArray, type RowOptions } from "./rows.ts";
import { Bytes, countAt, damaged, type FileSource, textOf, tooLarge, unread, viewOf } from "./source.ts";
import { isShape, mostTensors, readRows, sizeOfType, type TensorInfo } from "./tensors.ts";

/** The header of a .safetensors file. */
export interface SafetensorsFile {
  /** What the file is. */
  readonly kind: "safetensors";
  /** The file's own texts, such as `format`. */
  readonly metadata: ReadonlyMap<string, string>;
  /** The tensors by name, in the order of the file. */
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /** Reads a tensor or some of its rows; only their bytes are read. */
  readonly read: (name: string, options?: RowOptions) => Promise<NumberArray>;
}

/** Headers of 10 000 tensors have 1 MB. Together with what it makes of it, JSON.parse takes some times as much. */
const mostHeader = 2 ** 23;
/** Objects and lists of a header: a tensor has three. More are refused before they are made. */
const mostObjects = 4 * mostTensors;
const mostCommas = 16 * mostTensors;

export const isSafetensors = (start: Uint8Array): boolean =>
  start.length > 8 && start[8] === 0x7b && countAt(viewOf(start), 0) < 2 ** 40;

/**
 * Reads the header of a .safetensors file, and on request rows of its tensors. Headers of more than 8 MiB, or of more than
 * 65536 tensors, are refused before they are parsed.
 *
 * @param source The file.
 * @returns The tensors by name, and `read`, which gives the rows of one: F64, F32, F16, BF16, integers and BOOL.
 * @throws TypeError for a source of another type; Error with the code `damaged` for a file that is cut, or whose sizes do not
 * fit together; `memory-limit` and `unsupported` for headers that are too long.
 * @example
 * const header = new TextEncoder().encode('{"k":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}');
 * const file = new Uint8Array([header.length, 0, 0, 0, 0, 0, 0, 0, ...header, 0, 0, 128, 63, 0, 0, 0, 64]);
 * (await (await readSafetensors(file)).read("k", { rows: [0, 1] })).values; // Float32Array [1, 2]
 */
export async function readSafetensors(source: FileSource): Promise<SafetensorsFile> {
  const file = new Bytes(source);
  const length = countAt(viewOf(await file.read(0, 8, "the length of its header")), 0);
  if (8 + length > file.size) throw file.cut("its header", 8 + length);
  if (length > mostHeader) throw tooLarge("headers of more than 8 MiB are not read; this one has", length);
  const { tensors, metadata } = headerOf(await file.read(8, 8 + length, "its header"), 8 + length);
  const end = [...tensors.values()].reduce(
    (last, { offset, bytes }) => Math.max(last, offset + bytes),
    8 + length,
  );
  if (end !== file.size) throw damaged(`the tensors end at byte ${end}, and the file has ${file.size}`, end);
  return {
    kind: "safetensors",
    metadata,
    tensors,
    read: (name, options = {}) => readRows(file, tensors, true, name, options),
  };
}

function headerOf(bytes: Uint8Array, start: number) {
  let objects = 0;
  let commas = 0;
  for (const byte of bytes) {
    if (byte === 0x7b || byte === 0x5b) objects++;
    if (byte === 0x2c) commas++;
  }
  if (objects > mostObjects || commas > mostCommas)
    throw unread(`the header has more than ${mostTensors} tensors, which no model has`, objects);
  const header = parsed(textOf(bytes, "the header of the file"));
  const metadata = new Map<string, string>();
  const found: [string, TensorInfo][] = [];
  for (const [name, value] of Object.entries(header)) {
    if (name !== "__metadata__") found.push([name, tensorOf(name, value, start)]);
    else for (const [key, text] of textsOf(value)) metadata.set(key, text);
  }
  if (found.length > mostTensors)
    throw unread(`the header has ${found.length} tensors, which no model has`, found.length);
  found.sort(([, a], [, b]) => a.offset - b.offset || a.bytes - b.bytes);
  let end = start;
  for (const [name, { offset, bytes }] of found) {
    if (offset !== end) {
      const text = `the tensor ${show(name)} begins at byte ${offset}, and the one before ends at ${end}`;
      throw damaged(text, name);
    }
    end = offset + bytes;
  }
  return { tensors: new Map(found), metadata };
}

/** The format allows texts only. */
function textsOf(value: unknown): [string, string][] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries: [string, unknown][] = isObject ? Object.entries(value) : [];
  const wrong = entries.find(([, text]) => typeof text !== "string");
  if (isObject && wrong === undefined) return entries as [string, string][];
  const what =
    wrong === undefined
      ? `__metadata__ is ${show(value)}`
      : `the metadata ${show(wrong[0])} is ${show(wrong[1])}`;
  throw damaged(
    `${what}; the metadata of a .safetensors file must be an object of texts`,
    wrong?.[0] ?? value,
  );
}

function parsed(text: string): object {
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header === "object" && header !== null && !Array.isArray(header)) return header;
  } catch {
    // as for a header that is no object
  }
  throw damaged("the header of the .safetensors file is not a JSON object", text.slice(0, 40));
}

function tensorOf(name: string, value: unknown, start: number): TensorInfo {
  const { dtype, shape, data_offsets } = Object(value) as Record<string, unknown>;
  if (typeof dtype !== "string" || !isShape(shape) || !isShape(data_offsets) || data_offsets.length !== 2)
    throw damaged(
      `the header describes the tensor ${show(name)} without dtype, shape and two data_offsets`,
      name,
    );
  const [from = 0, to = 0] = data_offsets;
  const size = sizeOfType(dtype);
  if (to < from || (size !== undefined && to - from !== countOf(shape) * size))
    throw damaged(
      `the tensor ${show(name)} has ${counted(to - from, "byte")}, which is not what its shape and type take`,
      name,
    );
  return { type: dtype, shape, offset: start + from, bytes: to - from };
}

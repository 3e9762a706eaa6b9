/**
 * Files .gguf of llama.cpp and others, versions 2 and 3. Format: ggml-org/ggml, docs/gguf.md,
 * 9d325133eed396b7bf005a53a83d9747cbd8bde1; types and blocks: ggml-org/llama.cpp, gguf-py/gguf/constants.py,
 * ef035f779276d5f5636a0fd8cbeff6a83d646d2b.
 */
import { show } from "../../api/arguments/check.ts";
import { Cursor } from "./cursor.ts";
import { countOf, type NumberArray, type RowOptions } from "./rows.ts";
import { Bytes, countAt, countText, damaged, type FileSource, unread, viewOf } from "./source.ts";
import { isShape, mostTensors, readRows, type TensorInfo } from "./tensors.ts";

/**
 * Types of tensors in .gguf files: name, numbers of a block, bytes of a block. Source: ggml-org/llama.cpp,
 * gguf-py/gguf/constants.py, ef035f779276d5f5636a0fd8cbeff6a83d646d2b: GGMLQuantizationType, GGML_QUANT_SIZES.
 */
const ggmlTypes: Readonly<Record<number, readonly [name: string, block: number, bytes: number]>> = {
  0: ["F32", 1, 4],
  1: ["F16", 1, 2],
  2: ["Q4_0", 32, 18],
  3: ["Q4_1", 32, 20],
  6: ["Q5_0", 32, 22],
  7: ["Q5_1", 32, 24],
  8: ["Q8_0", 32, 34],
  9: ["Q8_1", 32, 40],
  10: ["Q2_K", 256, 84],
  11: ["Q3_K", 256, 110],
  12: ["Q4_K", 256, 144],
  13: ["Q5_K", 256, 176],
  14: ["Q6_K", 256, 210],
  15: ["Q8_K", 256, 292],
  16: ["IQ2_XXS", 256, 66],
  17: ["IQ2_XS", 256, 74],
  18: ["IQ3_XXS", 256, 98],
  19: ["IQ1_S", 256, 50],
  20: ["IQ4_NL", 32, 18],
  21: ["IQ3_S", 256, 110],
  22: ["IQ2_S", 256, 82],
  23: ["IQ4_XS", 256, 136],
  24: ["I8", 1, 1],
  25: ["I16", 1, 2],
  26: ["I32", 1, 4],
  27: ["I64", 1, 8],
  28: ["F64", 1, 8],
  29: ["IQ1_M", 256, 56],
  30: ["BF16", 1, 2],
  34: ["TQ1_0", 256, 54],
  35: ["TQ2_0", 256, 66],
  39: ["MXFP4", 32, 17],
};

/** A list of a .gguf file that was too long to keep, such as the words of a tokenizer. */
export interface SkippedList {
  /** Its number of items. */
  readonly skipped: number;
}

/** A value of a .gguf file's metadata. */
export type GgufValue = number | boolean | string | readonly GgufValue[] | SkippedList;

/** The header of a .gguf file. */
export interface GgufFile {
  /** What the file is. */
  readonly kind: "gguf";
  /** The version of the format, 2 or 3. */
  readonly version: number;
  /** Its metadata by key; lists of more than 4096 numbers or 256 texts are skipped. */
  readonly metadata: ReadonlyMap<string, GgufValue>;
  /** The tensors by name, in the order of the file. */
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /** Reads a tensor or some of its rows; only their bytes are read. */
  readonly read: (name: string, options?: RowOptions) => Promise<NumberArray>;
}

const mostKeys = 65_536;
const mostKeptNumbers = 4096;
const mostKeptTexts = 256;
/** Numbers and texts that are kept of all lists together: lists of lists could hold as many as the header has bytes. */
const mostKept = 2 ** 20;
/** Lists in lists: one more would let a small file ask for much memory. */
const deepest = 2;
const longestName = 65_535;
const longestText = 2 ** 20;
const mostAlignment = 2 ** 20;

export const isGguf = (start: Uint8Array): boolean =>
  [0x47, 0x47, 0x55, 0x46].every((byte, i) => start[i] === byte);

/**
 * Reads the header of a .gguf file, version 2 or 3, in either byte order, and on request rows of its tensors. Files that say
 * that they have more than 65536 tensors are refused at once, and at most 24 MiB of a header are read.
 *
 * @param source The file.
 * @returns Metadata and tensors, and `read`, which gives the rows of a tensor of type F32, F16, BF16, F64 or an integer.
 * @throws TypeError for a source of another type; Error with the code `damaged` for a file that is cut or lies about its
 * sizes, `unsupported` for other versions and for rows of quantised tensors, `memory-limit` for headers that are too long.
 * @example
 * const empty = new Uint8Array([71, 71, 85, 70, 3, 0, 0, 0, ...new Uint8Array(16)]);
 * (await readGguf(empty)).tensors.size; // 0
 */
export async function readGguf(source: FileSource): Promise<GgufFile> {
  const file = new Bytes(source);
  const { version, little, tensorCount, keyCount } = await startOf(file);
  const cursor = new Cursor(file, 24, little);
  const metadata = new Map<string, GgufValue>();
  const room: Room = { left: mostKept };
  for (let i = 0; i < keyCount; i++) {
    const key = await cursor.text(longestName, "a key");
    if (metadata.has(key)) throw damaged(`the file has the key ${show(key)} twice`, key);
    metadata.set(key, await readValue(cursor, await cursor.word("the type of a value"), deepest, room));
  }
  const tensors = await tensorsOf(file, cursor, tensorCount, alignmentOf(metadata));
  return {
    kind: "gguf",
    version,
    metadata,
    tensors,
    read: (name, options = {}) => readRows(file, tensors, little, name, options),
  };
}

async function startOf(file: Bytes) {
  const bytes = await file.read(0, Math.min(24, file.size), "its header");
  if (!isGguf(bytes)) throw damaged("this is no .gguf file: its first bytes are others", bytes[0]);
  if (bytes.length < 24) throw file.cut("its header", 24);
  const view = viewOf(bytes);
  // The same number in the other byte order has its low half empty.
  const little = view.getUint16(4, true) !== 0;
  const version = view.getUint32(4, little);
  if (version !== 2 && version !== 3)
    throw unread(`version ${version} of .gguf is not read; 2 and 3 are`, version);
  const tensorCount = countAt(view, 8, little);
  const keyCount = countAt(view, 16, little);
  if (tensorCount > mostTensors) {
    const text = `the file says that it has ${countText(tensorCount)} tensors; at most ${mostTensors} are read`;
    throw unread(text, tensorCount);
  }
  if (keyCount > mostKeys)
    throw unread(
      `the file says that it has ${countText(keyCount)} keys; at most ${mostKeys} are read`,
      keyCount,
    );
  return { version, little, tensorCount, keyCount };
}

/** How values of each type are read, by the type's number. Texts and lists have their own way. */
const scalars: readonly (
  | readonly [bytes: number, read: (view: DataView, at: number, little: boolean) => number | boolean]
  | null
)[] = [
  [1, (view, at) => view.getUint8(at)],
  [1, (view, at) => view.getInt8(at)],
  [2, (view, at, little) => view.getUint16(at, little)],
  [2, (view, at, little) => view.getInt16(at, little)],
  [4, (view, at, little) => view.getUint32(at, little)],
  [4, (view, at, little) => view.getInt32(at, little)],
  [4, (view, at, little) => view.getFloat32(at, little)],
  [1, (view, at) => view.getUint8(at) !== 0],
  null,
  null,
  [8, (view, at, little) => Number(view.getBigUint64(at, little))],
  [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  [8, (view, at, little) => view.getFloat64(at, little)],
];
const textType = 8;
const listType = 9;

/** How many numbers and texts of lists may still be kept. */
interface Room {
  left: number;
}

async function readValue(cursor: Cursor, type: number, depth: number, room: Room): Promise<GgufValue> {
  if (type === textType) return cursor.text(longestText, "a text");
  if (type === listType) return listOf(cursor, depth, room);
  const scalar = scalars[type];
  if (!scalar)
    throw damaged(`a value of the metadata has the type ${type}, which the format does not have`, type);
  const [bytes, read] = scalar;
  return read(await cursor.take(bytes, "a value"), 0, cursor.little);
}

async function listOf(cursor: Cursor, depth: number, room: Room): Promise<GgufValue> {
  const type = await cursor.word("the type of a list");
  const count = await cursor.count("the length of a list");
  if (depth === 0) throw unread("the metadata has lists in lists, deeper than any file has them", deepest);
  const scalar = scalars[type];
  const isKept = count <= (scalar ? mostKeptNumbers : mostKeptTexts) && count <= room.left;
  if (scalar && !isKept) {
    cursor.skip(count * scalar[0], "a list of numbers");
    return { skipped: count };
  }
  // Each item has its length, so all must be walked; they cannot be more than the bytes that are left.
  const smallest = scalar ? scalar[0] : type === textType ? 8 : 12;
  if (count * smallest > cursor.left) {
    const text = `a list says that it has ${countText(count)} items, more than the file has room for`;
    throw damaged(text, count);
  }
  if (type === textType && !isKept) {
    await cursor.skipTexts(count);
    return { skipped: count };
  }
  if (scalar || type === textType) room.left -= count;
  if (scalar) {
    const [bytes, read] = scalar;
    const view = await cursor.take(count * bytes, "a list of numbers");
    return Array.from({ length: count }, (_, i) => read(view, i * bytes, cursor.little));
  }
  if (count > mostKeptNumbers)
    throw unread(`the metadata has a list of ${count} lists; at most ${mostKeptNumbers} are read`, count);
  const items: GgufValue[] = [];
  for (let i = 0; i < count; i++) items.push(await readValue(cursor, type, depth - 1, room));
  return items;
}

function alignmentOf(metadata: ReadonlyMap<string, GgufValue>): number {
  const value = metadata.get("general.alignment") ?? 32;
  if (Number.isInteger(value) && (value as number) > 0 && (value as number) <= mostAlignment)
    return value as number;
  throw damaged(`general.alignment is ${show(value)}, which is no number of bytes`, value);
}

async function tensorsOf(file: Bytes, cursor: Cursor, count: number, alignment: number) {
  const tensors = new Map<string, TensorInfo>();
  for (let i = 0; i < count; i++) {
    const name = await cursor.text(longestName, "the name of a tensor");
    if (tensors.has(name)) throw damaged(`the file has the tensor ${show(name)} twice`, name);
    tensors.set(name, await tensorAt(cursor, name));
  }
  const start = Math.ceil(cursor.at / alignment) * alignment;
  for (const [name, info] of tensors) {
    const offset = start + info.offset;
    if (info.offset % alignment !== 0) {
      const text = `the tensor ${show(name)} begins at ${info.offset}, which is no multiple of ${alignment}`;
      throw damaged(text, name);
    }
    if (!(offset + info.bytes <= file.size)) throw file.cut(`the tensor ${show(name)}`, offset + info.bytes);
    tensors.set(name, { ...info, offset });
  }
  return tensors;
}

/** Offsets count from the end of the header, which is not known yet. */
async function tensorAt(cursor: Cursor, name: string): Promise<TensorInfo> {
  const axes = await cursor.word("the number of axes of a tensor");
  if (axes > 8) throw damaged(`the tensor ${show(name)} says that it has ${axes} axes`, axes);
  const sizes: number[] = [];
  for (let axis = 0; axis < axes; axis++) sizes.push(await cursor.count("the shape of a tensor"));
  const shape = sizes.reverse(); // the file has the fastest axis first
  const number = await cursor.word("the type of a tensor");
  const type = ggmlTypes[number];
  const offset = await cursor.count("the offset of a tensor");
  if (type === undefined)
    throw unread(`the tensor ${show(name)} has the type ${number}, which is not known`, number);
  const [label, block, bytes] = type;
  if (!isShape(shape) || (shape.at(-1) ?? 1) % block !== 0)
    throw damaged(`the tensor ${show(name)} has a shape that does not fit its type ${label}`, name);
  return { type: label, shape, offset, bytes: (countOf(shape) / block) * bytes };
}

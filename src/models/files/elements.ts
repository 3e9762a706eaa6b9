/** Numbers of a file, by their type there. */
import { type Bytes, tooLarge, unread, viewOf } from "./source.ts";

/** The type of the numbers in a file. */
export type ElementType =
  | "float16"
  | "bfloat16"
  | "float32"
  | "float64"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "bool";

/** Numbers of at most 24 bits are given as floats; the others as doubles. Both hold the file's numbers as they are. */
export type Values = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

type Read = (view: DataView, at: number, little: boolean) => number;

interface Element {
  bytes: number;
  isFloat: boolean;
  read: Read;
}

const single = (bytes: number, read: Read): Element => ({ bytes, isFloat: true, read });
const double = (bytes: number, read: Read): Element => ({ bytes, isFloat: false, read });

const elements: { readonly [Type in ElementType]: Element } = {
  float16: single(2, (view, at, little) => half(view.getUint16(at, little))),
  bfloat16: single(2, (view, at, little) => brain(view.getUint16(at, little))),
  float32: single(4, (view, at, little) => view.getFloat32(at, little)),
  float64: double(8, (view, at, little) => view.getFloat64(at, little)),
  int8: single(1, (view, at) => view.getInt8(at)),
  int16: single(2, (view, at, little) => view.getInt16(at, little)),
  int32: double(4, (view, at, little) => view.getInt32(at, little)),
  int64: double(8, (view, at, little) => whole(view.getBigInt64(at, little))),
  uint8: single(1, (view, at) => view.getUint8(at)),
  uint16: single(2, (view, at, little) => view.getUint16(at, little)),
  uint32: double(4, (view, at, little) => view.getUint32(at, little)),
  uint64: double(8, (view, at, little) => whole(view.getBigUint64(at, little))),
  bool: single(1, (view, at) => (view.getUint8(at) === 0 ? 0 : 1)),
};

export const bytesOf = (type: ElementType): number => elements[type].bytes;

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

const word = new DataView(new ArrayBuffer(4));

function brain(bits: number): number {
  word.setUint16(0, bits);
  return word.getFloat32(0);
}

function whole(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw unread(`the file has the integer ${value}, and integers beyond 2^53 are not read`, `${value}`);
}

/** The most values that are given at once. */
const mostBytes = 2 ** 28;
/** How much of the file is held beside the values. */
const sliceBytes = 2 ** 22;

/** Where numbers are in a file. */
export interface Run {
  type: ElementType;
  little: boolean;
  /** The first byte. */
  offset: number;
  count: number;
}

/** Reads numbers that lie side by side, a slice of the file at a time. */
export async function readElements(file: Bytes, { type, little, offset, count }: Run): Promise<Values> {
  const { bytes, isFloat, read } = elements[type];
  const size = count * (isFloat ? 4 : 8);
  if (size > mostBytes)
    throw tooLarge("at most 256 MiB of values are read at once: ask for fewer rows than", size);
  if (offset + count * bytes > file.size) throw file.cut("its numbers", offset + count * bytes);
  const values = isFloat ? new Float32Array(count) : new Float64Array(count);
  const most = sliceBytes / bytes;
  for (let done = 0; done < count; done += most) {
    const end = Math.min(count, done + most);
    const view = viewOf(await file.read(offset + done * bytes, offset + end * bytes, "its numbers"));
    for (let i = done; i < end; i++) values[i] = read(view, (i - done) * bytes, little);
  }
  return values;
}

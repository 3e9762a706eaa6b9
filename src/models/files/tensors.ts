/** Tensors of a file with weights, and rows of one of them. */

import { show } from "../../api/arguments/check.ts";
import { bytesOf, type ElementType, readElements } from "./elements.ts";
import { noName } from "./npz.ts";
import { countOf, type NumberArray, type RowOptions, wantedRows } from "./rows.ts";
import { type Bytes, unread } from "./source.ts";

/** A tensor in a file. */
export interface TensorInfo {
  /** The type of its numbers, as the file names it, such as `BF16` or `Q4_K`. */
  readonly type: string;
  /** Its shape, the slowest axis first, as NumPy and PyTorch have it. */
  readonly shape: readonly number[];
  /** Its first byte in the file. */
  readonly offset: number;
  /** Its number of bytes. */
  readonly bytes: number;
}

/** More tensors than a file of any model has. */
export const mostTensors = 65_536;

/** The types that rows can be read of, by their names in the files. */
const types: Readonly<Record<string, ElementType>> = {
  F64: "float64",
  F32: "float32",
  F16: "float16",
  BF16: "bfloat16",
  I64: "int64",
  I32: "int32",
  I16: "int16",
  I8: "int8",
  U64: "uint64",
  U32: "uint32",
  U16: "uint16",
  U8: "uint8",
  BOOL: "bool",
};

/** Bytes of a number; undefined for types of blocks, and types that are not known. */
export const sizeOfType = (type: string): number | undefined =>
  Object.hasOwn(types, type) ? bytesOf(types[type]!) : undefined;

export async function readRows(
  file: Bytes,
  tensors: ReadonlyMap<string, TensorInfo>,
  little: boolean,
  name: string,
  options: RowOptions,
): Promise<NumberArray> {
  const tensor = tensors.get(name);
  if (tensor === undefined) throw noName(name, [...tensors.keys()]);
  const { type, offset } = tensor;
  if (!Object.hasOwn(types, type)) {
    const text = `the tensor ${show(name)} has the type ${type}; rows are read of F32, F16, BF16, F64 and integers`;
    throw unread(text, type);
  }
  const dtype = types[type]!;
  const { from, to, shape, width } = wantedRows(tensor.shape, options);
  const first = offset + from * width * bytesOf(dtype);
  const values = await readElements(file, { type: dtype, little, offset: first, count: (to - from) * width });
  return { dtype, shape, values };
}

/** Whether a list of sizes is that of a tensor whose numbers can be counted. */
export const isShape = (shape: unknown): shape is number[] =>
  Array.isArray(shape) &&
  shape.length <= 16 &&
  shape.every((size) => Number.isSafeInteger(size) && size >= 0) &&
  Number.isSafeInteger(countOf(shape));

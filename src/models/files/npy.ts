/** NumPy's .npy: one array. Format: numpy/numpy, numpy/lib/format.py, 006003b522b1ecc6ba71766cf46c6cdc11f47821. */
import { show } from "../../api/arguments/check.ts";
import { bytesOf, type ElementType, readElements, type Values } from "./elements.ts";
import { countOf, mostAxes, type NumberArray, type RowOptions, wantedRows } from "./rows.ts";
import { Bytes, damaged, type FileSource, unread, viewOf } from "./source.ts";

/** An array of a .npy file. */
export interface NpyFile extends NumberArray {
  /** What the file is. */
  readonly kind: "array";
}

/** What the header of a .npy file says. */
export interface NpyHeader {
  dtype: ElementType;
  little: boolean;
  /** Whether the first axis varies fastest in the file. */
  fortran: boolean;
  /** Numbers in each entry: 2 if they are complex. */
  parts: 1 | 2;
  shape: readonly number[];
  /** The first byte of the numbers. */
  offset: number;
}

const magic = [0x93, ...Array.from("NUMPY", (letter) => letter.charCodeAt(0))];
export const isNpy = (start: Uint8Array): boolean => magic.every((byte, i) => start[i] === byte);

/** Longer headers are those of records with many fields. */
const mostHeader = 2 ** 16;

/** NumPy's codes. Two raw bytes are what it writes for the bfloat16 of ml_dtypes. */
const types: Readonly<Record<string, ElementType>> = {
  f2: "float16",
  f4: "float32",
  f8: "float64",
  i1: "int8",
  i2: "int16",
  i4: "int32",
  i8: "int64",
  u1: "uint8",
  u2: "uint16",
  u4: "uint32",
  u8: "uint64",
  b1: "bool",
  V2: "bfloat16",
};

/** Complex numbers are read as their real and imaginary parts, along an axis of 2 at the end. */
const complex: Readonly<Record<string, ElementType>> = { c8: "float32", c16: "float64" };

/**
 * Reads the array of a .npy file of NumPy, versions 1 to 3 of the format, in either byte order.
 *
 * Complex numbers are read as real and imaginary parts, along an axis of 2 at the end. Numbers of two raw bytes (`V2`), which NumPy
 * writes for bfloat16, are read as bfloat16. Arrays in Fortran's order come
 * back row-major. Nothing is unpickled.
 *
 * @param source The file.
 * @param options `rows`, along the first axis: only their bytes are read. Default: all.
 * @returns The numbers and their shape, at most 256 MiB.
 * @throws TypeError for a source or an option of another type; RangeError for rows that are not there; Error with the code
 * `damaged` for a file that is cut or whose header is wrong, `unsupported` for Python objects, records, texts and
 * integers beyond 2^53, `memory-limit` for more values than fit.
 * @example
 * const header = new TextEncoder().encode("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n");
 * const file = new Uint8Array([147, 78, 85, 77, 80, 89, 1, 0, header.length, 0, ...header, 0, 0, 128, 63, 0, 0, 0, 64]);
 * (await readNpy(file)).values; // Float32Array [1, 2]
 */
export async function readNpy(source: FileSource, options: RowOptions = {}): Promise<NpyFile> {
  const file = new Bytes(source);
  const header = await readNpyHeader(file);
  return { kind: "array", ...(await readArray(file, header, options)) };
}

export async function readNpyHeader(file: Bytes): Promise<NpyHeader> {
  const start = await file.read(0, Math.min(12, file.size), "its header");
  if (start.length < 10 || !isNpy(start))
    throw damaged("this is no .npy file: its first bytes are others", start[0]);
  const version = start[6]!;
  if (version < 1 || version > 3) throw unread(`version ${version} of .npy is not known`, version);
  const at = version === 1 ? 10 : 12;
  if (start.length < at) throw file.cut("its header", at);
  const length = version === 1 ? viewOf(start).getUint16(8, true) : viewOf(start).getUint32(8, true);
  if (length > mostHeader)
    throw unread(`a header of ${length} bytes is longer than that of any array of numbers`, length);
  const text = new TextDecoder("latin1").decode(await file.read(at, at + length, "its header"));
  const header = { ...described(text), offset: at + length };
  const end = header.offset + countOf(header.shape) * bytesOf(header.dtype);
  if (!(end <= file.size)) throw file.cut("its numbers", end);
  return header;
}

/** Reads Python's `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`. */
function described(text: string): Omit<NpyHeader, "offset"> {
  const descr = /'descr':\s*('([^']*)'|\[)/.exec(text);
  const order = /'fortran_order':\s*(True|False)\b/.exec(text)?.[1];
  const shape = /'shape':\s*\(([^()]*)\)/.exec(text)?.[1];
  if (descr === null || order === undefined || shape === undefined)
    throw damaged(
      "the header of the .npy file does not have descr, fortran_order and shape",
      text.slice(0, 80),
    );
  const code = descr[2];
  if (code === undefined) throw unread("the file holds records with fields, not numbers", "records");
  const sizes = shape
    .split(",")
    .map((size) => size.trim())
    .filter((size) => size !== "");
  const wrong = sizes.find((size) => !/^\d{1,15}L?$/.test(size));
  if (wrong !== undefined || sizes.length > mostAxes) {
    throw damaged(
      `the header of the .npy file has a wrong shape, (${shape.slice(0, 40)})`,
      shape.slice(0, 80),
    );
  }
  const type = typeOf(code);
  const sides = sizes.map((size) => Number.parseInt(size, 10));
  const fortran = order === "True" && sides.length > 1;
  if (type.parts === 2 && fortran)
    throw unread(
      "complex numbers in Fortran's order are not read: save numpy.ascontiguousarray of them",
      code,
    );
  return { ...type, fortran, shape: type.parts === 2 ? [...sides, 2] : sides };
}

function typeOf(code: string): Pick<NpyHeader, "dtype" | "little" | "parts"> {
  const [, order, name = ""] = /^([<>|=]?)(.*)$/s.exec(code)!;
  if (name.startsWith("O"))
    throw unread(
      "the file holds Python objects, which only Python can unpickle: save numbers, with dtype=float",
      code,
    );
  const pair = Object.hasOwn(complex, name) ? complex[name] : undefined;
  if (pair !== undefined) return { dtype: pair, little: order !== ">", parts: 2 };
  const dtype = Object.hasOwn(types, name) ? types[name] : undefined;
  if (dtype === undefined)
    throw unread(
      `arrays of type ${show(code)} are not read; save it as float32, float64 or an integer`,
      code,
    );
  return { dtype, little: order !== ">", parts: 1 };
}

export async function readArray(file: Bytes, header: NpyHeader, options: RowOptions): Promise<NumberArray> {
  const { dtype, little, fortran, shape, offset } = header;
  const { from, to, shape: wanted, width } = wantedRows(shape, options);
  if (!fortran || shape.length < 2) {
    const run = {
      type: dtype,
      little,
      offset: offset + from * width * bytesOf(dtype),
      count: (to - from) * width,
    };
    return { dtype, shape: wanted, values: await readElements(file, run) };
  }
  const values = rowMajor(
    await readElements(file, { type: dtype, little, offset, count: countOf(shape) }),
    shape,
  );
  return { dtype, shape: wanted, values: values.slice(from * width, to * width) };
}

/** Reorders an array whose first axis varies fastest. */
function rowMajor(values: Values, shape: readonly number[]): Values {
  const result = values.slice();
  const place = shape.map(() => 0);
  const strides: number[] = [];
  let stride = 1;
  for (const size of shape) {
    strides.push(stride);
    stride *= size;
  }
  for (let i = 0, from = 0; i < result.length; i++) {
    result[i] = values[from]!;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis]!;
      if (++place[axis]! < shape[axis]!) break;
      from -= strides[axis]! * shape[axis]!;
      place[axis] = 0;
    }
  }
  return result;
}

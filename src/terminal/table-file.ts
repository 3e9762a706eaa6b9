/** Writes a table row by row: .npy, .csv or .json. */
import { endianness } from "node:os";
import { UsageError } from "./command.ts";
import { floatText, sizeText } from "./number-text.ts";
import type { Terminal } from "./terminal.ts";
import { saidBytes, writeWhole } from "./whole-file.ts";

export type TableFormat = "npy" | "csv" | "json";

export interface TableShape {
  rows: number;
  width: number;
}

/** Consecutive rows, row-major. */
type Rows = Iterable<Float32Array>;

/** The text or bytes of each format, a block of rows at a time. */
const formats: Record<TableFormat, (shape: TableShape, blocks: Rows) => Generator<string | Uint8Array>> = {
  *npy(shape, blocks) {
    yield npyHeader(shape);
    for (const block of blocks) yield littleEndian(block);
  },
  *csv({ width }, blocks) {
    for (const block of blocks) yield rowTexts(block, width).join("\n").concat("\n");
  },
  *json({ width }, blocks) {
    let before = "[\n";
    for (const block of blocks) {
      yield before +
        rowTexts(block, width)
          .map((row) => `[${row}]`)
          .join(",\n");
      before = ",\n";
    }
    yield before === "[\n" ? "[]\n" : "\n]\n";
  },
};

/** More bytes than a table is worth on a disk: 64 GiB. */
const mostBytes = 2 ** 36;

/** Characters of a number with its comma, most of which have nine digits and an exponent at most. */
const longestText = 16;

/** An upper bound of a file's bytes. */
function bytesOf(format: TableFormat, { rows, width }: TableShape): number {
  return format === "npy"
    ? npyHeader({ rows, width }).length + 4 * rows * width
    : rows * (width * longestText + 4);
}

/** Says the size of a large table, and refuses one that is too large. */
function checkSize(
  path: string | undefined,
  format: TableFormat,
  shape: TableShape,
  terminal: Terminal,
): void {
  const bytes = bytesOf(format, shape);
  const size = `${format === "npy" ? "" : "up to "}${sizeText(bytes)}`;
  if (!(bytes <= mostBytes))
    throw new UsageError(
      `the table of ${shape.rows} × ${shape.width} numbers takes ${size}; at most ${sizeText(mostBytes)} are written: ask for fewer positions`,
    );
  if (bytes >= saidBytes) terminal.announce(`${path ?? "the table"}: ${size} are written`);
}

/** @param path The file; undefined for standard output. */
export async function writeTable(
  path: string | undefined,
  format: TableFormat,
  shape: TableShape,
  blocks: Rows,
  terminal: Terminal,
): Promise<void> {
  checkSize(path, format, shape, terminal);
  const parts = formats[format](shape, blocks);
  if (path !== undefined) return writeWhole(path, parts);
  for (const part of parts) await terminal.write(part);
}

function rowTexts(block: Float32Array, width: number): string[] {
  return Array.from({ length: width === 0 ? 0 : block.length / width }, (_, row) =>
    Array.from(block.subarray(row * width, (row + 1) * width), floatText).join(","),
  );
}

/** NumPy's format, version 1: numpy/numpy, numpy/lib/format.py. */
function npyHeader({ rows, width }: TableShape): Uint8Array {
  const dictionary = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${width}), }`;
  const length = Math.ceil((10 + dictionary.length + 1) / 64) * 64 - 10;
  const bytes = Buffer.alloc(10 + length, " ");
  bytes.write("\x93NUMPY\x01\x00", 0, "latin1");
  bytes.writeUInt16LE(length, 8);
  bytes.write(dictionary, 10, "latin1");
  bytes.write("\n", 9 + length, "latin1");
  return bytes;
}

function littleEndian(block: Float32Array): Uint8Array {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  return endianness() === "LE" ? bytes : Buffer.from(bytes).swap32();
}

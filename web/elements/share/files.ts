import { nextFrame } from "../../plot/next-frame.ts";
import type { Light } from "../definition/light-module.ts";
import type { Entries } from "../definition/numbers.ts";
import { blocks } from "./entries.ts";

/** Table entries as files. */

/** Comma-separated text: a column of positions, then one column for each dimension. */
export async function toCsv(pe: Light, entries: Entries): Promise<Blob> {
  const parts = [`position,${entries.dimensions.join(",")}\n`];
  const width = entries.dimensions.length;
  for (const { positions, values } of blocks(pe, entries)) {
    const lines = positions.map((position, row) => {
      const cells = values.subarray(row * width, (row + 1) * width);
      return `${position},${Array.from(cells, shortest).join(",")}\n`;
    });
    parts.push(lines.join(""));
    await nextFrame();
  }
  return new Blob(parts, { type: "text/csv" });
}

/** Nine significant digits read back as the same float32. */
export const shortest = (value: number): string => String(Number(value.toPrecision(9)));

/** NumPy's array file, version 1.0: float32, (positions, dimensions), C order. */
export async function toNpy(pe: Light, entries: Entries): Promise<Blob> {
  const parts: BlobPart[] = [npyHeader([entries.positions.length, entries.dimensions.length])];
  for (const { values } of blocks(pe, entries)) {
    parts.push(values as Float32Array<ArrayBuffer>);
    await nextFrame();
  }
  return new Blob(parts, { type: "application/octet-stream" });
}

/**
 * Magic, version and a header padded with spaces to a multiple of 64 bytes.
 * Source: numpy.lib.format, version 1.0.
 */
export function npyHeader(shape: readonly number[], type: "<f4" | "<f8" = "<f4"): Uint8Array<ArrayBuffer> {
  const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]; // as numbers: an inline script cannot hold a NUL
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  const length = Math.ceil((MAGIC.length + 2 + text.length + 1) / 64) * 64;
  const header = new TextEncoder().encode(`${text.padEnd(length - MAGIC.length - 3)}\n`);
  return Uint8Array.of(...MAGIC, header.length & 0xff, header.length >> 8, ...header);
}

/** Saves a file for the reader. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // ms; the download has its own reference by then
}

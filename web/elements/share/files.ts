import { npyHeader } from "../../plot/file.ts";
import { nextFrame } from "../../plot/next-frame.ts";
import type { Entries } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";
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

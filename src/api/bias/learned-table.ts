import { checkArray, checkLength } from "../arguments/buffers.ts";
import { type Area, input } from "../module/areas.ts";

/** A learned table with a column for each head. */
export function checkTable(value: unknown, rows: number, heads: number, meaning: string): Area<Float32Array> {
  const table = checkArray("table", value, ["Float32Array"]);
  checkLength("table", table, rows * heads, `${meaning} · heads = ${rows} · ${heads}`);
  return input(table);
}

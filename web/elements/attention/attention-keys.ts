import { type Cell, inside as insideGrid, cellAfter as nextCell } from "../definition/cell-cursor.ts";
import type { Region } from "./attention-layout.ts";

/** Cells of the regions by keys. In a matrix of weights the row is the query's word, the column the key's. */

/** The cell after a key is pressed; undefined if the key moves no cursor. */
export function cellAfter(key: string, cell: Cell, regions: readonly Region[]): Cell | undefined {
  const { region = 0 } = cell;
  if (key === "PageUp") return inside({ ...cell, region: Math.max(region - 1, 0) }, regions);
  if (key === "PageDown")
    return inside({ ...cell, region: Math.min(region + 1, regions.length - 1) }, regions);
  const next = nextCell(key, cell, regions[region] as Region);
  return next && inside({ ...next, region }, regions);
}

/** The nearest cell that exists; undefined if a sentence has no word. */
export function inside(cell: Cell, regions: readonly Region[]): Cell | undefined {
  const region = regions[cell.region ?? 0];
  return region && region.rows > 0 ? insideGrid({ region: 0, ...cell }, region) : undefined;
}

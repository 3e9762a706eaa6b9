import type { Cell } from "../definition/cell-cursor.ts";
import type { Region } from "./attention-layout.ts";

/** Cells of the regions by keys. In a matrix of weights the row is the query's word, the column the key's. */

/** The cell after a key is pressed; undefined if the key moves no cursor. */
export function cellAfter(key: string, cell: Cell, regions: readonly Region[]): Cell | undefined {
  const region = regions[cell.region ?? 0] as Region;
  const { row, column } = cell;
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: { ...cell, row: row - 1 },
    ArrowDown: { ...cell, row: row + 1 },
    ArrowLeft: { ...cell, column: column - 1 },
    ArrowRight: { ...cell, column: column + 1 },
    Home: { ...cell, column: 0 },
    End: { ...cell, column: region.columns - 1 },
    PageUp: { ...cell, region: Math.max((cell.region ?? 0) - 1, 0) },
    PageDown: { ...cell, region: Math.min((cell.region ?? 0) + 1, regions.length - 1) },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target && inside(target, regions);
}

/** The nearest cell that exists; undefined if a sentence has no word. */
export function inside(cell: Cell, regions: readonly Region[]): Cell | undefined {
  const region = regions[cell.region ?? 0];
  if (!region || region.rows === 0) return undefined;
  return {
    region: cell.region ?? 0,
    row: Math.min(Math.max(cell.row, 0), region.rows - 1),
    column: Math.min(Math.max(cell.column, 0), region.columns - 1),
  };
}

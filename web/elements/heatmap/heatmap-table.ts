import { arrayTable } from "../controls/array-table.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";
import { gather, range } from "../share/entries.ts";

/** Entries that are computed on each side of the cell: at least the number that the table shows. */
const AROUND = 8;

/** A table of the entries around a cell. The whole picture may have too many entries to compute. */
export function heatmapTable(pe: Light, spec: FigureSpec, { row, column }: Cell): HTMLTableElement {
  const [firstRow, firstColumn] = [Math.max(0, row - AROUND), Math.max(0, column - AROUND)];
  const positions = range(firstRow, row + AROUND + 1);
  const dimensions = range(firstColumn, Math.min(column + AROUND + 1, spec.dModel));
  const values = gather(pe, { spec, positions, dimensions });
  return arrayTable(
    { corner: "position", rows: positions, columns: dimensions, values },
    { row: row - firstRow, column: column - firstColumn },
    `Entries by position and dimension, width ${spec.dModel}, base ${spec.base}`,
  );
}

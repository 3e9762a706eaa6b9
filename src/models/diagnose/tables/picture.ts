/** Some entries of a table and of what is expected, for a picture of their difference. */

import type { Picture } from "../findings/diagnosis.ts";
import { entryAt } from "./comparison.ts";
import type { Fit } from "./fit.ts";

const MOST = 48;

function spread(count: number): number[] {
  const step = Math.max(1, count / MOST);
  return Array.from({ length: Math.min(count, MOST) }, (_, k) => Math.floor(k * step));
}

export function pictureOf({ table, sheet, places }: Fit): Picture {
  const width = Math.min(table.columns, sheet.columns.length);
  const [rows, columns] = [spread(table.rows), spread(width)];
  const cells = rows.flatMap((row) => columns.map((at) => ({ row, at })));
  return {
    rows,
    columns,
    found: cells.map(({ row, at }) => Number(table.at(row, at).toPrecision(6))),
    expected: cells.map(({ row, at }) => {
      const column = sheet.columns[at]!;
      if (sheet.zeroFirst && row === 0) return 0;
      const position = (places[column.axis] ?? places[0]!)(sheet.zeroFirst ? row - 1 : row);
      if (sheet.zeroAt !== undefined && position === sheet.zeroAt) return 0;
      return Number(entryAt(sheet, column, position).toPrecision(6));
    }),
  };
}

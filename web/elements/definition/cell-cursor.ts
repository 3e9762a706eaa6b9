/** A cell of a matrix, and the keys that lead to its neighbours. */

export interface Cell {
  readonly row: number;
  readonly column: number;
  /** Index of its region, if a picture has several. */
  readonly region?: number;
}

export interface Grid {
  readonly rows: number;
  readonly columns: number;
}

/** Cells that Page Up and Page Down step over. */
const PAGE = 10;

export const sameCell = (a: Cell | undefined, b: Cell | undefined): boolean =>
  a?.row === b?.row && a?.column === b?.column && a?.region === b?.region;

/** The nearest cell of the grid. */
export function inside({ row, column, ...region }: Cell, { rows, columns }: Grid): Cell {
  return {
    ...region,
    row: Math.min(Math.max(row, 0), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  };
}

/**
 * The cell after a key; undefined if the key moves no cursor. Page Up and Page Down move along a single row, and Home and
 * End along a single column.
 */
export function cellAfter(key: string, { row, column }: Cell, grid: Grid): Cell | undefined {
  const upright = grid.columns === 1;
  const flat = grid.rows === 1;
  const page = (by: number) => ({ row: flat ? row : row + by, column: flat ? column + by : column });
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: page(-PAGE),
    PageDown: page(PAGE),
    Home: { row: upright ? 0 : row, column: 0 },
    End: { row: upright ? grid.rows - 1 : row, column: grid.columns - 1 },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target && inside(target, grid);
}

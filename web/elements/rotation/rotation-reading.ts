import { formatFixed, formatFloat32, formatInteger, formatSmall } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { ROWS, type RotationShown } from "./rotation-values.ts";

/** Describes the whole picture. */
export function describeAll(shown: RotationShown): string {
  const { position, offset, part, residual, determinant, orthogonality, composition } = shown;
  const [t, k, sum] = [position, offset, position + offset].map(formatInteger);
  const what = part === "both" ? `R(${k})` : `R(${k}) with ${part} only`;
  return (
    `${what}: det ${formatFixed(determinant, 6)}, RᵀR − I at most ${formatSmall(orthogonality)}, ` +
    `R(${t}) R(${k}) − R(${sum}) at most ${formatSmall(composition)}. ` +
    `Least squares over ${ROWS} rows leaves a relative residual of ${formatSmall(residual)}.`
  );
}

/** The number in a cell. Rows: the formula's panel, then the fit's. Columns: the matrix, then three others. */
export function valueIn(shown: RotationShown, { row, column }: Cell): number {
  const size = shown.dimensions.length;
  const { matrix, product } = row < size ? shown.formula : shown.fitted;
  const line = row % size;
  const columns = [shown.from, product, shown.to];
  const value = column < size ? matrix.values[line * size + column] : columns[column - size]?.[line];
  return value as number;
}

/** Describes a cell. */
export function describeCell(shown: RotationShown, cell: Cell): string {
  const { dimensions, position, offset } = shown;
  const size = dimensions.length;
  const [t, k, sum] = [position, offset, position + offset].map(formatInteger);
  const name = `${cell.row < size ? "R" : "R̂"}(${k})`;
  const value = formatFloat32(valueIn(shown, cell));
  const row = dimensions[cell.row % size] as number;
  if (cell.column < size) return `${name}, row ${row}, column ${dimensions[cell.column]}: ${value}`;
  const names = [`P(${t})`, `${name} P(${t})`, `P(${sum})`];
  return `${names[cell.column - size]}, position ${[t, sum, sum][cell.column - size]}, dimension ${row}: ${value}`;
}

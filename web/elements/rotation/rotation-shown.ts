import type { Posenc } from "../../../src/entries/encodings.ts";
import { sincos } from "../../methods/sincos.ts";
import { type FigureSpec, pairDimensions, range } from "../definition/figure-spec.ts";

/** Small square matrices, row-major. */

interface Square {
  readonly size: number;
  readonly values: ArrayLike<number>;
}

const at = ({ size, values }: Square, row: number, column: number): number =>
  values[row * size + column] as number;

/** A matrix from a function of row and column. */
function square(size: number, entry: (row: number, column: number) => number): Square {
  const values = Float64Array.from({ length: size ** 2 }, (_, n) => entry(Math.floor(n / size), n % size));
  return { size, values };
}

/** The rows and the columns with some indices. */
function submatrix(matrix: Square, indices: readonly number[]): Square {
  return square(indices.length, (row, column) =>
    at(matrix, indices[row] as number, indices[column] as number),
  );
}

function multiply(a: Square, b: Square): Square {
  return square(a.size, (row, column) => {
    let sum = 0;
    for (let n = 0; n < a.size; n++) sum += at(a, row, n) * at(b, n, column);
    return sum;
  });
}

function apply(matrix: Square, column: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: matrix.size }, (_, row) => {
    let sum = 0;
    for (let n = 0; n < matrix.size; n++) sum += at(matrix, row, n) * (column[n] as number);
    return sum;
  });
}

const transpose = (matrix: Square): Square => square(matrix.size, (row, column) => at(matrix, column, row));

const identity = (size: number): Square => square(size, (row, column) => (row === column ? 1 : 0));

/** The product of the pivots of Gaussian elimination with partial pivoting. */
function determinant({ size, values }: Square): number {
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => values[row * size + column] as number),
  );
  let product = 1;
  for (let step = 0; step < size; step++) {
    const column = rows.slice(step).map((row) => Math.abs(row[step] as number));
    const best = step + column.indexOf(Math.max(...column));
    if (best !== step) product = -product;
    [rows[step], rows[best]] = [rows[best] as number[], rows[step] as number[]];
    const pivot = rows[step] as number[];
    const head = pivot[step] as number;
    product *= head;
    if (head === 0) return 0;
    for (const row of rows.slice(step + 1)) {
      const factor = (row[step] as number) / head;
      for (let n = step; n < size; n++) row[n] = (row[n] as number) - factor * (pivot[n] as number);
    }
  }
  return product;
}

/** The largest difference of two lists of numbers, entry by entry. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((most, value, n) => Math.max(most, Math.abs(value - (b[n] as number))), 0);
}

/** A shift by k positions as a matrix: by the formula, and fitted to rows; of all dimensions, or of half of them. */

export const PARTS = ["both", "sines", "cosines"] as const;
export type KeptPart = (typeof PARTS)[number];

/** Number of rows in the fit. */
export const ROWS = 512;

/** The shift by `offset`, applied to the row of `position`. */
export interface Shift {
  readonly spec: FigureSpec;
  readonly part: KeptPart;
  readonly position: number;
  readonly offset: number;
}

/** A matrix, and its product with the row. */
export interface RotationPanel {
  readonly matrix: Square;
  readonly product: Float64Array;
  /** Largest difference of the product from the shifted row. */
  readonly miss: number;
}

export interface RotationShown extends Shift {
  /** The dimensions that are kept. */
  readonly dimensions: readonly number[];
  /** The rows of `position` and of `position + offset`. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly formula: RotationPanel;
  readonly fitted: RotationPanel;
  /** Relative residual of the fit over all its rows. */
  readonly residual: number;
  readonly determinant: number;
  /** Largest |entry| of RᵀR − I. */
  readonly orthogonality: number;
  /** Largest |entry| of R(position) R(offset) − R(position + offset). */
  readonly composition: number;
}

/** The dimensions of a part, in ascending order. */
export function keptDimensions(spec: FigureSpec, part: KeptPart): number[] {
  const pairs = range(0, spec.dModel / 2).map((pair) => pairDimensions(spec, pair));
  if (part === "both") return pairs.flat().sort((a, b) => a - b);
  return pairs.map(([sine, cosine]) => (part === "sines" ? sine : cosine));
}

export interface Fit {
  readonly matrix: Square;
  /** Relative residual over all rows. */
  readonly residual: number;
}

/** The least-squares fit of a shift. It depends only on the offset, the encoding and the part. */
export function fitted(pe: Posenc, { spec, part, offset }: Shift): Fit {
  const half = spec.dModel / 2;
  const { matrix, residual } =
    part === "both"
      ? pe.fitShift(spec, { k: offset, length: ROWS })
      : part === "sines"
        ? pe.fitShift({ method: "sine", dModel: half, base: spec.base }, { k: offset, length: ROWS })
        : pe.fitShift({ table: cosines(pe, spec, ROWS + offset), dModel: half }, { k: offset });
  return { matrix: { size: part === "both" ? spec.dModel : half, values: matrix }, residual };
}

/** The cosines of all pairs at positions 0 … rows − 1, (rows, pairs), in double precision. */
function cosines(pe: Posenc, spec: FigureSpec, rows: number): Float64Array {
  const frequencies = pe.frequencies(spec);
  const pairs = frequencies.length;
  const angles = Float64Array.from(
    { length: rows * pairs },
    (_, at) => Math.floor(at / pairs) * (frequencies[at % pairs] as number),
  );
  return sincos(pe, angles).cosines;
}

/** The drawn data of a shift and its fit. */
export function rotationOf(pe: Posenc, shift: Shift, best: Fit): RotationShown {
  const { spec, part, position, offset } = shift;
  const dimensions = keptDimensions(spec, part);
  const [from, to] = [position, position + offset].map((at) => {
    const row = pe.encode(spec, { positions: [at] });
    return Float64Array.from(dimensions, (dimension) => row[dimension] as number);
  }) as [Float64Array, Float64Array];
  const rotation = (k: number) =>
    submatrix({ size: spec.dModel, values: pe.shiftMatrix(spec, { k }) }, dimensions);
  const matrix = rotation(offset);
  const { size } = matrix;
  const panel = (of: Square): RotationPanel => {
    const product = apply(of, from);
    return { matrix: of, product, miss: difference(product, to) };
  };
  return {
    ...shift,
    dimensions,
    from,
    to,
    formula: panel(matrix),
    fitted: panel(best.matrix),
    residual: best.residual,
    determinant: determinant(matrix),
    orthogonality: difference(multiply(transpose(matrix), matrix).values, identity(size).values),
    composition: difference(multiply(rotation(position), matrix).values, rotation(position + offset).values),
  };
}

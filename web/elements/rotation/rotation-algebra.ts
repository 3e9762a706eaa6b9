/** Small square matrices, row-major. */

export interface Square {
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
export function part(matrix: Square, indices: readonly number[]): Square {
  return square(indices.length, (row, column) =>
    at(matrix, indices[row] as number, indices[column] as number),
  );
}

export function multiply(a: Square, b: Square): Square {
  return square(a.size, (row, column) => {
    let sum = 0;
    for (let n = 0; n < a.size; n++) sum += at(a, row, n) * at(b, n, column);
    return sum;
  });
}

/** A matrix times a column. */
export function apply(matrix: Square, column: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: matrix.size }, (_, row) => {
    let sum = 0;
    for (let n = 0; n < matrix.size; n++) sum += at(matrix, row, n) * (column[n] as number);
    return sum;
  });
}

export const transpose = (matrix: Square): Square =>
  square(matrix.size, (row, column) => at(matrix, column, row));

export const identity = (size: number): Square => square(size, (row, column) => (row === column ? 1 : 0));

/** The product of the pivots of Gaussian elimination with partial pivoting. */
export function determinant({ size, values }: Square): number {
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
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((most, value, n) => Math.max(most, Math.abs(value - (b[n] as number))), 0);
}

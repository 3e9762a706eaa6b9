/** The shape of a table: its rows along the three directions in which they differ most. */

export interface Shape {
  /** (rows, 3): each row along the first three principal directions, in the table's own unit. */
  readonly places: Float64Array;
  /** The share of the variance along each of these directions. */
  readonly shares: readonly [number, number, number];
}

const AXES = 3;
/** Sweeps of Jacobi's method: it converges quadratically, and 64 columns need fewer than ten. */
const SWEEPS = 30;
/** Off-diagonal part of the trace at which a matrix counts as diagonal: the rounding of a double. */
const DIAGONAL = 1e-15;

/**
 * @param table - (rows, width)
 * @param before - the shape that was drawn before; each direction gets the sign that moves its rows least
 */
export function shapeOf(table: Float32Array, width: number, before: Shape | undefined): Shape {
  const rows = table.length / width;
  const centred = centre(table, width);
  const { values, vectors } = eigen(products(centred, width), width);
  const total = values.reduce((sum, value) => sum + Math.max(value, 0), 0) || 1;
  const order = Array.from(values.keys()).sort((a, b) => (values[b] as number) - (values[a] as number));
  const places = new Float64Array(rows * AXES);
  for (let axis = 0; axis < AXES; axis++) {
    const along = centred.length === 0 ? [] : project(centred, width, vectors, order[axis] as number);
    const sign = signOf(along, axis, before?.places);
    for (let row = 0; row < rows; row++) places[row * AXES + axis] = sign * (along[row] as number);
  }
  const share = (axis: number) => Math.max(values[order[axis] as number] as number, 0) / total;
  return { places, shares: [share(0), share(1), share(2)] };
}

/** The table less the mean of its rows. */
function centre(table: Float32Array, width: number): Float64Array {
  const rows = table.length / width;
  const means = new Float64Array(width);
  for (const [index, value] of table.entries()) (means[index % width] as number) += value / rows;
  return Float64Array.from(table, (value, index) => value - (means[index % width] as number));
}

/** The products of all columns with each other: (width, width). */
function products(centred: Float64Array, width: number): Float64Array {
  const matrix = new Float64Array(width * width);
  for (let row = 0; row < centred.length; row += width)
    for (let i = 0; i < width; i++)
      for (let j = 0; j < width; j++)
        (matrix[i * width + j] as number) += (centred[row + i] as number) * (centred[row + j] as number);
  return matrix;
}

function project(centred: Float64Array, width: number, vectors: Float64Array, column: number): number[] {
  return Array.from({ length: centred.length / width }, (_, row) => {
    let sum = 0;
    for (let j = 0; j < width; j++)
      sum += (centred[row * width + j] as number) * (vectors[j * width + column] as number);
    return sum;
  });
}

/** The sign that keeps rows near their places of before; at first, the sign that puts row 0 on the left. */
function signOf(along: readonly number[], axis: number, before: Float64Array | undefined): 1 | -1 {
  const agreement = before
    ? along.reduce((sum, value, row) => sum + value * (before[row * AXES + axis] as number), 0)
    : -(along[0] ?? 0);
  return agreement < 0 ? -1 : 1;
}

/** Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations (Golub, Van Loan: Matrix Computations, 8.5). */
export function eigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < SWEEPS && !isDiagonal(matrix, size); sweep++)
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, vectors, size, p, q);
  return { values: Float64Array.from({ length: size }, (_, i) => matrix[i * size + i] as number), vectors };
}

function isDiagonal(matrix: Float64Array, size: number): boolean {
  let [beside, trace] = [0, 0];
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (i === j) trace += Math.abs(matrix[i * size + i] as number);
      else beside += Math.abs(matrix[i * size + j] as number);
    }
  return beside <= DIAGONAL * trace;
}

/** Makes the entry (p, q) zero by a rotation of rows and columns p and q. */
function rotate(matrix: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const beside = matrix[p * size + q] as number;
  if (beside === 0) return;
  const half = ((matrix[q * size + q] as number) - (matrix[p * size + p] as number)) / (2 * beside);
  const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const mix = (values: Float64Array, a: number, b: number) => {
    const [x, y] = [values[a] as number, values[b] as number];
    values[a] = cosine * x - sine * y;
    values[b] = sine * x + cosine * y;
  };
  for (let k = 0; k < size; k++) mix(matrix, k * size + p, k * size + q);
  for (let k = 0; k < size; k++) mix(matrix, p * size + k, q * size + k);
  for (let k = 0; k < size; k++) mix(vectors, k * size + p, k * size + q);
}

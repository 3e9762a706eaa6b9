/** Linear maps of a pair of channels, and the laws that rotations keep. */

/** Row by row. */
export type Matrix = readonly [number, number, number, number];

export const product = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];

export const transposed = ([a, b, c, d]: Matrix): Matrix => [a, c, b, d];

/** The largest difference of entries. */
export const apart = (a: Matrix, b: Matrix) =>
  Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));

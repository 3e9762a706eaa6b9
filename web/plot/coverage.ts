/** A matrix as pixels: each pixel is the mean of the cells under it, by the share of the pixel that each covers. */

interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** @param values - (rows, columns) of `from`, row by row */
export function resampled(values: Float64Array, from: Shape, to: Shape): Float64Array {
  const wide = along(values, { outer: from.rows, count: from.columns, inner: 1 }, to.columns);
  return along(wide, { outer: 1, count: from.rows, inner: to.columns }, to.rows);
}

interface Axis {
  readonly outer: number;
  /** Cells along the axis. */
  readonly count: number;
  /** Distance of two cells in the list. */
  readonly inner: number;
}

/** Means along one axis. */
function along(values: Float64Array, { outer, count, inner }: Axis, pixels: number): Float64Array {
  const out = new Float64Array(outer * pixels * inner);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const [start, end] = [(pixel * count) / pixels, ((pixel + 1) * count) / pixels];
    const last = Math.min(count - 1, Math.ceil(end) - 1);
    for (let cell = Math.floor(start); cell <= last; cell++) {
      const share = (Math.min(end, cell + 1) - Math.max(start, cell)) / (end - start);
      for (let o = 0; o < outer; o++)
        for (let i = 0; i < inner; i++)
          out[(o * pixels + pixel) * inner + i]! += share * values[(o * count + cell) * inner + i]!;
    }
  }
  return out;
}

import type { Engine } from "../module/engine.ts";
import { ofEachRow } from "./same-shape.ts";

/** The width of a row, and the array for the result. */
export interface SoftmaxOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Entries of a row, from 1 to 2^31 − 1. Default: x is one row. */
  columns?: number | undefined;
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
  out?: Out | undefined;
}

export interface Softmax {
  /**
   * Softmax of each row: e^(x − m) / Σ e^(x − m), where m is the row's largest entry.
   *
   * Each entry has a relative error of at most 4 · 2^-24, or is off by one subnormal step, and each row sums to 1 within
   * 2 · 2^-24. A row that is all −∞ gives zeros; entries of +∞ share the weight; NaN makes its row NaN.
   *
   * @param x (rows, columns), row-major.
   * @param options The width of a row, and the array for the result.
   * @returns (rows, columns): `out`, or a new array.
   * @throws TypeError for an option that is unknown or of another type, and for a detached array; RangeError for a number
   * out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * pe.softmax(Float32Array.of(0, 0, 5, -Infinity), { columns: 2 }); // Float32Array [0.5, 0.5, 1, 0]
   */
  softmax<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options?: SoftmaxOptions<Out>,
  ): Out;
}

export const softmax = (engine: Engine) => ofEachRow(engine, "softmax") as Softmax["softmax"];

import type { Engine } from "../module/engine.ts";
import { ofEachRow } from "./same-shape.ts";

/** The width of a row, and the array for the result. */
export interface LogSoftmaxOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Entries of a row, from 1 to 2^31 − 1. Default: x is one row. */
  columns?: number | undefined;
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
  out?: Out | undefined;
}

export interface LogSoftmax {
  /**
   * The logarithm of the softmax of each row: (x − m) − ln Σ e^(x − m), where m is the row's largest entry.
   *
   * Each entry is off by at most ½ ULP + 2 · 2^-24. A row that is all −∞ stays the same; entries of +∞ share the weight; NaN
   * makes its row NaN.
   *
   * @param x (rows, columns), row-major.
   * @param options The width of a row, and the array for the result.
   * @returns (rows, columns): `out`, or a new array.
   * @throws TypeError for an option that is unknown or of another type, and for a detached array; RangeError for a number
   * out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * pe.logSoftmax(Float32Array.of(0, 0, 5, -Infinity), { columns: 2 }); // Float32Array [-0.6931472, -0.6931472, 0, -Infinity]
   */
  logSoftmax<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options?: LogSoftmaxOptions<Out>,
  ): Out;
}

export const logSoftmax = (engine: Engine) => ofEachRow(engine, "logSoftmax") as LogSoftmax["logSoftmax"];

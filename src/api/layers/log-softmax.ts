import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { input, Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";

/** The width of a row, and the array for the result. */
export interface LogSoftmaxOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Entries of a row, from 1 to 2^31 − 1. Default: x is one row. */
  columns?: number | undefined;
  /** Filled and returned in place of a new array: as many floats as `x` has; it may be `x`. */
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

export function logSoftmax(engine: Engine): LogSoftmax["logSoftmax"] {
  return ((x: unknown, options: unknown = {}) => {
    const given = readOptions("options", options, ["columns", "out"]);
    const source = checkArray("x", x, ["Float32Array"]);
    const columns = checkNumber("columns", given.columns, {
      ...columnsRule,
      default: Math.max(source.length, 1),
    });
    const rows = countIn("x", source.length, columns, "columns");
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const out = new Output(Float32Array, source.length, target);
    const size = sizeOfArray("x", source.length);
    engine.run(size, step("logSoftmax", { x: input(source), rows, columns, out }));
    return given.out ?? out.result;
  }) as LogSoftmax["logSoftmax"];
}

import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { input, Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";

/** The width of a row, and the array for the result. */
export interface SoftmaxOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Entries of a row, from 1 to 2^31 − 1. Default: x is one row. */
  columns?: number | undefined;
  /** Filled and returned in place of a new array: as many floats as `x` has; it may be `x`. */
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

export function softmax(engine: Engine): Softmax["softmax"] {
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
    engine.run(size, step("softmax", { x: input(source), rows, columns, out }));
    return given.out ?? out.result;
  }) as Softmax["softmax"];
}

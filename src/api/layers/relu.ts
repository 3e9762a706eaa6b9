import { checkArray, checkOut } from "../arguments/buffers.ts";
import { readOptions } from "../arguments/check.ts";
import { input, Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";

/** The array for the result. */
export interface ReluOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Filled and returned in place of a new array: as many floats as `x` has; it may be `x`. */
  out?: Out | undefined;
}

export interface Relu {
  /**
   * The rectified linear unit of each entry: the larger of x and 0.
   *
   * Exact; NaN stays NaN.
   *
   * @param x Any number of floats.
   * @param options The array for the result.
   * @returns As many floats as `x`: `out`, or a new array.
   * @throws TypeError for an option that is unknown or of another type, and for a detached array; RangeError for an `out`
   * of another length, and for arrays too large for memory.
   * @example
   * pe.relu(Float32Array.of(-1, 0, 2)); // Float32Array [0, 0, 2]
   */
  relu<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options?: ReluOptions<Out>,
  ): Out;
}

export function relu(engine: Engine): Relu["relu"] {
  return ((x: unknown, options: unknown = {}) => {
    const given = readOptions("options", options, ["out"]);
    const source = checkArray("x", x, ["Float32Array"]);
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const out = new Output(Float32Array, source.length, target);
    const size = sizeOfArray("x", source.length);
    engine.run(size, step("relu", { x: input(source), out }));
    return given.out ?? out.result;
  }) as Relu["relu"];
}

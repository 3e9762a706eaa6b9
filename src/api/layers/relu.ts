import type { Engine } from "../module/engine.ts";
import { ofEachEntry } from "./same-shape.ts";

/** The array for the result. */
export interface ReluOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
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
   * @returns `x.length` floats: `out`, or a new array.
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

export const relu = (engine: Engine) => ofEachEntry(engine, "relu") as Relu["relu"];

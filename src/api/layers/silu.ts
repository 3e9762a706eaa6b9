import { checkArray, checkOut } from "../arguments/buffers.ts";
import { readOptions } from "../arguments/check.ts";
import { input, Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";

/** The array for the result. */
export interface SiluOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Filled and returned in place of a new array: as many floats as `x` has; it may be `x`. */
  out?: Out | undefined;
}

export interface Silu {
  /**
   * The sigmoid linear unit of each entry, also called swish: x / (1 + e^−x). SwiGLU is `silu` of one product, times another.
   *
   * Each entry is off by at most 0.501 steps of its last place. −∞ gives −0, the limit; NaN stays NaN. Source: Hendrycks &
   * Gimpel 2016, arXiv 1606.08415.
   *
   * @param x Any number of floats.
   * @param options The array for the result.
   * @returns As many floats as `x`: `out`, or a new array.
   * @throws TypeError for an option that is unknown or of another type, and for a detached array; RangeError for an `out`
   * of another length, and for arrays too large for memory.
   * @example
   * pe.silu(Float32Array.of(-1, 0, 1)); // Float32Array [-0.26894143, 0, 0.7310586]
   */
  silu<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options?: SiluOptions<Out>,
  ): Out;
}

export function silu(engine: Engine): Silu["silu"] {
  return ((x: unknown, options: unknown = {}) => {
    const given = readOptions("options", options, ["out"]);
    const source = checkArray("x", x, ["Float32Array"]);
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const out = new Output(Float32Array, source.length, target);
    const size = sizeOfArray("x", source.length);
    engine.run(size, step("silu", { x: input(source), out }));
    return given.out ?? out.result;
  }) as Silu["silu"];
}

import type { Engine } from "../module/engine.ts";
import { ofEachEntry } from "./same-shape.ts";

/** The array for the result. */
export interface SiluOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
  out?: Out | undefined;
}

export interface Silu {
  /**
   * The sigmoid linear unit of each entry, also called swish: x / (1 + e^−x). SwiGLU is `silu` of one product, times a second product.
   *
   * Each entry is off by at most 0.501 ULP. −∞ gives −0, the limit; NaN stays NaN. Source: Hendrycks &
   * Gimpel 2016, arXiv 1606.08415.
   *
   * @param x Any number of floats.
   * @param options The array for the result.
   * @returns `x.length` floats: `out`, or a new array.
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

export const silu = (engine: Engine) => ofEachEntry(engine, "silu") as Silu["silu"];

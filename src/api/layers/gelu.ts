import { geluForms } from "../../bindings/full/layers.ts";
import { word } from "../../bindings/slots.ts";
import { checkArray } from "../arguments/buffers.ts";
import { checkWord, readOptions } from "../arguments/check.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { runSameShape } from "./same-shape.ts";

/** The formula, and the array for the result. */
export interface GeluOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** `"tanh"` for x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), as in BERT's and GPT-2's code. Default `"none"`: x Φ(x). */
  approximate?: (typeof forms)[number] | undefined;
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
  out?: Out | undefined;
}

export interface Gelu {
  /**
   * The Gaussian error linear unit of each entry: x times the share of a normal distribution below x.
   *
   * Each entry is off by at most 0.501 ULP. −∞ gives −0, the limit; NaN stays NaN. Source: Hendrycks &
   * Gimpel 2016, arXiv 1606.08415.
   *
   * @param x Any number of floats.
   * @param options The formula, and the array for the result.
   * @returns `x.length` floats: `out`, or a new array.
   * @throws TypeError for an option that is unknown or of another type, and for a detached array; RangeError for an `out`
   * of another length, and for arrays too large for memory.
   * @example
   * pe.gelu(Float32Array.of(-1, 0, 1)); // Float32Array [-0.15865526, 0, 0.84134475]
   */
  gelu<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options?: GeluOptions<Out>,
  ): Out;
}

/** As PyTorch names them. */
const forms = ["none", "tanh"] as const;

export function gelu(engine: Engine): Gelu["gelu"] {
  return ((x: unknown, options: unknown = {}) => {
    const given = readOptions("options", options, ["approximate", "out"]);
    const source = checkArray("x", x, ["Float32Array"]);
    const form = checkWord("approximate", given.approximate, forms, "none") === "tanh" ? "tanh" : "exact";
    const how = { form: word(geluForms, form) };
    return runSameShape(engine, source, source.length, given.out, (arrays) =>
      step("gelu", { ...arrays, ...how }),
    );
  }) as Gelu["gelu"];
}

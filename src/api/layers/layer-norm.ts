import { checkArray } from "../arguments/buffers.ts";
import { checkNumber, type NumberRule, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { input } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { checkLearned } from "./learned.ts";
import { runSameShape } from "./same-shape.ts";

/** The width of a row, and the learned parameters. */
export interface LayerNormOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Entries of a row, from 1 to 2^31 − 1. */
  dModel: number;
  /** Factors on the columns, dModel floats. Default: 1 each. */
  gain?: Float32Array | undefined;
  /** Added to the columns afterwards, dModel floats. Default: 0 each. */
  bias?: Float32Array | undefined;
  /** Added to the variance, from 1e-30 to 1e30. Default 1e-5. */
  eps?: number | undefined;
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
  out?: Out | undefined;
}

export interface LayerNorm {
  /**
   * Layer normalisation: each row to mean 0 and variance 1, then times gain, plus bias.
   *
   * All steps are in double precision, rounded once at the end. A row of equal entries gives the bias; an entry that is not
   * finite makes its row NaN. Source: Ba, Kiros & Hinton 2016, arXiv 1607.06450, with eps inside the root.
   *
   * @param x (rows, dModel), row-major.
   * @param options The width, and the learned parameters.
   * @returns (rows, dModel): `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * pe.layerNorm(Float32Array.of(1, 3, 7, 7), { dModel: 2, bias: Float32Array.of(0, 1), eps: 1e-30 }); // Float32Array [-1, 2, 0, 1]
   */
  layerNorm<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: LayerNormOptions<Out>,
  ): Out;
}

const names = ["dModel", "gain", "bias", "eps", "out"] as const;
export const epsRule: NumberRule = { from: 1e-30, to: 1e30, default: 1e-5 };

export function layerNorm(engine: Engine): LayerNorm["layerNorm"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const source = checkArray("x", x, ["Float32Array"]);
    const dModel = checkNumber("dModel", given.dModel, columnsRule);
    const rows = countIn("x", source.length, dModel, "dModel");
    const gain = checkLearned("gain", given.gain, dModel);
    const bias = checkLearned("bias", given.bias, dModel);
    const eps = checkNumber("eps", given.eps, epsRule);
    const row = { columns: dModel, parameters: { gain: input(gain), bias: input(bias), eps } };
    return runSameShape(engine, source, rows, given.out, (arrays) =>
      step("layerNorm", { ...arrays, ...row }),
    );
  }) as LayerNorm["layerNorm"];
}

import { checkArray } from "../arguments/buffers.ts";
import { checkNumber, type NumberRule, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { input } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { checkLearned } from "./learned.ts";
import { runSameShape } from "./same-shape.ts";

/** The width of a row, and the learned gain. */
export interface RmsNormOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Entries of a row, from 1 to 2^31 − 1. */
  dModel: number;
  /** Factors on the columns, dModel floats; for Gemma, 1 + its weights. Default: 1 each. */
  gain?: Float32Array | undefined;
  /** Added to the mean square, from 1e-30 to 1e30. Default 1e-6. */
  eps?: number | undefined;
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
  out?: Out | undefined;
}

export interface RmsNorm {
  /**
   * Root mean square normalisation: each row divided by the root of the mean of its squares, then times gain.
   *
   * Computed in double precision and rounded once: an entry is off by at most ½ ULP + dModel · 2^-53 of itself. Source: Zhang & Sennrich 2019, arXiv 1910.07467, with eps inside the root, as in Llama's and T5's code.
   *
   * @param x (rows, dModel), row-major.
   * @param options The width of a row, and the learned gain.
   * @returns (rows, dModel): `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * pe.rmsNorm(Float32Array.of(1, 7), { dModel: 2, eps: 1e-30 }); // Float32Array [0.2, 1.4]
   */
  rmsNorm<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: RmsNormOptions<Out>,
  ): Out;
}

const names = ["dModel", "gain", "eps", "out"] as const;

/** The default of Llama's and T5's code. */
export const epsRule: NumberRule = { from: 1e-30, to: 1e30, default: 1e-6 };

export function rmsNorm(engine: Engine): RmsNorm["rmsNorm"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const source = checkArray("x", x, ["Float32Array"]);
    const dModel = checkNumber("dModel", given.dModel, columnsRule);
    const rows = countIn("x", source.length, dModel, "dModel");
    const gain = checkLearned("gain", given.gain, dModel);
    const eps = checkNumber("eps", given.eps, epsRule);
    const parameters = { columns: dModel, gain: input(gain), eps };
    return runSameShape(engine, source, rows, given.out, (arrays) =>
      step("rmsNorm", { ...arrays, ...parameters }),
    );
  }) as RmsNorm["rmsNorm"];
}

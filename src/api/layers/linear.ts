import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, checkWord, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { bytes, input, Output, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { checkLearned } from "./learned.ts";

/** The learned weights, how they are stored, and the array for the result. */
export interface LinearOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** The weights, (outputs, inner), row-major. */
  weight: Float32Array;
  /** Entries of a row of `x`, from 1 to 2^31 − 1. The other sizes follow from the lengths. */
  inner: number;
  /** Added to each row, outputs floats. Default: 0 each. */
  bias?: Float32Array | undefined;
  /**
   * `"out-in"` if `weight` is (outputs, inner), as in PyTorch's nn.Linear; `"in-out"` if it is (inner, outputs), as in Keras,
   * Flax and GPT-2's Conv1D. Default `"out-in"`.
   *
   * @example
   * pe.linear(Float32Array.of(1, 2), { weight: Float32Array.of(3, 4, 5, 6), inner: 2, weightLayout: "in-out" }); // Float32Array [13, 16]
   */
  weightLayout?: WeightLayout | undefined;
  /** Whether to make all sums in double precision. Default false. */
  precise?: boolean | undefined;
  /** Filled and returned instead of a new array: rows · outputs floats. Unchanged if the call fails. */
  out?: Out | undefined;
}

/** Whether the rows of a matrix of weights belong to outputs, as in PyTorch, or to inputs. */
export type WeightLayout = (typeof weightLayouts)[number];

export const weightLayouts = ["out-in", "in-out"] as const;

export interface Linear {
  /**
   * A linear layer: the product of each row with a matrix of weights, plus a bias.
   *
   * An entry is off by at most ½ ULP + 64 · 2^-24 Σ|x weight|, for any number of terms; with `precise`, by
   * ½ ULP + (inner + 1) · 2^-53 (Σ|x weight| + |bias|). Without a bias, it has the same bits as `matmul`.
   *
   * @param x (rows, inner), row-major.
   * @param options The learned weights, and the width of a row.
   * @returns (rows, outputs), row-major: `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * pe.linear(Float32Array.of(1, 2), { weight: Float32Array.of(3, 4, 5, 6), bias: Float32Array.of(0.5, 0), inner: 2 }); // Float32Array [11.5, 17]
   */
  linear<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: LinearOptions<Out>,
  ): Out;
}

const names = ["weight", "inner", "bias", "weightLayout", "precise", "out"] as const;

export function linear(engine: Engine): Linear["linear"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const source = checkArray("x", x, ["Float32Array"]);
    const weight = checkArray("weight", given.weight, ["Float32Array"]);
    const inner = checkNumber("inner", given.inner, columnsRule);
    const rows = countIn("x", source.length, inner, "inner");
    const columns = countIn("weight", weight.length, inner, "inner");
    const bias = checkLearned("bias", given.bias, columns, "outputs");
    const inOut = checkWord("weightLayout", given.weightLayout, weightLayouts, "out-in") === "in-out";
    const precise = checkFlag("precise", given.precise, false);
    const count = rows * columns;
    const target = checkOut(given.out, "Float32Array", count, `rows · outputs = ${rows} · ${columns}`);
    const out = new Output(Float32Array, count, target);
    const shape = { rows, inner, columns };
    const scratch = room(bytes, engine.ask(step("matmulScratch", { shape, precise })));
    const weights = { weight: input(weight), bias: input(bias), inOut, packed: false };
    const size = { param: "rows · outputs", value: count };
    engine.run(size, step("linear", { x: input(source), weights, shape, precise, out, scratch }));
    return given.out ?? out.result;
  }) as Linear["linear"];
}

import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { bytes, input, Output, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";

/** The shapes of two matrices, the precision of their product, and the array for it. */
export interface MatmulOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Columns of `a` and rows of `b`, from 1 to 2^31 − 1. The other sizes follow from the lengths. */
  inner: number;
  /** Whether `a` is given transposed, (inner, rows). Default false. */
  transposeA?: boolean | undefined;
  /**
   * Whether `b` is given transposed, (columns, inner). Default false.
   *
   * @example
   * pe.matmul(Float32Array.of(1, 2), Float32Array.of(3, 4, 5, 6), { inner: 2, transposeB: true }); // Float32Array [11, 17]
   */
  transposeB?: boolean | undefined;
  /** Whether to make all sums in double precision. Default false. */
  precise?: boolean | undefined;
  /** Filled and returned instead of a new array: rows · columns floats. Unchanged if the call fails. */
  out?: Out | undefined;
}

export interface Matmul {
  /**
   * The product of two matrices, either of which may be given transposed.
   *
   * An entry is off by at most ½ ULP + 64 · 2^-24 Σ|a b|, for any number of terms; with `precise`, by
   * ½ ULP + inner · 2^-53 Σ|a b|. Its bits do not depend on the other rows and columns, nor on transposition.
   *
   * @param a (rows, inner), row-major, or its transpose.
   * @param b (inner, columns), row-major, or its transpose.
   * @param options The inner size, which both matrices share, and which matrices are given transposed.
   * @returns (rows, columns), row-major: `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * pe.matmul(Float32Array.of(1, 2, 3, 4), Float32Array.of(5, 6), { inner: 2 }); // Float32Array [17, 39]
   */
  matmul<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    a: Float32Array,
    b: Float32Array,
    options: MatmulOptions<Out>,
  ): Out;
}

const names = ["inner", "transposeA", "transposeB", "precise", "out"] as const;

export function matmul(engine: Engine): Matmul["matmul"] {
  return ((left: unknown, right: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const a = checkArray("a", left, ["Float32Array"]);
    const b = checkArray("b", right, ["Float32Array"]);
    const inner = checkNumber("inner", given.inner, columnsRule);
    const how = {
      transposeA: checkFlag("transposeA", given.transposeA, false),
      transposeB: checkFlag("transposeB", given.transposeB, false),
      precise: checkFlag("precise", given.precise, false),
    };
    const rows = countIn("a", a.length, inner, "inner");
    const columns = countIn("b", b.length, inner, "inner");
    const count = rows * columns;
    const target = checkOut(given.out, "Float32Array", count, `rows · columns = ${rows} · ${columns}`);
    const out = new Output(Float32Array, count, target);
    const shape = { rows, inner, columns };
    const scratch = room(bytes, engine.ask(step("matmulScratch", { shape, precise: how.precise })));
    const size = { param: "rows · columns", value: count };
    const factors = { a: input(a), b: input(b) };
    engine.run(size, step("matmul", { ...factors, shape, options: how, out, scratch }));
    return given.out ?? out.result;
  }) as Matmul["matmul"];
}

import { exactArea } from "../additive/sines.ts";
import { checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import type { Spec } from "../spec.ts";
import { checkPairs } from "./sine-table.ts";

/** The shift, and the array for the matrix. */
export interface ShiftMatrixOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** The shift in positions, from −2^53 to 2^53, fractions included. */
  k: number;
  /** Filled and returned instead of a new array: dModel · dModel floats. Unchanged if the call fails. */
  out?: Out | undefined;
}

export interface ShiftMatrix {
  /**
   * The matrix R(k) that maps the encoding of any position to the encoding k positions later: a rotation for each pair.
   *
   * @param spec `sinusoidal`, with a cosine for each sine.
   * @param options The shift.
   * @returns (dModel, dModel), row-major, to multiply columns from the left: `out`, or a new array. Each entry is the float32
   * nearest to the exact value.
   * @throws TypeError and RangeError as `encode` does; RangeError for a table that no matrix shifts.
   * @example
   * pe.shiftMatrix({ method: "sinusoidal", dModel: 2 }, { k: 1 }); // Float32Array [0.5403023, 0.84147096, -0.84147096, 0.5403023]
   */
  shiftMatrix<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    spec: Spec,
    options: ShiftMatrixOptions<Out>,
  ): Out;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  shiftMatrix<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: Together<Spec, ShiftMatrixOptions<Out>>,
  ): Out;
}

export function shiftMatrix(engine: Engine): ShiftMatrix["shiftMatrix"] {
  return ((spec: unknown, options: unknown) => {
    const table = checkPairs(spec);
    const { dModel, place } = table;
    const given = readOptions("options", options, ["k", "out"]);
    const k = checkNumber("k", given.k, { from: -(2 ** 53), to: 2 ** 53 });
    const count = dModel ** 2;
    const out = new Output(
      Float32Array,
      count,
      checkOut(given.out, "Float32Array", count, "dModel · dModel"),
    );
    const size = { param: "dModel", value: dModel };
    engine.run(
      size,
      step("shiftMatrix", { frequencies: exactArea(table), offset: k, layout: place.layout, matrix: out }),
    );
    return given.out ?? out.result;
  }) as ShiftMatrix["shiftMatrix"];
}

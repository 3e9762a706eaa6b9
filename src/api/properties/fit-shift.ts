import { shiftFit } from "../../bindings/full/properties.ts";
import { checkNames, checkNumber, readOptions, type Unchecked } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countRule } from "../arguments/sizes.ts";
import { input, NamedOutput, Output, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { checkSource, type DoubleRows, rowsOfSpec, type TableSource } from "./table-source.ts";

/** The shift in rows, and the rows that the matrix is fitted to. */
export interface FitShiftOptions {
  /** The shift: each row is taken to the row k further on. An integer, 0 or more. */
  k: number;
  /** Number of rows that are shifted, 1 or more. Required for a spec. Default for a table: all rows with a row k further on. */
  length?: number | undefined;
  /** Position of the first row of a spec. Default: the spec's. */
  start?: number | undefined;
}

/** A matrix that takes rows to later rows, and its error. */
export interface ShiftFit {
  /** (dModel, dModel), row-major, in double precision, to multiply columns from the left. */
  matrix: Float64Array<ArrayBuffer>;
  /** √(Σ |row k on − matrix · row|² / Σ |row k on|²): within rounding if a shift is a linear map. */
  residual: number;
  /** Number of directions that the rows determine, at most dModel. In all other directions the matrix is zero. */
  rank: number;
}

export interface FitShift {
  /**
   * The matrix that best takes each row of a table to the row k further on, by least squares from the rows only.
   *
   * @param source An additive spec with rows for positions, or your own table, `{ table, dModel }`.
   * @param options The shift, and the number of rows.
   * @returns The matrix, its relative error, and its rank.
   * @throws TypeError and RangeError as `encode` does; RangeError for a table without a row k further on.
   * @example
   * pe.fitShift({ method: "sine", dModel: 16 }, { k: 1, length: 512 }).residual.toFixed(3); // "0.308"
   */
  fitShift(source: TableSource, options: FitShiftOptions): ShiftFit;
}

export function fitShift(engine: Engine): FitShift["fitShift"] {
  return (source, options) => {
    const checked = checkSource(source);
    const given = readOptions("options", options, ["k", "length", "start"]);
    const k = checkNumber("k", given.k, countRule);
    if ("own" in checked) return fitted(engine, ownRows(checked.own, k, given), k);
    const length = checkNumber("length", given.length, { ...countRule, from: 1 });
    return fitted(engine, rowsOfSpec(engine, checked.spec, { start: given.start, length: length + k }), k);
  };
}

/** The first rows of a table: the requested number, or all. */
function ownRows(
  { rows, dModel, values }: DoubleRows,
  k: number,
  given: Unchecked<keyof FitShiftOptions>,
): DoubleRows {
  checkNames("a table", new Map(Object.entries(given)), ["k", "length"]);
  if (k >= rows) {
    const text = `k must be less than ${rows}, the number of rows; got ${k}`;
    throw rangeError(text, { code: "range", param: "k", value: k });
  }
  const rule = { from: 1, to: rows - k, integer: true, default: rows - k };
  const used = checkNumber("length", given.length, rule) + k;
  return { rows: used, dModel, values: values.subarray(0, used * dModel) };
}

function fitted(engine: Engine, { values, dModel }: DoubleRows, k: number): ShiftFit {
  const scratch = room(Float64Array, engine.ask(step("fitShiftScratch", { width: dModel })));
  const matrix = new Output(Float64Array, dModel ** 2);
  const fit = new NamedOutput(shiftFit);
  const table = input(values);
  const size = { param: "dModel", value: dModel };
  engine.run(size, step("fitShift", { table, width: dModel, offset: k, matrix, scratch, fit }));
  return {
    matrix: matrix.result as Float64Array<ArrayBuffer>,
    residual: fit.get("residual"),
    rank: fit.get("rank"),
  };
}

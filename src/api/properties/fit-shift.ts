import { shiftFit } from "../../bindings/full/properties.ts";
import { checkNames, checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countRule } from "../arguments/sizes.ts";
import { input, NamedOutput, Output, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { checkSource, type DoubleRows, rowsOfSpec, type TableSource } from "./table-source.ts";

/** How far on, and which rows are looked at. */
export interface FitShiftOptions {
  /** How many rows on, an integer from 0 on. */
  k: number;
  /** Rows that are to be taken to the row k on, 1 or more. Required for a spec; default for a table: all that have one. */
  length?: number | undefined;
  /** Position of the first row of a spec. Default: the spec's. */
  start?: number | undefined;
}

/** A matrix that takes rows to later rows, and how well it does. */
export interface ShiftFit {
  /** (dModel, dModel), row-major, in double precision, to multiply columns from the left. */
  matrix: Float64Array<ArrayBuffer>;
  /** √(Σ |row k on − matrix · row|² / Σ |row k on|²), of rounding only where a shift is a linear map. */
  residual: number;
  /** Directions that the rows determine, at most dModel; in the others the matrix is zero. */
  rank: number;
}

export interface FitShift {
  /**
   * The matrix that best takes each row of a table to the row k on, by least squares from the rows alone.
   *
   * @param source An additive spec by positions; or a table of one's own, `{ table, dModel }`.
   * @param options The shift, and how many rows.
   * @returns The matrix, what it misses, and what the rows determine of it.
   * @throws TypeError and RangeError as `encode` does; RangeError for a table without a row k on.
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

type Given = Partial<Record<keyof FitShiftOptions, unknown>>;

/** The first rows of a table, as many as there are or as are asked for. */
function ownRows({ rows, dModel, values }: DoubleRows, k: number, given: Given): DoubleRows {
  checkNames("a table", new Map(Object.entries(given)), ["k", "length"]);
  if (k >= rows) {
    const text = `k must be less than the rows of the table, ${rows}; got ${k}`;
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

/** Tables whose properties are computed from their rows: a spec's table, or the caller's own. */
import type { Sines } from "../additive/encoder.ts";
import { exactArea, isPlain } from "../additive/sines.ts";
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkNumber, guarded, type NumberRule, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { widthRule } from "../arguments/sizes.ts";
import { tablePlan } from "../encode/encode.ts";
import { encodings } from "../encode/encodings.ts";
import { kernelsOf } from "../methods.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { checkResult, type Engine } from "../module/engine.ts";
import { checkSpec, type ResolvedSpec, type Spec } from "../spec.ts";
import { type CheckedRows, checkRows } from "../table/rows.ts";
import { makeTable, type UncheckedInputs } from "../table/table-plan.ts";

/** A table that did not come from this package, such as a learned one. */
export interface OwnTable {
  /** (rows, dModel), row-major, finite numbers up to 2^500 in size. */
  table: Float32Array | Float64Array;
  /** Channels of a row, from 1 to 65536. */
  dModel: number;
}

/** A table by its spec, or as numbers. */
export type TableSource = Spec | OwnTable;

/** Rows as doubles. */
export interface DoubleRows {
  rows: number;
  dModel: number;
  values: Float64Array;
}

/** A checked spec, or the caller's rows. */
export type CheckedSource = { spec: ResolvedSpec } | { own: DoubleRows };

export function checkSource(source: unknown): CheckedSource {
  return isOwnTable(source) ? { own: checkOwnTable(source) } : { spec: checkSpec(source) };
}

/** Reads only the names: each field is read once, later. */
function isOwnTable(source: unknown): source is object {
  if (typeof source !== "object" || source === null) return false;
  return guarded("spec", source, () => Object.keys(source)).includes("table");
}

/** Sums of squares of larger numbers could exceed the range of doubles. */
const largest = 2 ** 500;
const entryRule: NumberRule = {
  from: -largest,
  to: largest,
  expected: "a finite number up to 2^500 in size",
};

function checkOwnTable(source: object): DoubleRows {
  const given = readOptions("spec", source, ["table", "dModel"]);
  const dModel = checkNumber("dModel", given.dModel, widthRule);
  const table = checkArray("table", given.table, ["Float32Array", "Float64Array"]);
  const rows = Math.floor(table.length / dModel);
  checkLength("table", table, rows * dModel, `rows · dModel = ${rows} · ${dModel}`);
  for (let i = 0; i < table.length; i++) {
    if (!(Math.abs(table[i]!) <= largest)) checkNumber(`table[${i}]`, table[i], entryRule);
  }
  return { dModel, values: Float64Array.from(table), rows };
}

/** The rows of a spec: sines and cosines in double precision, all others as `encode` returns them. */
export function rowsOfSpec(engine: Engine, spec: ResolvedSpec, given: UncheckedInputs): DoubleRows {
  const sines = kernelsOf(spec).sines?.(spec);
  return sines !== undefined && isPlain(sines) && given.positions === undefined
    ? sinesInDouble(engine, sines, checkRows(given, sines))
    : encodedRows(engine, spec, given);
}

function sinesInDouble(engine: Engine, sines: Sines, { count, start, size }: CheckedRows): DoubleRows {
  const { dModel, place } = sines;
  const out = new Output(Float64Array, count * dModel);
  out.zeroed = true;
  engine.run(size, step("tableDoubles", { frequencies: exactArea(sines), ...place, start, out }));
  return { rows: count, dModel, values: out.result! };
}

function encodedRows(engine: Engine, spec: ResolvedSpec, given: UncheckedInputs): DoubleRows {
  const plan = tablePlan(encodings, spec, given);
  const { rows, width } = plan;
  const bytes = rows * width * Float64Array.BYTES_PER_ELEMENT;
  checkResult(bytes, { param: "length", value: rows });
  return { rows, dModel: width, values: Float64Array.from(makeTable(engine, plan)) };
}

/** Throws for a table without rows. */
export function checkAnyRow({ rows }: DoubleRows): void {
  if (rows > 0) return;
  const text = "the table must have at least one row; got 0";
  throw rangeError(text, { code: "range", param: "length", value: rows });
}

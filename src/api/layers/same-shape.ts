import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { type Area, apart, input, Output } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";
import { alongRows, byRows, rowsOfPart } from "../module/parts.ts";

interface Arrays {
  x: Area<Float32Array>;
  out: Area<Float32Array>;
}

/** Runs a call on the rows of `x` and returns a result of the same length: the caller's `out`, or a new array. */
export function runSameShape(
  engine: Engine,
  x: Float32Array,
  rows: number,
  given: unknown,
  call: (arrays: Arrays) => Step,
): unknown {
  const target = checkOut(given, "Float32Array", x.length, "the length of x");
  const out = new Output(Float32Array, x.length, target, undefined, alongRows);
  const step = call({ x: input(apart(x, target), alongRows), out });
  engine.runParts(sizeOfArray("x", x.length), byRows(rows), step);
  return given ?? out.result;
}

/** A function of each entry, without options of its own. */
export const ofEachEntry =
  (engine: Engine, call: "relu" | "silu") =>
  (x: unknown, options: unknown = {}): unknown => {
    const given = readOptions("options", options, ["out"]);
    const source = checkArray("x", x, ["Float32Array"]);
    return runSameShape(engine, source, source.length, given.out, (arrays) => step(call, arrays));
  };

/** A function of each row; if the width is left out, of all entries as one row. */
export const ofEachRow =
  (engine: Engine, call: "softmax" | "logSoftmax") =>
  (x: unknown, options: unknown = {}): unknown => {
    const given = readOptions("options", options, ["columns", "out"]);
    const source = checkArray("x", x, ["Float32Array"]);
    const usual = Math.max(source.length, 1);
    const columns = checkNumber("columns", given.columns, { ...columnsRule, default: usual });
    const rows = countIn("x", source.length, columns, "columns");
    const row = { rows: rowsOfPart, columns };
    return runSameShape(engine, source, rows, given.out, (arrays) => step(call, { ...arrays, ...row }));
  };

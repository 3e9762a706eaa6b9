import type { RowPlanner } from "../additive/encoder.ts";
import { checkOut } from "../arguments/buffers.ts";
import { checkNumber, type NumberRule, readOptions } from "../arguments/check.ts";
import { countRule } from "../arguments/sizes.ts";
import { newArray } from "../module/areas.ts";
import { checkResult, type Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import type { Spec } from "../spec.ts";
import type { CheckedRows, Rows } from "../table/rows.ts";
import { makeTable, type TableInputs } from "../table/table-plan.ts";
import { type Encodings, encodeNames, rowPlans } from "./encode.ts";

/** The size of blocks, and the array that they are written to. */
export interface BlockOptions {
  /** Rows of a block, 1 or more. Default: as large as fits in 16 MiB. The last block has the remaining rows. */
  rows?: number | undefined;
  /** Filled for each block, instead of a new array: rows · dModel floats. */
  out?: Float32Array | undefined;
}

/** The rows of a table, and the size of blocks. */
export type BlocksOptions = Omit<TableInputs, "points" | "matrix"> & BlockOptions;

/** Consecutive rows of a table. */
export interface Block {
  /** The number of the block's first row in the whole table, counted from 0. */
  first: number;
  /** (rows, dModel), row-major: a view of the one array that all blocks are made in. */
  table: Float32Array;
}

export interface Blocks<S = Spec, Inputs = Omit<TableInputs, "points" | "matrix">> {
  /**
   * The table of an encoding block by block, for tables larger than memory: the same entries as `encode` returns.
   *
   * All blocks are made in one array, because touching new memory costs more than computing the numbers. Copy what is needed
   * after the next step.
   *
   * @param spec An encoding with rows for positions: an additive one other than a grid or features of points.
   * @param options The rows, and how many at a time.
   * @returns An iterable of blocks, in order. A step throws if `out` has been detached since the step before.
   * @throws As `encode` does, before the first step.
   * @example
   * [...pe.blocks({ method: "index" }, { length: 5, rows: 2 })].map(({ first }) => first); // [0, 2, 4]
   */
  blocks(spec: S, options: Inputs & BlockOptions): Generator<Block, void, undefined>;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  blocks(options: Together<S, Inputs & BlockOptions>): Generator<Block, void, undefined>;
}

const names = [...encodeNames, "rows"] as const;
/** 16 MiB of floats. */
const usualFloats = 2 ** 22;
const rowsRule: NumberRule = { ...countRule, from: 1 };

export function blocks<S, Inputs extends Rows>(
  engine: Engine,
  encodings: Encodings,
): Blocks<S, Inputs>["blocks"] {
  return ((spec: S, options: unknown) => {
    const { rows: most, out, ...given } = readOptions("options", options, names);
    const { rows, plan } = rowPlans(encodings, encodings.checkSpec(spec), given);
    const { width } = plan(rows);
    const usual = Math.max(1, Math.floor(usualFloats / width));
    const step = Math.min(
      checkNumber("rows", most, { ...rowsRule, default: usual }),
      Math.max(rows.count, 1),
    );
    checkResult(step * width * Float32Array.BYTES_PER_ELEMENT, { param: "rows", value: step });
    // Checked again for each block: the caller may have transferred it since.
    const room = () => checkOut(out, "Float32Array", step * width, "rows · dModel");
    const array = room() ?? newArray(Float32Array, step * width);
    return eachBlock(engine, { rows, plan, step, width }, () => room() ?? array);
  }) as Blocks<S, Inputs>["blocks"];
}

interface Cut {
  rows: CheckedRows;
  plan: RowPlanner;
  step: number;
  width: number;
}

function* eachBlock(
  engine: Engine,
  { rows, plan, step, width }: Cut,
  room: () => Float32Array,
): Generator<Block, void, undefined> {
  for (let first = 0; first < rows.count; first += step) {
    const count = Math.min(step, rows.count - first);
    const table = room().subarray(0, count * width);
    const listed = rows.positions && { positions: rows.positions.subarray(first, first + count) };
    makeTable(engine, plan({ ...rows, count, first, ...listed }), table);
    yield { first, table };
  }
}

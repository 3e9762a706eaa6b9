/** A table before it is made: its size, and how to make it. */
import type { Unchecked } from "../arguments/check.ts";
import { type Area, Output } from "../module/areas.ts";
import type { Step } from "../module/calls.ts";
import type { Engine, Size } from "../module/engine.ts";
import { alongRows, byRows } from "../module/parts.ts";
import type { Positions, Rows } from "./rows.ts";

export interface TablePlan {
  rows: number;
  width: number;
  /** rows · width in terms of the caller's options. */
  meaning: string;
  /** Named if the table is too large. */
  size: Size;
  /** The number of rows in a part is a multiple of this. Default: 1. */
  multiple?: number;
  /** The calls that make the rows of a part. `out` goes along with the rows. */
  steps(out: Area<Float32Array>): Step[];
  /** Changes the whole table at the end. */
  finish?: ((table: Float32Array) => void) | undefined;
}

/** Makes a table in `target`, or in a new array. */
export function makeTable(engine: Engine, plan: TablePlan, target?: Float32Array): Float32Array {
  const { rows, width, size, multiple, steps, finish } = plan;
  const out = new Output(Float32Array, rows * width, target, undefined, alongRows);
  engine.runParts(size, byRows(rows, multiple), ...steps(out));
  const table = target ?? out.result!;
  finish?.(table);
  return table;
}

/** The inputs of a table besides its spec. */
export interface TableInputs extends Rows {
  /**
   * Points in space, row-major (points, dimensions), from −2^53 to 2^53. `fourier` and `random-fourier` take them instead of
   * positions.
   */
  points?: Positions | undefined;
  /** The rows that a `learned` encoding looks up: (maxLength, dModel). */
  table?: Float32Array | undefined;
  /**
   * The frequencies of `random-fourier`, row-major (features, dimensions), in turns, for example from a trained model.
   * Default: they follow from the seed.
   */
  matrix?: Positions | undefined;
}

/** Options that have been read and not yet checked. */
export type UncheckedInputs = Unchecked<keyof TableInputs>;

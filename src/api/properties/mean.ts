import { exactArea } from "../additive/sines.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import type { Spec } from "../spec.ts";
import { checkSines } from "./sine-table.ts";

/** The rows that are averaged. */
export interface MeanOptions {
  /** Number of rows, from 1 to 2^52. */
  length: number;
  /** Position of the first row, from −2^52 to 2^52, fractions included. Default: the spec's. */
  start?: number | undefined;
}

export interface Mean {
  /**
   * The mean of all entries of a table, in closed form, however long it is.
   *
   * @param spec `sinusoidal` or `sine`.
   * @param options The rows.
   * @returns The mean, within 2^-50 of the exact mean for an encoding between −1 and 1. The row of a padding index counts as
   * its sines and cosines, not as zeros.
   * @throws TypeError and RangeError as `encode` does; RangeError for another method.
   * @example
   * pe.mean({ method: "sinusoidal", dModel: 512 }, { length: 1e15 }).toFixed(6); // "0.000000"
   */
  mean(spec: Spec, options: MeanOptions): number;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  mean(options: Together<Spec, MeanOptions>): number;
}

/** Up to 2^52, a position plus one half is a double. */
const farthest = 2 ** 52;

export function mean(engine: Engine): Mean["mean"] {
  return ((spec: Spec, options: unknown) => {
    const table = checkSines(spec);
    const given = readOptions("options", options, ["length", "start"]);
    const length = checkNumber("length", given.length, { from: 1, to: farthest, integer: true });
    const rule = { from: -farthest, to: farthest };
    const start = checkNumber("start", given.start ?? table.start, rule);
    const size = { param: "length", value: length };
    const { columns } = table.place;
    const frequencies = exactArea(table);
    const ofColumns = engine.run(size, step("tableMean", { frequencies, columns, start, rows: length }));
    return (table.outputScale * ofColumns * (columns.sines + columns.cosines)) / table.dModel;
  }) as Mean["mean"];
}

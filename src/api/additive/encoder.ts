/** How the table of an additive method is made. */
import type { Place } from "../../bindings/light.ts";
import type { precision } from "../spec/dimensions.ts";
import type { CheckedRows } from "../table/rows.ts";
import type { FrequencyKernels, PowersSchedule } from "../table/schedule.ts";
import type { GivenInputs, TableInputs, TablePlan } from "../table/table-plan.ts";

/** Makes rows that stand for positions: any of them, so that a table can be made in parts. */
export type RowPlanner = (rows: CheckedRows) => TablePlan;

/** What a table of sines and cosines is made from. */
export interface Sines {
  dModel: number;
  /** Position of the first row. */
  start: number;
  precision: (typeof precision)["words"][number];
  /** The exact frequencies, without `scale`. */
  powers: PowersSchedule;
  /** Factor of the positions. */
  scale: number;
  /** Where sines and cosines stand: those of the first pairs. */
  place: Place;
  /** Factor of the entries. */
  outputScale: number;
  /** The position whose row is zeros. */
  paddingIndex?: number | undefined;
}

/** What an additive method computes: rows that stand for positions, or a whole table. */
export interface Encoder<Spec> extends FrequencyKernels<Spec> {
  /** Names of the options that the method takes. */
  options?: readonly (keyof TableInputs)[];
  /** Rows that it has values for, from position 0 on. Default: any number. */
  rowsInAll?(spec: Spec): number;
  /** For tables of sines and cosines of positions. */
  sines?(spec: Spec): Sines;
  byRows?(spec: Spec, given: GivenInputs): RowPlanner;
  whole?(spec: Spec, given: GivenInputs): TablePlan;
}

/** What each additive method provides to make its table. */
import type { Place } from "../../bindings/light.ts";
import type { precision } from "../spec/dimensions.ts";
import type { CheckedRows } from "../table/rows.ts";
import type { FrequencyKernels, PowersSchedule } from "../table/schedule.ts";
import type { TableInputs, TablePlan, UncheckedInputs } from "../table/table-plan.ts";

/** Plans a table of any rows, so that a long table can be made in blocks. */
export type RowPlanner = (rows: CheckedRows) => TablePlan;

/** The inputs of a table of sines and cosines. */
export interface Sines {
  dModel: number;
  /** Position of the first row. */
  start: number;
  precision: (typeof precision)["words"][number];
  /** The exact frequencies, without `scale`. */
  powers: PowersSchedule;
  /** Factor of the positions. */
  scale: number;
  /** The columns of the sines and cosines. */
  place: Place;
  /** Factor of the entries. */
  outputScale: number;
  /** The position whose row is zeros. */
  paddingIndex?: number | undefined;
}

/** What an additive method computes: rows for positions, or only a whole table. */
export interface Encoder<Spec> extends FrequencyKernels<Spec> {
  /** Options that the method takes. */
  options?: readonly (keyof TableInputs)[];
  /** Number of positions with a row, starting at 0. Default: no limit. */
  rowsInAll?(spec: Spec): number;
  /** For tables of sines and cosines of positions. */
  sines?(spec: Spec): Sines;
  byRows?(spec: Spec, given: UncheckedInputs): RowPlanner;
  whole?(spec: Spec, given: UncheckedInputs): TablePlan;
}

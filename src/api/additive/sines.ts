/** Tables of sines and cosines of positions. */
import { type Area, input } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { once } from "../module/once.ts";
import { alongRows, rowFrom, rowsOfPart } from "../module/parts.ts";
import { type CheckedRows, positionsOf, rowNames } from "../table/rows.ts";
import { recipeArea, rowsTogether, scaled, scheduleArea } from "../table/schedule.ts";
import type { TablePlan } from "../table/table-plan.ts";
import type { Encoder, Sines } from "./encoder.ts";

const scheduleOf = ({ powers, scale }: Sines) => scaled(powers, scale);
const recipeOf = ({ powers, precision }: Sines) => recipeArea(powers, precision);

export const exactArea = once((sines: Sines) => scheduleArea(scheduleOf(sines)));

/** The encoder of a method whose table is made of sines and cosines. */
/* @__NO_SIDE_EFFECTS__ */
export function sineEncoder<Spec extends object>(make: (spec: Spec) => Sines): Encoder<Spec> {
  const sines = once(make);
  return {
    options: rowNames,
    sines,
    schedule: (spec) => scheduleOf(sines(spec)),
    recipe: (spec) => recipeOf(sines(spec)),
    byRows: (spec) => (rows) => planOf(sines(spec), rows),
  };
}

/** Whether the entries are exact sines and cosines, without a factor and without padding. */
export const isPlain = ({ precision, outputScale, paddingIndex }: Sines): boolean =>
  precision === "exact" && outputScale === 1 && paddingIndex === undefined;

function planOf(sines: Sines, rows: CheckedRows): TablePlan {
  return {
    rows: rows.count,
    width: sines.dModel,
    meaning: "length · dModel",
    size: rows.size,
    multiple: rowsTogether,
    steps(out) {
      const { columns, layout } = sines.place;
      out.zeroed = columns.sines + columns.cosines < layout.row;
      return sines.precision === "exact" ? [exactStep(sines, rows, out)] : recipeSteps(sines, rows, out);
    },
    finish: paddingOf(sines, rows),
  };
}

type Out = Area<Float32Array>;

function exactStep(sines: Sines, { start, first, positions }: CheckedRows, out: Out): Step {
  const { outputScale: factor, place } = sines;
  const { layout, columns } = place; // each object is written at once: a small call would spend most of its time copying objects
  const frequencies = exactArea(sines);
  if (positions !== undefined) {
    const at = { frequencies, layout, columns, positions: input(positions, alongRows), out };
    return factor === 1 ? step("sincosTableAt", at) : step("scaledTableAt", { ...at, factor });
  }
  const from = { frequencies, layout, columns, start, first: rowFrom(first), rows: rowsOfPart, out };
  return factor === 1 ? step("sincosTable", from) : step("scaledTable", { ...from, factor });
}

/** The recipe multiplies the phase by the scale; exact tables have it in the frequencies. */
function recipeSteps(sines: Sines, rows: CheckedRows, out: Out): Step[] {
  const { place, scale, outputScale } = sines;
  return [
    step("recipeTable", {
      frequencies: recipeOf(sines),
      ...place,
      positions: positionsOf(rows),
      scale,
      out,
    }),
    step("scaleEntries", { table: out, factor: outputScale }),
  ];
}

/** Fills the row of the padding index with zeros, if it is among the rows. */
function paddingOf({ paddingIndex, dModel }: Sines, { start, first, count, positions }: CheckedRows) {
  if (paddingIndex === undefined) return undefined;
  return (table: Float32Array) => {
    const clear = (row: number) => table.fill(0, row * dModel, (row + 1) * dModel);
    if (positions === undefined) {
      const row = paddingIndex - start - first;
      if (Number.isInteger(row) && row >= 0 && row < count) clear(row);
    } else {
      for (const [row, position] of positions.entries()) if (position === paddingIndex) clear(row);
    }
  };
}

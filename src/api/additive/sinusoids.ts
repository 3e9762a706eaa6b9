/** Tables of the methods "sinusoidal" and "sine". */
import type { Engine } from "../module/engine.ts";
import { type Area, input, type Output } from "../module/memory.ts";
import type { LightModule } from "../module/module.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { placeOf, sinePlacement, sinusoidalPlacement } from "../table/placement.ts";
import { type CheckedRows, positionsOf } from "../table/rows.ts";
import { type SinusoidSpec, sinusoidRecipe, sinusoidSchedule } from "../table/sinusoid-schedule.ts";
import type { TablePlan } from "../table/table-plan.ts";

export const sinusoids = (spec: SinusoidSpec) => (rows: CheckedRows) => planOf(spec, rows);

function planOf(spec: SinusoidSpec, rows: CheckedRows): TablePlan<LightModule> {
  return {
    rows: rows.count,
    width: spec.dModel,
    meaning: "length · dModel",
    fill(engine, out) {
      if (spec.precision === "exact") fillExactly(engine, spec, rows, out);
      else fillByRecipe(engine, spec, rows, out);
      clearPadding(spec, rows, out.target ?? out.result!);
    },
  };
}

/** The kernels' structs Layout and Columns. */
export function sinusoidsPlace(spec: SinusoidSpec): Uint32Array {
  const placement = spec.method === "sine" ? sinePlacement(spec) : sinusoidalPlacement(spec);
  return placeOf(placement, sinusoidSchedule(spec).pairs, spec.dModel);
}

/** Whether nothing is done to the sines and cosines. */
export const isPlain = (spec: ResolvedSpec): spec is SinusoidSpec =>
  (spec.method === "sinusoidal" || spec.method === "sine") &&
  spec.precision === "exact" &&
  amplitudeOf(spec) === 1 &&
  !("paddingIndex" in spec);

type Out = Output<Float32Array>;

function fillExactly(engine: Engine<LightModule>, spec: SinusoidSpec, rows: CheckedRows, out: Out): void {
  const { start, first, count, positions, size } = rows;
  const amplitude = amplitudeOf(spec);
  const areas: Area[] = [input(sinusoidsPlace(spec)), out];
  if (positions !== undefined) areas.push(input(positions));
  engine.runWithSchedule(sinusoidSchedule(spec), size, areas, (module, slices) => {
    if (positions !== undefined && amplitude === 1) module.sincosTableAt(slices);
    else if (positions !== undefined) module.amplifiedTableAt(slices, amplitude);
    else if (amplitude === 1) module.sincosTable(slices, start, first, count);
    else module.amplifiedTable(slices, start, first, count, amplitude);
  });
}

function fillByRecipe(engine: Engine<LightModule>, spec: SinusoidSpec, rows: CheckedRows, out: Out): void {
  const scale = spec.method === "sine" ? 1 : spec.scale;
  const positions = input(positionsOf(rows, spec.dModel));
  engine.runWithSchedule(
    sinusoidRecipe(spec),
    rows.size,
    [input(sinusoidsPlace(spec)), out, positions],
    (module, slices) => module.recipeTableAt(slices, scale, amplitudeOf(spec)),
  );
}

export function amplitudeOf(spec: SinusoidSpec): number {
  if (spec.method === "sine") return 1;
  return spec.outputScale === "inverse-sqrt" ? 1 / Math.sqrt(spec.dModel) : spec.outputScale;
}

/** The row of the padding index becomes zeros, wherever it is. */
function clearPadding(spec: SinusoidSpec, rows: CheckedRows, table: Float32Array): void {
  if (spec.method === "sine" || spec.paddingIndex === undefined) return;
  const { paddingIndex, dModel } = spec;
  const clear = (row: number) => table.fill(0, row * dModel, (row + 1) * dModel);
  if (rows.positions === undefined) {
    const row = paddingIndex - rows.start - rows.first;
    if (Number.isInteger(row) && row >= 0 && row < rows.count) clear(row);
  } else {
    for (const [row, position] of rows.positions.entries()) if (position === paddingIndex) clear(row);
  }
}

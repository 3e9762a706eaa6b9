/** Tables of the method "grid". */
import type { Engine } from "../module/engine.ts";
import { input, type Output, scratch } from "../module/memory.ts";
import { axisWidth } from "../spec/grid.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { gridPlacements } from "../table/placement.ts";
import { scheduleOf } from "../table/schedule.ts";
import type { TablePlan } from "../table/table-plan.ts";

type GridSpec = ResolvedSpec<"grid">;

/** Rows of a grid: its places, and the class token's. */
const gridRows = ({ shape, classToken }: GridSpec): number =>
  shape.reduce((product, places) => product * places, 1) + Number(classToken);

export function grid(spec: GridSpec): TablePlan {
  const rows = gridRows(spec);
  return {
    rows,
    width: spec.dModel,
    meaning: spec.classToken ? "(places + 1) · dModel" : "places · dModel",
    fill: (engine, out) => fill(engine, spec, out),
  };
}

function fill(engine: Engine, spec: GridSpec, out: Output<Float32Array>): void {
  const { shape, normalize, start } = spec;
  const schedule = scheduleOf(spec);
  const { placement } = gridPlacements(spec)[0]!;
  const layout = Uint32Array.of(placement.sine, placement.cosine, placement.step, axisWidth(spec));
  const size = { param: "shape", value: shape.join(" × ") };
  const bytes = normalize ? schedule.pairs * engine.bytesPerFrequency : 0;
  const areas = [input(gridNumbers(spec)), input(layout), scratch(bytes), out];
  engine.runWithSchedule(schedule, size, areas, (module, slices) => module.gridTable(slices, start));
}

/** The bindings' struct GridNumbers. */
function gridNumbers({ axes, dModel, shape, valid = shape, normalize, classToken }: GridSpec): Uint32Array {
  const three = (list: readonly number[]) => [0, 1, 2].map((i) => list[i] ?? 1);
  const lists = [...three(shape), ...three(valid), ...three(axes)];
  return Uint32Array.of(axes.length, dModel, ...lists, Number(normalize), Number(classToken));
}

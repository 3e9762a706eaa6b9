import { checkOut } from "./buffers.ts";
import { readOptions } from "./check.ts";
import { checkTable, type TableSpec } from "./computed.ts";
import type { Engine } from "./engine.ts";
import { type Area, input, Output } from "./memory.ts";
import { sinusoidalPlacement } from "./placement.ts";
import { type CheckedRows, checkRows, type Rows, rowNames } from "./rows.ts";
import { sinusoidalSchedule } from "./schedule.ts";
import { checkSpec, type ResolvedSpec, type Spec } from "./spec.ts";

export interface EncodeOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> extends Rows {
  /** Filled and returned in place of a new array: length · dModel floats. Untouched when the call fails. */
  out?: Out | undefined;
}

export interface Encode {
  /**
   * The table of an encoding, one row of dModel channels for each position.
   *
   * Each entry is the float32 nearest to the exact value for integer positions below 2^24; beyond, and for fractions,
   * within 6e-8 of it.
   *
   * @param spec The encoding.
   * @param options Which rows, and where they go.
   * @returns (length, dModel), row-major: `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached `out`; RangeError for
   * a number out of range, an `out` of another length, and a table too large for memory.
   * @example
   * pe.encode({ preset: "attention-is-all-you-need", dModel: 512 }, { length: 50 }); // 50 · 512 floats
   */
  encode<Out extends Float32Array = Float32Array<ArrayBuffer>>(spec: Spec, options: EncodeOptions<Out>): Out;
}

export const encodeNames = [...rowNames, "out"] as const;

export function encode(engine: Engine): Encode["encode"] {
  return <Out extends Float32Array>(spec: Spec, options: EncodeOptions<Out>) =>
    table(engine, checkSpec(spec), readOptions("options", options, encodeNames)) as Out;
}

type Given = Partial<Record<keyof EncodeOptions, unknown>>;

/** The table of a checked spec for options that have been read and not yet checked. */
export function table(engine: Engine, resolved: ResolvedSpec, given: Given): unknown {
  const spec = checkTable(resolved);
  const rows = checkRows(given, spec);
  const count = rows.count * spec.dModel;
  const target = checkOut(given.out, "Float32Array", count, "length · dModel");
  const out = new Output(Float32Array, count, target);
  fill(engine, spec, rows, out);
  return given.out ?? out.result;
}

function fill(engine: Engine, spec: TableSpec, { count, start, positions, size }: CheckedRows, out: Area) {
  const areas = [layoutOf(spec), out];
  const schedule = sinusoidalSchedule(spec);
  if (positions === undefined) {
    engine.runWithSchedule(schedule, size, areas, (module, slices) =>
      module.sincosTable(slices, start, count),
    );
  } else {
    areas.push(input(positions));
    engine.runWithSchedule(schedule, size, areas, (module, slices) => module.sincosTableAt(slices));
  }
}

/** The kernels' struct Layout. */
export function layoutOf(spec: TableSpec): Area {
  const { sine, cosine, step } = sinusoidalPlacement(spec);
  return input(Uint32Array.of(sine, cosine, step, spec.dModel));
}

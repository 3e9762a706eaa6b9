import type { Encoder, RowPlanner } from "../additive/encoder.ts";
import { checkOut } from "../arguments/buffers.ts";
import { checkNames, readOptions } from "../arguments/check.ts";
import { notComputed } from "../arguments/errors.ts";
import type { Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import type { ResolvedSpec, Spec } from "../spec.ts";
import { type CheckedRows, checkRows, rowNames } from "../table/rows.ts";
import { makeTable, type TableInputs, type TablePlan, type UncheckedInputs } from "../table/table-plan.ts";

/** The array that a table is written to. */
export interface OutOption<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Filled and returned instead of a new array: length · dModel floats. Unchanged if the call fails. */
  out?: Out | undefined;
}

/** The rows of a table, their inputs, and the array that they are written to. */
export type EncodeOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> = TableInputs &
  OutOption<Out>;

export interface Encode<S = Spec, Inputs = TableInputs> {
  /**
   * The table of an additive encoding: a row of dModel channels for each position, place of a grid, or point.
   *
   * Sines and cosines at integer positions below 2^24 are the float32 nearest to the exact value, in all conventions; at
   * larger positions and at fractions they are within 6e-8 of it. The same holds for grids, also normalised ones, for
   * `fourier` and for the naive encodings. `random-fourier` is within ½ ULP + 2^-50 · Σ|B x| · (dimensions + 1). With
   * `precision: "float32"` each step of the float32 recipe is rounded.
   *
   * @param spec An encoding of the additive family.
   * @param options The rows, their inputs, and the result array. A grid needs neither rows nor points.
   * @returns (length, dModel), row-major: `out`, or a new array. A grid gives (places, dModel), with the row of a class token
   * first; points give (points, features).
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached `out`; RangeError for
   * a number out of range, a spec of another family, an `out` of another length, and a table too large for memory.
   * @example
   * pe.encode({ preset: "attention-is-all-you-need", dModel: 512 }, { length: 50 }).length; // 25600, 50 · 512
   */
  encode<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    spec: S,
    options?: Inputs & OutOption<Out>,
  ): Out;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  encode<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: Together<S, Inputs & OutOption<Out>>,
  ): Out;
}

export const encodeNames = [...rowNames, "points", "table", "matrix", "out"] as const;

/** The specs that an entry of the package accepts, and their kernels. */
export interface Encodings {
  checkSpec(spec: unknown): ResolvedSpec;
  /** The kernels of a spec's method. */
  kernelsOf(spec: ResolvedSpec): Encoder<ResolvedSpec>;
}

export function encode<S, Inputs>(engine: Engine, encodings: Encodings): Encode<S, Inputs>["encode"] {
  return ((spec: S, options: unknown = {}) =>
    table(
      engine,
      encodings,
      encodings.checkSpec(spec),
      readOptions("options", options, encodeNames),
    )) as Encode<S, Inputs>["encode"];
}

type UncheckedTable = UncheckedInputs & { out?: unknown };

/** The table of a checked spec, for options that have not been checked. */
export function table(
  engine: Engine,
  encodings: Encodings,
  spec: ResolvedSpec,
  given: UncheckedTable,
): unknown {
  const plan = tablePlan(encodings, spec, given);
  const target = checkOut(given.out, "Float32Array", plan.rows * plan.width, plan.meaning);
  const table = makeTable(engine, plan, target);
  return given.out ?? table;
}

function encoderOf({ kernelsOf }: Encodings, spec: ResolvedSpec) {
  const { options, byRows, whole } = kernelsOf(spec);
  if (options === undefined) throw notComputed("method", spec.method, "has no table to add");
  return { options, byRows, whole };
}

function checkInputs({ method }: ResolvedSpec, given: UncheckedTable, names: readonly string[]): void {
  checkNames(`the method "${method}"`, Object.entries(given), [...names, "out"]);
}

export function tablePlan(encodings: Encodings, spec: ResolvedSpec, given: UncheckedTable): TablePlan {
  const { options, byRows, whole } = encoderOf(encodings, spec);
  checkInputs(spec, given, options);
  return byRows?.(spec, given)(checkRows(given, spec as ResolvedSpec & RowSpec)) ?? whole!(spec, given);
}

/** Number of positions with a row, starting at 0. */
export const rowsInAll = ({ kernelsOf }: Encodings, spec: ResolvedSpec): number =>
  kernelsOf(spec).rowsInAll?.(spec) ?? Number.POSITIVE_INFINITY;

/** Whether the rows of a spec stand for positions, which its field `start` counts from. */
export const takesRows = ({ kernelsOf }: Encodings, spec: ResolvedSpec): spec is ResolvedSpec & RowSpec =>
  kernelsOf(spec).byRows !== undefined;

/** The fields of all methods with rows for positions. */
interface RowSpec {
  dModel: number;
  start: number;
}

/** The rows that were asked for, and the plan that can make any part of them. */
export function rowPlans(
  encodings: Encodings,
  spec: ResolvedSpec,
  given: UncheckedTable,
): { rows: CheckedRows; plan: RowPlanner } {
  const { options, byRows } = encoderOf(encodings, spec);
  if (byRows === undefined) throw notComputed("method", spec.method, "has no rows to be cut into blocks");
  checkInputs(spec, given, options);
  const plan = byRows(spec, given);
  return { rows: checkRows(given, spec as ResolvedSpec & RowSpec), plan };
}

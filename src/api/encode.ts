import { checkOut } from "./buffers.ts";
import { checkNames, readOptions } from "./check.ts";
import { notComputed } from "./computed.ts";
import type { Engine } from "./engine.ts";
import { fourier, randomFourier } from "./features.ts";
import { grid } from "./grid.ts";
import { Output } from "./memory.ts";
import { index, learned, normalizedIndex, oneHot } from "./naive.ts";
import { type CheckedRows, checkRows, rowNames } from "./rows.ts";
import { sinusoids } from "./sinusoids.ts";
import type { AdditiveMethod } from "./spec/methods.ts";
import { checkSpec, type ResolvedSpec, type Spec } from "./spec.ts";
import type { GivenInputs, TableInputs, TablePlan } from "./table-plan.ts";

export interface EncodeOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> extends TableInputs {
  /** Filled and returned in place of a new array: length · dModel floats. Untouched when the call fails. */
  out?: Out | undefined;
}

export interface Encode {
  /**
   * The table of an additive encoding, one row of dModel channels for each position, place of a grid, or point.
   *
   * Sines and cosines at integer positions below 2^24 are the float32 nearest to the exact value, in all conventions; beyond,
   * and for fractions, within 6e-8 of it. So are grids, normalised ones too, `fourier` and the naive encodings.
   * `random-fourier` is within ½ ULP + 2^-50 · Σ|B x| · (dimensions + 1). With `precision: "float32"` each step of the recipe
   * is rounded as it says.
   *
   * @param spec An encoding of the additive family.
   * @param options Which rows, what they are made from, and where they go. A grid needs neither rows nor points.
   * @returns (length, dModel), row-major: `out`, or a new array. Of a grid, (places, dModel), after the class token's row; of
   * points, (points, features).
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached `out`; RangeError for
   * a number out of range, a spec of another family, an `out` of another length, and a table too large for memory.
   * @example
   * pe.encode({ preset: "attention-is-all-you-need", dModel: 512 }, { length: 50 }).length; // 25600, 50 · 512
   */
  encode<Out extends Float32Array = Float32Array<ArrayBuffer>>(spec: Spec, options?: EncodeOptions<Out>): Out;
}

export const encodeNames = [...rowNames, "points", "table", "matrix", "out"] as const;

export function encode(engine: Engine): Encode["encode"] {
  return <Out extends Float32Array>(spec: Spec, options: EncodeOptions<Out> = {}) =>
    table(engine, checkSpec(spec), readOptions("options", options, encodeNames)) as Out;
}

type Given = GivenInputs & { out?: unknown };

/** The table of a checked spec for options that have been read and not yet checked. */
export function table(engine: Engine, spec: ResolvedSpec, given: Given): unknown {
  const plan = tablePlan(spec, given);
  const count = plan.rows * plan.width;
  const target = checkOut(given.out, "Float32Array", count, plan.meaning);
  const out = new Output(Float32Array, count, target);
  plan.fill(engine, out);
  return given.out ?? out.result;
}

/** A method whose rows stand for positions, and so can be made in parts. */
export type RowPlanner = (rows: CheckedRows) => TablePlan;

type Encoder<M extends AdditiveMethod> = {
  /** Names of the options that the method takes. */
  options: readonly (keyof TableInputs)[];
} & (
  | { byRows(spec: ResolvedSpec<M>, given: GivenInputs): RowPlanner }
  | { whole(spec: ResolvedSpec<M>, given: GivenInputs): TablePlan }
);

const encoders: { [M in AdditiveMethod]: Encoder<M> } = {
  sinusoidal: { options: rowNames, byRows: sinusoids },
  sine: { options: rowNames, byRows: sinusoids },
  index: { options: rowNames, byRows: index },
  "normalized-index": { options: rowNames, byRows: normalizedIndex },
  "one-hot": { options: rowNames, byRows: oneHot },
  learned: { options: [...rowNames, "table"], byRows: learned },
  fourier: { options: ["points"], whole: fourier },
  "random-fourier": { options: ["points", "matrix"], whole: randomFourier },
  grid: { options: [], whole: grid },
};

function encoderOf({ method }: ResolvedSpec): Encoder<AdditiveMethod> {
  const encoder = (encoders as Partial<Record<string, Encoder<AdditiveMethod>>>)[method];
  if (encoder === undefined) throw notComputed("method", method, "has no table to add");
  return encoder;
}

function checkInputs({ method }: ResolvedSpec, given: Given, names: readonly string[]): void {
  checkNames(`the options of "${method}"`, new Map(Object.entries(given)), [...names, "out"]);
}

export function tablePlan(spec: ResolvedSpec, given: Given): TablePlan {
  const encoder = encoderOf(spec);
  checkInputs(spec, given, encoder.options);
  if ("whole" in encoder) return encoder.whole(spec as never, given);
  return encoder.byRows(spec as never, given)(checkRows(given, spec as RowSpec));
}

/** Whether rows stand for positions, as in all methods that count them from a start. */
export const takesRows = (spec: ResolvedSpec): spec is RowSpec =>
  spec.method in encoders && "byRows" in encoders[spec.method as AdditiveMethod];

type RowSpec = Exclude<ResolvedSpec<AdditiveMethod>, ResolvedSpec<"fourier" | "random-fourier" | "grid">>;

/** The rows asked for, and what makes any of them. */
export function rowPlans(spec: ResolvedSpec, given: Given): { rows: CheckedRows; plan: RowPlanner } {
  const encoder = encoderOf(spec);
  if ("whole" in encoder) throw notComputed("method", spec.method, "has no rows to be cut into blocks");
  checkInputs(spec, given, encoder.options);
  const plan = encoder.byRows(spec as never, given);
  return { rows: checkRows(given, spec as RowSpec), plan };
}

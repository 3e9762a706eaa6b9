import { checkOut } from "../arguments/buffers.ts";
import { checkNames, readOptions } from "../arguments/check.ts";
import type { Engine } from "../module/engine.ts";
import { Output } from "../module/memory.ts";
import type { LightModule, WasmModule } from "../module/module.ts";
import type { AdditiveMethod } from "../spec/methods.ts";
import type { ResolvedSpec, Spec } from "../spec.ts";
import { notComputed } from "../table/computed.ts";
import { type CheckedRows, checkRows, rowNames } from "../table/rows.ts";
import type { GivenInputs, TableInputs, TablePlan } from "../table/table-plan.ts";

/** Where a table goes. */
export interface OutOption<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Filled and returned in place of a new array: length · dModel floats. Untouched when the call fails. */
  out?: Out | undefined;
}

/** Which rows of a table, what they are made from, and where they go. */
export type EncodeOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> = TableInputs &
  OutOption<Out>;

export interface Encode<S = Spec, Inputs = TableInputs> {
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
  encode<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    spec: S,
    options?: Inputs & OutOption<Out>,
  ): Out;
}

export const encodeNames = [...rowNames, "points", "table", "matrix", "out"] as const;

/** What an entry of the package can make tables of. */
export interface Encodings<M extends LightModule = WasmModule> {
  checkSpec(spec: unknown): ResolvedSpec;
  encoders: Encoders<M>;
}

/** A method whose rows stand for positions, and so can be made in parts. */
export type RowPlanner<M extends LightModule> = (rows: CheckedRows) => TablePlan<M>;

type Encoder<M extends LightModule, Name extends AdditiveMethod> = {
  /** Names of the options that the method takes. */
  options: readonly (keyof TableInputs)[];
} & (
  | { byRows(spec: ResolvedSpec<Name>, given: GivenInputs): RowPlanner<M> }
  | { whole(spec: ResolvedSpec<Name>, given: GivenInputs): TablePlan<M> }
);

type Encoders<M extends LightModule> = { readonly [Name in AdditiveMethod]?: Encoder<M, Name> };

export function encode<S, Inputs, M extends LightModule>(
  engine: Engine<M>,
  encodings: Encodings<M>,
): Encode<S, Inputs>["encode"] {
  return <Out extends Float32Array>(spec: S, options: Inputs & OutOption<Out> = {} as never) =>
    table(engine, encodings, encodings.checkSpec(spec), readOptions("options", options, encodeNames)) as Out;
}

type Given = GivenInputs & { out?: unknown };

/** The table of a checked spec for options that have been read and not yet checked. */
export function table<M extends LightModule>(
  engine: Engine<M>,
  encodings: Encodings<M>,
  spec: ResolvedSpec,
  given: Given,
): unknown {
  const plan = tablePlan(encodings, spec, given);
  const count = plan.rows * plan.width;
  const target = checkOut(given.out, "Float32Array", count, plan.meaning);
  const out = new Output(Float32Array, count, target);
  plan.fill(engine, out);
  return given.out ?? out.result;
}

function encoderOf<M extends LightModule>({ encoders }: Encodings<M>, { method }: ResolvedSpec) {
  const encoder = (encoders as Partial<Record<string, Encoder<M, AdditiveMethod>>>)[method];
  if (encoder === undefined) throw notComputed("method", method, "has no table to add");
  return encoder;
}

function checkInputs({ method }: ResolvedSpec, given: Given, names: readonly string[]): void {
  checkNames(`the options of "${method}"`, new Map(Object.entries(given)), [...names, "out"]);
}

export function tablePlan<M extends LightModule>(
  encodings: Encodings<M>,
  spec: ResolvedSpec,
  given: Given,
): TablePlan<M> {
  const encoder = encoderOf(encodings, spec);
  checkInputs(spec, given, encoder.options);
  if ("whole" in encoder) return encoder.whole(spec as never, given);
  return encoder.byRows(spec as never, given)(checkRows(given, spec as RowSpec));
}

/** Whether rows stand for positions, as in all methods that count them from a start. */
export function takesRows({ encoders }: Encodings, spec: ResolvedSpec): spec is RowSpec {
  const encoder = spec.method in encoders && encoders[spec.method as AdditiveMethod];
  return encoder ? "byRows" in encoder : false;
}

type RowSpec = Exclude<ResolvedSpec<AdditiveMethod>, ResolvedSpec<"fourier" | "random-fourier" | "grid">>;

/** The rows asked for, and what makes any of them. */
export function rowPlans<M extends LightModule>(
  encodings: Encodings<M>,
  spec: ResolvedSpec,
  given: Given,
): { rows: CheckedRows; plan: RowPlanner<M> } {
  const encoder = encoderOf(encodings, spec);
  if ("whole" in encoder) throw notComputed("method", spec.method, "has no rows to be cut into blocks");
  checkInputs(spec, given, encoder.options);
  const plan = encoder.byRows(spec as never, given);
  return { rows: checkRows(given, spec as RowSpec), plan };
}

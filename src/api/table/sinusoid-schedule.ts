/** Which frequencies the methods "sinusoidal" and "sine" ask for. */
import type { ResolvedSpec } from "../spec/methods.ts";
import { pairsOf } from "../spec/sinusoidal.ts";

/** f[i] = base^(−i · numerator / denominator) radians per position, i = 0 … pairs − 1. The other schedules change these. */
export interface Powers {
  pairs: number;
  base: number;
  numerator: number;
  denominator: number;
}

export type GeometricSchedule = { kind: "geometric" } & Powers;

/** f[i] · factor. */
type ScaledSchedule = { kind: "scaled"; factor: number } & Powers;

export type SinusoidSchedule = GeometricSchedule | ScaledSchedule;

/** Frequencies as float32 recipes have them; the steps are those of kernels/table/recipe.hpp. */
export type RecipeSchedule<Exact> =
  | ({ kind: "direct" | "logarithmic" } & Powers)
  /** The floats nearest to those of another schedule. */
  | { kind: "rounded"; pairs: number; of: Exact };

export type SinusoidSpec = ResolvedSpec<"sinusoidal" | "sine">;

export function sinusoidSchedule(spec: SinusoidSpec): SinusoidSchedule {
  const powers = powersOf(spec);
  const factor = spec.method === "sine" ? 1 : spec.scale;
  return factor === 1 ? powers : { ...powers, kind: "scaled", factor };
}

/** The frequencies of a spec whose precision is not exact, without its scale, which recipes apply to the phase. */
export const sinusoidRecipe = (spec: SinusoidSpec) => recipe(powersOf(spec), spec.precision);

/** The divisor is n − shift, or half of dModel − 2 · shift; both twice, to be whole. */
function powersOf(spec: SinusoidSpec): GeometricSchedule {
  const { dModel, base } = spec;
  if (spec.method === "sine")
    return { kind: "geometric", pairs: dModel, base, numerator: 1, denominator: dModel };
  const pairs = pairsOf(spec);
  const width = spec.divisor === "pairs" ? 2 * pairs : dModel;
  return { kind: "geometric", pairs, base, numerator: 2, denominator: width - 2 * spec.shift };
}

/** A schedule by steps in float32. */
export function recipe<Exact extends { kind: string; pairs: number }>(
  exact: Exact | GeometricSchedule,
  precision: ResolvedSpec<"rope">["precision"],
): RecipeSchedule<Exact | GeometricSchedule> {
  if (!isGeometric(exact) || precision === "float32-cast")
    return { kind: "rounded", pairs: exact.pairs, of: exact };
  return { ...exact, kind: precision === "float32" ? "direct" : "logarithmic" };
}

const isGeometric = (schedule: { kind: string }): schedule is GeometricSchedule =>
  schedule.kind === "geometric";

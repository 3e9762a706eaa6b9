/** The conventions of sinusoidal tables of a width: what people use, with the presets that have the same numbers. */
import type { MethodSpec, ResolvedSpec } from "../../../api/methods.ts";
import { sinusoidPresets } from "../../../api/presets/sinusoid.ts";
import { checkSpec } from "../../../api/spec.ts";

export type Sinusoidal = ResolvedSpec<"sinusoidal">;
type Fields = Partial<Omit<MethodSpec<"sinusoidal">, "method" | "dModel" | "version">>;

/** Bases of published tables. */
export const tableBases = [10_000, 1_000, 100, 500_000, 1_000_000];

export interface Sinusoid {
  readonly spec: Sinusoidal;
  /** Presets with these numbers, apart from the first position. */
  readonly models: readonly string[];
}

/** All conventions of a width, or those with some fields, the usual ones first. */
export function sinusoidsOf(
  width: number,
  bases: readonly number[] = tableBases,
  wanted: Pick<Fields, "layout" | "outputScale"> = {},
): Sinusoid[] {
  const named = namedSinusoids(width);
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const all = [...fieldsOf(width, bases)];
  return all
    .filter((fields) => names.every((name) => fields[name] === wanted[name]))
    .map((fields) => {
      const spec = checkSpec({ method: "sinusoidal", dModel: width, ...fields });
      return { spec, models: named.get(keyOf(spec)) ?? [] };
    });
}

function* fieldsOf(width: number, bases: readonly number[]): Generator<Fields> {
  const odd: Fields[] = [
    { oddWidth: "truncate" },
    { oddWidth: "truncate", divisor: "width" },
    { oddWidth: "zero" },
  ];
  for (const base of bases)
    for (const layout of ["interleaved", "halves", "flipped-halves"] as const)
      for (const shift of [0, 1])
        for (const outputScale of [1, "inverse-sqrt"] as const)
          for (const rule of width % 2 === 0 ? [{}] : odd)
            if (shift === 0 || width > 3) yield { base, layout, shift, outputScale, ...rule };
}

/** Equal for specs whose tables have the same numbers, apart from the first row. */
function keyOf(spec: Sinusoidal): string {
  const { start: _, paddingIndex: __, oddWidth, divisor, ...rest } = spec;
  return JSON.stringify(rest.dModel % 2 === 1 ? { ...rest, oddWidth, divisor } : rest);
}

function namedSinusoids(width: number): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const [name, { spec }] of Object.entries(sinusoidPresets)) {
    if (width % 2 === 1 && !("oddWidth" in spec)) continue; // refuses odd widths
    if (width < 4 && "shift" in spec) continue;
    const resolved = checkSpec({ ...spec, dModel: width } as unknown);
    if (!("shift" in resolved)) continue; // sines alone
    const key = keyOf(resolved);
    named.set(key, [...(named.get(key) ?? []), name]);
  }
  return named;
}

/** Half the width, rounded for odd widths as `oddWidth` says. */
export const pairsOf = ({ dModel, oddWidth }: Sinusoidal): number =>
  oddWidth === "zero" ? Math.floor(dModel / 2) : Math.ceil(dModel / 2);

/** Radians per position, one for each pair, in float64. */
export function tableFrequencies(spec: Sinusoidal): Float64Array {
  const { dModel, base, shift, divisor, scale } = spec;
  const pairs = pairsOf(spec);
  const divides = (divisor === "pairs" ? pairs : dModel / 2) - shift;
  return Float64Array.from({ length: pairs }, (_, pair) => scale * base ** (-pair / divides));
}

/** The factor of the entries. */
export const outputScaleOf = ({ outputScale, dModel }: Sinusoidal): number =>
  outputScale === "inverse-sqrt" ? 1 / Math.sqrt(dModel) : outputScale;

const DEFAULTS: Readonly<Record<string, unknown>> = {
  version: 1,
  base: 10_000,
  layout: "interleaved",
  shift: 0,
  outputScale: 1,
  oddWidth: "error",
  divisor: "pairs",
  start: 0,
  scale: 1,
  precision: "exact",
};

/** The spec without the fields that have their default. */
export const shortSpec = (spec: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(spec).filter(([name, value]) => DEFAULTS[name] !== value));

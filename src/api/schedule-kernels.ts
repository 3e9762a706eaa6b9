/** The calls of the module that compute each kind of schedule. */
import type { NumberArray } from "./memory.ts";
import type { Slices, WasmModule } from "./module.ts";
import type { RecipeSchedule, Schedule, XposExponents } from "./schedule.ts";

/** What the schedule cache keeps. */
export type KeptSchedule = Schedule | RecipeSchedule | XposExponents;

type Direct = Exclude<KeptSchedule, { kind: "rounded" }>;
type OfKind<K, S = Direct> = S extends { kind: unknown } ? (K extends S["kind"] ? S : never) : never;
type Geometric = { base: number; numerator: number; denominator: number };

const geometric = (module: WasmModule, slices: Slices, { base, numerator, denominator }: Geometric) =>
  module.geometricFrequencies(slices, base, numerator, denominator);

/** In the order of the kernel's enum Recipe. */
const recipes = ["direct", "logarithmic"] as const;

const recipe = (module: WasmModule, slices: Slices, schedule: OfKind<"direct">) => {
  const { kind, base, numerator, denominator } = schedule;
  module.recipeFrequencies(slices, recipes.indexOf(kind), base, numerator, denominator);
};

/** The first slice is filled; the second is what `settingsOf` gives. */
const fills: { [K in Direct["kind"]]: (module: WasmModule, slices: Slices, schedule: OfKind<K>) => void } = {
  geometric,
  scaled(module, slices, schedule) {
    geometric(module, slices, schedule);
    module.scaleFrequencies(slices, schedule.factor);
  },
  linear(module, slices, schedule) {
    geometric(module, slices, schedule);
    module.divideFrequencies(slices, schedule.factor);
  },
  ntk: (module, slices, { base, factor }) => module.ntkFrequencies(slices, base, factor),
  dynamic: (module, slices, { base }) => module.dynamicNtkFrequencies(slices, base),
  yarn: (module, slices, { base, truncate }) => module.yarnFrequencies(slices, base, truncate),
  divided: (module, slices, { base }) => module.longropeFrequencies(slices, base),
  llama3: (module, slices, { base }) => module.llama3Frequencies(slices, base),
  proportional: (module, slices, { base, turning, factor }) =>
    module.proportionalFrequencies(slices, base, turning, factor),
  restarted: (module, slices, { base }) => module.restartedFrequencies(slices, base),
  direct: recipe,
  logarithmic: recipe,
  "xpos-exponents": (module, slices, { gamma }) => module.xposExponents(slices, gamma),
};

export function fillSchedule(module: WasmModule, slices: Slices, schedule: Direct): void {
  const fill = fills[schedule.kind] as (module: WasmModule, slices: Slices, schedule: Direct) => void;
  fill(module, slices, schedule);
}

/** The numbers of the kernels' structs DynamicNtk, Yarn and Llama3, or a list of divisors or sections. */
export function settingsOf(schedule: Direct): NumberArray {
  switch (schedule.kind) {
    case "dynamic":
      return Float64Array.of(schedule.factor, schedule.originalLength, schedule.currentLength);
    case "yarn": {
      const { factor, originalLength, betaFast, betaSlow } = schedule;
      return Float64Array.of(factor, originalLength, betaFast, betaSlow);
    }
    case "llama3": {
      const { factor, originalLength, lowFreqFactor, highFreqFactor } = schedule;
      return Float64Array.of(factor, originalLength, lowFreqFactor, highFreqFactor);
    }
    case "divided":
      return Float64Array.from(schedule.divisors);
    case "restarted":
      return Uint32Array.from(schedule.sections);
    default:
      return new Float64Array(0);
  }
}

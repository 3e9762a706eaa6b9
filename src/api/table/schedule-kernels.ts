/** The calls of the light module that compute schedules, by their kinds; full-schedule-kernels.ts has the others. */
import type { NumberArray } from "../module/memory.ts";
import type { LightModule, Slices } from "../module/module.ts";
import type { Schedule, XposExponents } from "./schedule.ts";
import type { RecipeSchedule } from "./sinusoid-schedule.ts";

/** What the schedule cache keeps. */
export type KeptSchedule = DirectSchedule | RecipeSchedule<Schedule>;

/** What is computed by one call, or two. */
export type DirectSchedule = Schedule | Exclude<RecipeSchedule<never>, { kind: "rounded" }> | XposExponents;

type OfKind<K, S = DirectSchedule> = S extends { kind: unknown } ? (K extends S["kind"] ? S : never) : never;

interface ScheduleKernel<M, S> {
  /** The first slice is filled; the second is what `settings` gives. */
  fill(module: M, slices: Slices, schedule: S): void;
  /** A kernel's struct of numbers, or a list of divisors or sections. */
  settings?(schedule: S): NumberArray;
}

/** How a module computes some kinds of schedules. */
export type ScheduleKernels<M extends LightModule, Kind extends DirectSchedule["kind"]> = {
  readonly [K in Kind]: ScheduleKernel<M, OfKind<K>>;
};

/** The same for code that works on any. */
export type AnyScheduleKernels = Readonly<
  Record<string, ScheduleKernel<LightModule, DirectSchedule> | undefined>
>;

type Powers = { base: number; numerator: number; denominator: number };

export const geometric = {
  fill: (module: LightModule, slices: Slices, { base, numerator, denominator }: Powers) =>
    module.geometricFrequencies(slices, base, numerator, denominator),
};

/** In the order of the kernel's enum Recipe. */
const recipes = ["direct", "logarithmic"] as const;

const recipe = {
  fill(module: LightModule, slices: Slices, schedule: OfKind<"direct">) {
    const { kind, base, numerator, denominator } = schedule;
    module.recipeFrequencies(slices, recipes.indexOf(kind), base, numerator, denominator);
  },
};

export const lightScheduleKernels: ScheduleKernels<
  LightModule,
  "geometric" | "scaled" | "direct" | "logarithmic"
> = {
  geometric,
  scaled: {
    fill(module, slices, schedule) {
      geometric.fill(module, slices, schedule);
      module.scaleFrequencies(slices, schedule.factor);
    },
  },
  direct: recipe,
  logarithmic: recipe,
};

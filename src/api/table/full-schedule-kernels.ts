import type { WasmModule } from "../module/module.ts";
import {
  type DirectSchedule,
  geometric,
  lightScheduleKernels,
  type ScheduleKernels,
} from "./schedule-kernels.ts";

/** The calls of the full module that compute schedules; structs are those of the kernels. */
export const fullScheduleKernels: ScheduleKernels<WasmModule, DirectSchedule["kind"]> = {
  ...lightScheduleKernels,
  linear: {
    fill(module, slices, schedule) {
      geometric.fill(module, slices, schedule);
      module.divideFrequencies(slices, schedule.factor);
    },
  },
  ntk: { fill: (module, slices, { base, factor }) => module.ntkFrequencies(slices, base, factor) },
  dynamic: {
    fill: (module, slices, { base }) => module.dynamicNtkFrequencies(slices, base),
    settings: ({ factor, originalLength, currentLength }) =>
      Float64Array.of(factor, originalLength, currentLength),
  },
  yarn: {
    fill: (module, slices, { base, truncate }) => module.yarnFrequencies(slices, base, truncate),
    settings: ({ factor, originalLength, betaFast, betaSlow }) =>
      Float64Array.of(factor, originalLength, betaFast, betaSlow),
  },
  divided: {
    fill: (module, slices, { base }) => module.longropeFrequencies(slices, base),
    settings: ({ divisors }) => Float64Array.from(divisors),
  },
  llama3: {
    fill: (module, slices, { base }) => module.llama3Frequencies(slices, base),
    settings: ({ factor, originalLength, lowFreqFactor, highFreqFactor }) =>
      Float64Array.of(factor, originalLength, lowFreqFactor, highFreqFactor),
  },
  proportional: {
    fill: (module, slices, { base, turning, factor }) =>
      module.proportionalFrequencies(slices, base, turning, factor),
  },
  restarted: {
    fill: (module, slices, { base }) => module.restartedFrequencies(slices, base),
    settings: ({ sections }) => Uint32Array.from(sections),
  },
  "xpos-exponents": { fill: (module, slices, { gamma }) => module.xposExponents(slices, gamma) },
};

import { type Light, light } from "./light.ts";
import type { Contents } from "./load.ts";
import type { LightModule } from "./module.ts";
import { lightScheduleKernels } from "./schedule-kernels.ts";
import { lightResults } from "./self-test.ts";
import { version } from "./version.ts";

export const lightContents: Contents<LightModule, Light> = {
  version,
  kernels: lightScheduleKernels,
  functions: light,
  results: lightResults,
};

import { type Light, light } from "./light.ts";
import type { Contents } from "./module/load.ts";
import type { LightModule } from "./module/module.ts";
import { lightResults } from "./module/self-test.ts";
import { lightScheduleKernels } from "./table/schedule-kernels.ts";
import { version } from "./version.ts";

export const lightContents: Contents<LightModule, Light> = {
  version,
  kernels: lightScheduleKernels,
  functions: light,
  results: lightResults,
};

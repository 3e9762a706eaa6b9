import { fullScheduleKernels } from "./full-schedule-kernels.ts";
import { fullResults } from "./full-self-test.ts";
import type { Contents } from "./load.ts";
import type { WasmModule } from "./module.ts";
import { type Posenc, posenc } from "./posenc.ts";
import { version } from "./version.ts";

export const fullContents: Contents<WasmModule, Posenc> = {
  version: `${version} full`,
  kernels: fullScheduleKernels,
  functions: posenc,
  results: fullResults,
};

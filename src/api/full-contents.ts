import { fullResults } from "./module/full-self-test.ts";
import type { Contents } from "./module/load.ts";
import type { WasmModule } from "./module/module.ts";
import { type Posenc, posenc } from "./posenc.ts";
import { fullScheduleKernels } from "./table/full-schedule-kernels.ts";
import { version } from "./version.ts";

export const fullContents: Contents<WasmModule, Posenc> = {
  version: `${version} full`,
  kernels: fullScheduleKernels,
  functions: posenc,
  results: fullResults,
};

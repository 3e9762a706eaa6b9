import { browserHost } from "./browser-host.ts";
import type { Place } from "./host.ts";

/** The address that stands for a module which the program imports. */
const IMPORTED = "posenc:imported";

/** For runtimes that compile WebAssembly only before the program starts, and give it to the program as an import. */
export const importedPlace = (wasm: WebAssembly.Module): Place => ({
  host: {
    ...browserHost,
    compile: async (address) => (address === IMPORTED ? wasm : browserHost.compile(address)),
  },
  defaultWasm: () => IMPORTED,
  hasNoRelaxed: true,
});

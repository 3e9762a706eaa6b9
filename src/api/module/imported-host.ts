import { browserHost } from "./browser-host.ts";
import type { Host } from "./load.ts";

/** The address that stands for a module which the program imports. */
export const IMPORTED = "posenc:imported";

/** For runtimes that compile WebAssembly only before the program starts, and give it to the program as an import. */
export const importedHost = (wasm: WebAssembly.Module): Host => ({
  ...browserHost,
  compile: async (address) => (address === IMPORTED ? wasm : browserHost.compile(address)),
});

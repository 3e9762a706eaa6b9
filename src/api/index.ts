/** posenc: the sinusoidal encoding alone, in browsers and workers. */
import createModule from "../../build/wasm/web/posenc.mjs";
import { lightContents } from "./light-contents.ts";
import { browserHost } from "./module/browser-host.ts";
import { loader } from "./module/load.ts";

export * from "./light-exports.ts";

/**
 * Loads the WebAssembly module, and checks that it computes what it should.
 *
 * @param options Where the file is, unless it is `posenc.wasm` beside this script.
 * @returns The functions. Loads of one address share one module; a load that failed can be tried again.
 * @throws TypeError for a wrong option; Error when the file is not found, is no WebAssembly, is damaged or of another
 * version, or when the browser or the page's Content-Security-Policy does not let it run. `code` tells which.
 * @example
 * const pe = await load();
 */
export const load = loader(
  lightContents,
  { createModule, defaultWasm: () => new URL("./posenc.wasm", import.meta.url).href },
  browserHost,
);

/** posenc/inline: everything in one file, WebAssembly included, for use where no second file can be fetched. */
import createModule from "../../build/wasm/web/posenc-full.mjs";
import compressed from "../../build/wasm/web/posenc-full.wasm";
import { INSIDE, insideHost } from "../api/module/inside-host.ts";
import { loader } from "../api/module/load.ts";
import { posenc } from "../api/posenc.ts";

export * from "./full.ts";

/**
 * Loads the WebAssembly module that is inside this script, and checks that it computes what it should.
 *
 * @param options Another WebAssembly file to use instead.
 * @returns The functions. All loads share one module.
 * @throws TypeError for a wrong option; Error when the browser or the page's Content-Security-Policy does not let it run.
 */
export const load = loader(posenc, { createModule, defaultWasm: () => INSIDE }, insideHost(compressed));

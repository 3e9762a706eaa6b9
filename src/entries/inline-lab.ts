/** The functions of posenc/lab with their WebAssembly inside, for the script with all figures in it. */
import createModule from "../../build/wasm/web/posenc-lab.mjs";
import compressed from "../../build/wasm/web/posenc-lab.wasm";
import { lab } from "../api/lab/lab.ts";
import { INSIDE, insideHost } from "../api/module/inside-host.ts";
import { loader } from "../api/module/load.ts";

export * from "./lab.ts";

export const load = loader(lab, { createModule, defaultWasm: () => INSIDE }, insideHost(compressed));

/** posenc/full in workers at the edge, which may import WebAssembly but not compile it. */
import wasm from "posenc:posenc-full.wasm"; // the build makes it the file beside the script
import createModule from "../../build/wasm/web/posenc-full.mjs";
import { IMPORTED, importedHost } from "../api/module/imported-host.ts";
import { loader } from "../api/module/load.ts";
import { posenc } from "../api/posenc.ts";

export * from "./full.ts";

export const load = loader({ ...posenc, createModule, defaultWasm: () => IMPORTED }, importedHost(wasm));

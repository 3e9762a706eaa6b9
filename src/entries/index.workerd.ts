/** posenc in workers at the edge, which may import WebAssembly but not compile it. */
import wasm from "posenc:posenc.wasm"; // the build makes it the file beside the script
import createModule from "../../build/wasm/web/posenc.mjs";
import { light } from "../api/light.ts";
import { IMPORTED, importedHost } from "../api/module/imported-host.ts";
import { loader } from "../api/module/load.ts";

export * from "./index.ts";

export const load = loader({ ...light, createModule, defaultWasm: () => IMPORTED }, importedHost(wasm));

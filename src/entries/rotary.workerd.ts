/** posenc/rotary in workers at the edge, which may import WebAssembly but not compile it. */
import wasm from "posenc:posenc-rotary.wasm"; // the build makes it the file beside the script
import { elsewhere } from "../api/module/elsewhere.ts";
import { importedPlace } from "../api/module/imported-place.ts";
import { load as inBrowsers } from "./rotary.ts";

export * from "./rotary.ts";

export const load = /* @__PURE__ */ elsewhere(inBrowsers, importedPlace(wasm));

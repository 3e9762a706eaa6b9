/** posenc/full in Node. */
import createModule from "../../build/wasm/web/posenc-full.mjs";
import { loader } from "../api/module/load.ts";
import { nodeHost } from "../api/module/node-host.ts";
import { ifRelaxed } from "../api/module/relaxed.ts";
import { posenc } from "../api/posenc.ts";

export * from "./full.ts";

export const load = loader(
  {
    ...posenc,
    createModule,
    defaultWasm: () => new URL("./posenc-full.wasm", import.meta.url).href,
    relaxedWasm: ifRelaxed(() => new URL("./posenc-full-relaxed.wasm", import.meta.url).href),
  },
  nodeHost,
);

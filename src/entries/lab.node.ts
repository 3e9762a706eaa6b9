/** posenc/lab in Node. */
import createModule from "../../build/wasm/web/posenc-lab.mjs";
import { lab } from "../api/lab/lab.ts";
import { loader } from "../api/module/load.ts";
import { nodeHost } from "../api/module/node-host.ts";

export * from "./lab.ts";

export const load = loader(
  { ...lab, createModule, defaultWasm: () => new URL("./posenc-lab.wasm", import.meta.url).href },
  nodeHost,
);

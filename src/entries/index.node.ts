/** posenc in Node. */
import createModule from "../../build/wasm/web/posenc.mjs";
import { light } from "../api/light.ts";
import { loader } from "../api/module/load.ts";
import { nodeHost } from "../api/module/node-host.ts";

export * from "./index.ts";

export const load = loader(
  { ...light, createModule, defaultWasm: () => new URL("./posenc.wasm", import.meta.url).href },
  nodeHost,
);

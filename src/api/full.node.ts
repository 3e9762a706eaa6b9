/** posenc/full in Node. */
import createModule from "../../build/wasm/web/posenc-full.mjs";
import { fullContents } from "./full-contents.ts";
import { loader } from "./module/load.ts";
import { nodeHost } from "./module/node-host.ts";

export * from "./full-exports.ts";

export const load = loader(
  fullContents,
  { createModule, defaultWasm: () => new URL("./posenc-full.wasm", import.meta.url).href },
  nodeHost,
);

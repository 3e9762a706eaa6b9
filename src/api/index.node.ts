/** posenc in Node. */
import createModule from "../../build/wasm/web/posenc.mjs";
import { lightContents } from "./light-contents.ts";
import { loader } from "./module/load.ts";
import { nodeHost } from "./module/node-host.ts";

export * from "./light-exports.ts";

export const load = loader(
  lightContents,
  { createModule, defaultWasm: () => new URL("./posenc.wasm", import.meta.url).href },
  nodeHost,
);
